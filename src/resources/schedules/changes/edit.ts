import type { Tx } from '../../../database/database.ts';
import { changedColumns } from '../../../database/query.ts';
import { eventChanges } from '../../../events/changes.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { type Changes, changesBetween, isChanged } from '../../../kernel/changes.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { addDays, instantOf, laterDate, localDateAt } from '../../../kernel/local-time.ts';
import { invalidParam } from '../../../kernel/problem.ts';
import type { Reactions } from '../../reactions.ts';
import { namedSite, requireActive } from '../../sites/named-sites.ts';
import { Site } from '../../sites/record.ts';
import { withRule } from '../create.ts';
import { generateSessions, horizonOf } from '../generation/generate.ts';
import { Schedule, type ScheduleRow } from '../record.ts';
import type { InstructorConflict, UpdateScheduleBody } from '../shapes.ts';
import { scheduleFields } from '../view.ts';
import { conflictProblem, instructorConflicts } from './conflicts.ts';
import { type ChangeOutcome, type ChangeScope, Reconciliation } from './reconcile.ts';

/** A schedule after a change, and what the change did to its sessions. */
export interface ScheduleChange {
  readonly row: ScheduleRow;
  readonly outcome: ChangeOutcome;
  readonly conflicts: InstructorConflict[];
}

/** How far ahead a change may take effect, in days. */
const LATEST_EFFECT_DAYS = 366;

/** The fields whose change may cause an instructor conflict. */
const PLACING = [
  ...['instructorId', 'additionalInstructorIds', 'startDate', 'endDate', 'startTime', 'durationMinutes', 'timezone'],
  ...['recurrenceRule', 'exceptions', 'status'],
];

const unchanged = (row: ScheduleRow): ScheduleChange => ({
  row,
  outcome: { created: [], updated: [], rescheduled: [], sessionsCancelled: 0, bookingsAffected: 0 },
  conflicts: [],
});

/** The local date from which a change applies: never before today. @throws Problem 400 when it is too far ahead. */
const effectiveDate = (tx: Tx, schedule: ScheduleRow, requested: string | undefined): string => {
  const today = localDateAt(tx.nowMs, schedule.timezone);
  const latest = addDays(today, LATEST_EFFECT_DAYS);
  if (requested !== undefined && requested > latest) {
    throw invalidParam('effectiveFrom', `A change may take effect up to a year ahead. Send a date up to ${latest}.`);
  }
  return laterDate(today, requested ?? today);
};

/** The row after the changes of a body. @throws Problem 400; 403; 409 `site_inactive` when it gets or needs such a site. */
const changed = (tx: Tx, caller: Caller, row: ScheduleRow, body: UpdateScheduleBody): ScheduleRow => {
  const newSite = namedSite(tx, caller, body);
  const siteId = newSite?.id ?? row.siteId;
  const restored = body.status === undefined ? {} : { archivedAt: null };
  const next = withRule(tx, { ...row, ...Schedule.columns(body, row), ...restored, siteId }, body, row);
  const site = newSite ?? Site.rows.find(tx, row.siteId);
  const isOpened = next.status === 'active' && row.status !== 'active';
  if (site !== undefined && (isOpened || siteId !== row.siteId)) requireActive(site);
  return next;
};

const raiseUpdated = (
  tx: Tx,
  row: ScheduleRow,
  difference: Changes,
  effectiveFrom: string,
  outcome: ChangeOutcome,
): void => {
  tx.raise('schedule.updated', row.siteId, {
    scheduleId: row.id,
    ...eventChanges(Schedule.schema, difference),
    effectiveFrom,
    sessionsCreated: outcome.created.length,
    sessionsUpdated: outcome.updated.length,
    sessionsCancelled: outcome.sessionsCancelled,
  });
};

/** Replaces `row` with `next` and updates its sessions. Conflicts are returned, not thrown. */
export const applyChange = (
  tx: Tx,
  row: ScheduleRow,
  next: ScheduleRow,
  body: UpdateScheduleBody,
  reactions: Reactions,
): ScheduleChange => {
  const from = effectiveDate(tx, next, body.effectiveFrom);
  const difference = changesBetween(scheduleFields(row), scheduleFields(next), ['virtualUrl', 'locationId']);
  if (Bun.deepEquals(row, next)) return unchanged(row);
  // Up to then, sessions are those of the schedule before the change.
  const earlier = generateSessions(tx, row, addDays(from, -1));
  const until = laterDate(laterDate(from, horizonOf(tx, next)), row.generatedUntil ?? from);
  next.updatedAt = tx.now;
  if (next.status === 'active') next.generatedUntil = until;
  // Changes of the former site no longer concern it.
  if (next.siteId !== row.siteId) next.siteBefore = null;
  Schedule.rows.update(tx, row.id, changedColumns(row, next));
  const scope: ChangeScope = {
    from,
    until,
    notBefore: isoInstant(Math.max(instantOf(from, '00:00', next.timezone), tx.nowMs)),
    overwriteModified: body.overwriteModified ?? false,
    onRemoved: body.onRemoved ?? 'cancel',
  };
  const outcome = new Reconciliation(tx, next, scope, reactions).run();
  outcome.created.push(...earlier);
  if (isChanged(difference)) raiseUpdated(tx, next, difference, from, outcome);
  const isPlaced = PLACING.some((field) => field in difference.changes);
  const placed = isPlaced ? [...outcome.created, ...outcome.updated] : [];
  return { row: next, outcome, conflicts: instructorConflicts(tx, row.id, placed) };
};

/**
 * Changes a schedule and its sessions from `effectiveFrom` on (rules.md "Schedule to sessions"). Conflicts are returned,
 * not thrown.
 * @throws Problem 400; 403; 409 `site_inactive`.
 */
export const editSchedule = (
  tx: Tx,
  caller: Caller,
  row: ScheduleRow,
  body: UpdateScheduleBody,
  reactions: Reactions,
): ScheduleChange => applyChange(tx, row, changed(tx, caller, row, body), body, reactions);

/**
 * As `editSchedule`, for good.
 * @throws Problem 400; 403; 409 `site_inactive`, or `instructor_conflict` unless `overrideConflicts`.
 */
export const updateSchedule = (...change: Parameters<typeof editSchedule>): ScheduleRow => {
  const { row, conflicts } = editSchedule(...change);
  const [, , , body] = change;
  if (conflicts.length > 0 && body.overrideConflicts !== true) throw conflictProblem(conflicts);
  return row;
};

/** Archives a schedule and cancels its future sessions, edited ones too. An archived schedule stays as it is. */
export const archiveSchedule = (tx: Tx, row: ScheduleRow, reactions: Reactions): ScheduleChange => {
  if (row.archivedAt !== null) return unchanged(row);
  const next: ScheduleRow = { ...row, status: 'archived', archivedAt: tx.now, updatedAt: tx.now };
  Schedule.rows.update(tx, row.id, changedColumns(row, next));
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
