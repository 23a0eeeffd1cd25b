import type { Tx } from '../../../database/database.ts';
import { changedColumns } from '../../../database/query.ts';
import type { ScheduleRow } from '../../../database/tables/schedules.ts';
import { changesInEvents } from '../../../events/changes.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { type Changes, changesBetween, isChanged } from '../../../kernel/changes.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { addDays, instantOf, localDateAt } from '../../../kernel/local-time.ts';
import { invalidParam } from '../../../kernel/problem.ts';
import type { Reactions } from '../../reactions.ts';
import { namedSite } from '../../sites/named-sites.ts';
import { Site } from '../../sites/record.ts';
import { generateSessions, horizonOf } from '../generation/generate.ts';
import { scheduleRows } from '../queries.ts';
import { columnsOf, requireActive, withRule } from '../schedules.ts';
import { Schedule, type UpdateScheduleBody } from '../shapes.ts';
import { scheduleFields } from '../view.ts';
import { type ChangeOutcome, type ChangeScope, Reconciliation } from './apply.ts';
import { conflictProblem, type InstructorConflict, instructorConflicts } from './conflicts.ts';

/** A schedule after a change, and what the change did to its sessions. */
export interface ScheduleChange {
  readonly row: ScheduleRow;
  readonly outcome: ChangeOutcome;
  readonly conflicts: InstructorConflict[];
}

/** How far ahead a change may take effect, in days. */
const LATEST_EFFECT = 366;

/** The fields whose change may put an instructor in two places. */
const PLACING = [
  ...['instructorId', 'additionalInstructorIds', 'startDate', 'endDate', 'startTime', 'durationMinutes', 'timezone'],
  ...['recurrenceRule', 'exceptions', 'status'],
];

const nothing = (): ChangeOutcome => ({
  created: [],
  updated: [],
  rescheduled: [],
  sessionsCancelled: 0,
  bookingsAffected: 0,
});

/** The local date from which a change counts: never before today. @throws Problem 400 when it is too far ahead. */
const effectiveDate = (tx: Tx, schedule: ScheduleRow, asked: string | undefined): string => {
  const today: string = localDateAt(tx.nowMs, schedule.timezone);
  const latest = addDays(today, LATEST_EFFECT);
  if (asked !== undefined && asked > latest) {
    throw invalidParam('effectiveFrom', `A change may take effect up to a year ahead. Send a date up to ${latest}.`);
  }
  return asked === undefined || asked < today ? today : asked;
};

/** The row that a body asks for. @throws Problem 400, and 409 `site_inactive` when sessions would move to such a site. */
const changed = (tx: Tx, caller: Caller, row: ScheduleRow, body: UpdateScheduleBody): ScheduleRow => {
  const { effectiveFrom: _, overwriteModified: __, onRemoved: ___, overrideConflicts: ____, ...fields } = body;
  const named = namedSite(tx, caller, fields);
  const { siteId: _____, locationId: ______, ...rest } = fields;
  const restored = body.status === undefined ? {} : { archivedAt: null };
  const next = withRule(
    tx,
    { ...row, ...columnsOf(rest, row), ...restored, siteId: named?.id ?? row.siteId },
    body,
    row,
  );
  const site = named ?? Site.rows.find(tx, row.siteId);
  const isOpened = next.status === 'active' && row.status !== 'active';
  if (site !== undefined && (isOpened || next.siteId !== row.siteId)) requireActive(site);
  return next;
};

const tell = (tx: Tx, row: ScheduleRow, difference: Changes, effectiveFrom: string, outcome: ChangeOutcome): void => {
  tx.raise('schedule.updated', row.siteId, {
    scheduleId: row.id,
    ...changesInEvents(Schedule, difference),
    effectiveFrom,
    sessionsCreated: outcome.created.length,
    sessionsUpdated: outcome.updated.length,
    sessionsCancelled: outcome.sessionsCancelled,
  });
};

/** Stores `next` in the place of `row` and brings its sessions in line. Conflicts are told, not refused. */
export const bringInLine = (
  tx: Tx,
  row: ScheduleRow,
  next: ScheduleRow,
  body: UpdateScheduleBody,
  reactions: Reactions,
): ScheduleChange => {
  const from = effectiveDate(tx, next, body.effectiveFrom);
  const difference = changesBetween(scheduleFields(row), scheduleFields(next), ['virtualUrl', 'locationId']);
  const isSame = Bun.deepEquals(row, next);
  if (isSame) return { row, outcome: nothing(), conflicts: [] };
  const earlier = generateSessions(tx, row, addDays(from, -1));
  const horizon: string = horizonOf(tx, next);
  const until = [horizon, from, row.generatedUntil ?? from].sort().at(-1) as string;
  next.updatedAt = tx.now;
  if (next.status === 'active') next.generatedUntil = until;
  // Elsewhere, what has become of the former site is none of its concern.
  if (next.siteId !== row.siteId) next.siteBefore = null;
  scheduleRows.update(tx, row.id, changedColumns(row, next));
  const scope: ChangeScope = {
    from,
    until,
    notBefore: isoInstant(Math.max(instantOf(from, '00:00', next.timezone), tx.nowMs)),
    overwriteModified: body.overwriteModified ?? false,
    onRemoved: body.onRemoved ?? 'cancel',
  };
  const outcome = new Reconciliation(tx, next, scope, reactions).run();
  outcome.created.push(...earlier.created);
  if (isChanged(difference)) tell(tx, next, difference, from, outcome);
  const placed = PLACING.some((field) => field in difference.changes) ? [...outcome.created, ...outcome.updated] : [];
  return { row: next, outcome, conflicts: instructorConflicts(tx, row.id, placed) };
};

/**
 * Changes a schedule and brings its sessions in line, from `effectiveFrom` on (rules.md "Schedule to sessions"). Until
 * then the schedule's sessions are made as it was before. Conflicts are told, not refused.
 * @throws Problem 400; 409 `site_inactive`.
 */
export const editSchedule = (
  tx: Tx,
  caller: Caller,
  row: ScheduleRow,
  body: UpdateScheduleBody,
  reactions: Reactions,
): ScheduleChange => {
  return bringInLine(tx, row, changed(tx, caller, row, body), body, reactions);
};
/**
 * As `editSchedule`, for good.
 * @throws Problem 400; 409 `site_inactive`, or `instructor_conflict` unless `overrideConflicts`.
 */
export const updateSchedule = (...change: Parameters<typeof editSchedule>): ScheduleRow => {
  const { row, conflicts } = editSchedule(...change);
  const [, , , body] = change;
  if (conflicts.length > 0 && body.overrideConflicts !== true) throw conflictProblem(conflicts);
  return row;
};

/** Archives a schedule and cancels its future, edited sessions too. Twice is the same as once. */
export const archiveSchedule = (tx: Tx, row: ScheduleRow, reactions: Reactions): ScheduleChange => {
  if (row.archivedAt !== null) return { row, outcome: nothing(), conflicts: [] };
  const next: ScheduleRow = { ...row, status: 'archived', archivedAt: tx.now, updatedAt: tx.now };
  scheduleRows.update(tx, row.id, changedColumns(row, next));
  const from = localDateAt(tx.nowMs, row.timezone);
  const scope: ChangeScope = {
    from,
    until: row.generatedUntil ?? from,
    notBefore: tx.now,
    overwriteModified: true,
    onRemoved: 'cancel',
  };
  const outcome = new Reconciliation(tx, next, scope, reactions).run();
  tx.raise('schedule.deleted', row.siteId, { scheduleId: row.id, sessionsCancelled: outcome.sessionsCancelled });
  return { row: next, outcome, conflicts: [] };
};
