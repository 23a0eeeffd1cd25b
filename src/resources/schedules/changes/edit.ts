import type { Tx } from '../../../database/database.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { changesBetween, isChanged } from '../../../kernel/changes.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { addDays, earlierOf, instantOf, laterOf, localDateAt } from '../../../kernel/local-time.ts';
import { invalidParam } from '../../../kernel/problem.ts';
import { changedColumns } from '../../../records/query.ts';
import { archived } from '../../../records/store-changes.ts';
import { namedSite, requireActive } from '../../named-sites.ts';
import { forgetPicture, isOwnPicture } from '../../own-pictures.ts';
import { Site } from '../../sites/record.ts';
import { withRule } from '../create.ts';
import { addsSessions, firstMissingDate, horizonOf, planOf } from '../generation/generate.ts';
import { earliestSlotAhead } from '../queries.ts';
import { Schedule, type ScheduleRow } from '../record.ts';
import { hasEnded } from '../recurrence/recurrence.ts';
import type { UpdateScheduleBody } from '../shapes.ts';
import { scheduleFields } from '../view.ts';
import type { BegunChange } from './carry-out.ts';
import { CLASHES, type Clash, refusedClashes } from './conflicts.ts';
import type { ChangeScope } from './reconcile.ts';
import { NO_COUNTS, type ScheduleWork } from './work.ts';

/** How far ahead a change may take effect, in days. */
const LATEST_EFFECT_DAYS = 366;

const TIMING = [
  'startDate',
  'endDate',
  'startTime',
  'durationMinutes',
  'timezone',
  'recurrenceRule',
  'exceptions',
  'status',
];
/** The fields whose change may cause a conflict, by what both sessions need. */
const PLACING: Readonly<Record<Clash, readonly string[]>> = {
  instructor: [...TIMING, 'instructorId', 'additionalInstructorIds'],
  room: [...TIMING, 'siteId', 'roomName'],
};

/** The local date from which a change applies: never before today. @throws Problem 400 when it is too far ahead. */
const effectiveDate = (tx: Tx, schedule: ScheduleRow, requested: string | undefined): string => {
  const today = localDateAt(tx.nowMs, schedule.timezone);
  const latest = addDays(today, LATEST_EFFECT_DAYS);
  if (requested !== undefined && requested > latest) {
    throw invalidParam(
      'effectiveFrom',
      `A change can take effect up to a year ahead. Send a date no later than ${latest}.`,
      { reason: 'too_late' },
    );
  }
  return laterOf(today, requested ?? today);
};

/** Whether a schedule that ended has dates ahead after a change, so that it continues. */
const goesOn = (tx: Tx, row: ScheduleRow, next: ScheduleRow): boolean => {
  const isOver = (schedule: ScheduleRow) => hasEnded(planOf(tx, schedule), localDateAt(tx.nowMs, schedule.timezone));
  return row.status === 'ended' && next.status === 'ended' && isOver(row) && !isOver(next);
};

/** The row after the changes of a body. @throws Problem 400; 403; 409 `site_inactive` when it gets or needs such a site. */
const changed = (tx: Tx, caller: Caller, row: ScheduleRow, body: UpdateScheduleBody): ScheduleRow => {
  const newSite = namedSite(tx, caller, body);
  const siteId = newSite?.id ?? row.siteId;
  const restored = body.status === undefined ? {} : { archivedAt: null };
  const edited = withRule(tx, caller, { ...row, ...Schedule.columns(body, row), ...restored, siteId }, body, row);
  const next: ScheduleRow = goesOn(tx, row, edited) ? { ...edited, status: 'active' } : edited;
  const site = newSite ?? Site.rows.find(tx, row.siteId);
  const isOpened = next.status === 'active' && row.status !== 'active';
  if (site !== undefined && (isOpened || siteId !== row.siteId)) requireActive(site);
  return next;
};

/** Stores `next` in place of `row`, and says what follows for the sessions. */
export const beginChange = (tx: Tx, row: ScheduleRow, next: ScheduleRow, body: UpdateScheduleBody): BegunChange => {
  const from = effectiveDate(tx, next, body.effectiveFrom);
  const difference = changesBetween(scheduleFields(row), scheduleFields(next), ['virtualUrl', 'locationId']);
  if (Bun.deepEquals(row, next)) return { row };
  // Until then, the terms of the schedule before the change make the sessions.
  const earlier = { do: 'create', from: firstMissingDate(tx, row), until: addDays(from, -1), terms: row } as const;
  const hasEarlier = earlier.from <= earlier.until && addsSessions(tx, row);
  const until = laterOf(laterOf(from, horizonOf(tx, next)), row.generatedUntil ?? from);
  next.updatedAt = tx.now;
  if (hasEarlier) next.generatedUntil = earlier.until;
  if (next.status === 'active') next.generatedUntil = until;
  // Changes of the former site no longer concern it.
  if (next.siteId !== row.siteId) next.siteBefore = null;
  Schedule.rows.update(tx, row.id, changedColumns(row, next));
  const hasOtherPicture = row.imageUrl !== next.imageUrl;
  // Sessions before a later date keep the picture before.
  const isNow = from === localDateAt(tx.nowMs, next.timezone);
  if (hasOtherPicture && isNow) forgetPicture(tx, row.id, next.imageUrl);
  const scope: ChangeScope = {
    from,
    until,
    notBefore: isoInstant(Math.max(instantOf(from, '00:00', next.timezone), tx.nowMs)),
    overwriteModified: body.overwriteModified ?? false,
    onRemoved: body.onRemoved ?? 'cancel',
    earlierTerms: row,
    ...(hasOtherPicture && [row, next].some(({ imageUrl }) => isOwnPicture(imageUrl)) ? { movesPicture: true } : {}),
  };
  const parts: ScheduleWork['parts'] = [
    ...(hasEarlier ? [earlier] : []),
    { do: 'reconcile', ...scope },
    ...(isChanged(difference) ? [{ do: 'raiseUpdated', difference, effectiveFrom: from } as const] : []),
  ];
  const places = CLASHES.filter((kind) => PLACING[kind].some((field) => field in difference.changes));
  return { row: next, work: { parts, counts: NO_COUNTS }, places, refuses: refusedClashes(places, body) };
};

/** From `effectiveFrom` on (rules.md "Schedule to sessions"). @throws Problem 400; 403; 409 `site_inactive`. */
export const editSchedule = (tx: Tx, caller: Caller, row: ScheduleRow, body: UpdateScheduleBody): BegunChange => ({
  ...beginChange(tx, row, changed(tx, caller, row, body), body),
  caller,
});

/** Archives a schedule and cancels its future sessions, edited ones too. An archived schedule stays as it is. */
export const archiveSchedule = (tx: Tx, row: ScheduleRow): BegunChange => {
  if (row.archivedAt !== null) return { row };
  const next = archived(tx, Schedule, row, { status: 'archived' });
  const today = localDateAt(tx.nowMs, row.timezone);
  const scope: ChangeScope = {
    // The slot of a session that was moved may be past while the session is upcoming.
    from: earlierOf(today, earliestSlotAhead(tx, row.id) ?? today),
    until: row.generatedUntil ?? today,
    notBefore: tx.now,
    overwriteModified: true,
    onRemoved: 'cancel',
  };
  return { row: next, work: { parts: [{ do: 'reconcile', ...scope }, { do: 'raiseDeleted' }], counts: NO_COUNTS } };
};
