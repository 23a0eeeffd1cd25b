import type { Tx } from '../../database/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { allOf, conflict } from '../../kernel/problem.ts';
import { namedSite, requireActive } from '../named-sites.ts';
import type { Reactions } from '../reactions.ts';
import { isClosed } from '../reports/pay-months/queries.ts';
import { CLASHES, type Clash } from '../schedules/changes/conflicts.ts';
import { storeChange } from '../schedules/changes/store-change.ts';
import { differsFromSchedule } from '../schedules/generation/differs.ts';
import { zoneChanges } from '../schedules/tables.ts';
import { Site } from '../sites/record.ts';
import { actsAfterStart, requireCorrectable } from './booking/afterwards.ts';
import type { SessionRecord } from './queries.ts';
import { Session, type SessionRow } from './record.ts';
import { checkBody, checkConflicts, requireNotCancelled, requireScheduled, timeColumns } from './rules.ts';
import type { SubstituteBody, UpdateSessionBody } from './shapes.ts';

const TIMING = ['startTime', 'endTime'] as const;
const PLACING = {
  instructor: [...TIMING, 'instructorId', 'additionalInstructorIds'],
  room: [...TIMING, 'siteId', 'roomName'],
} as const satisfies Record<Clash, readonly (keyof SessionRow)[]>;

/** What a change may bring two sessions together in. */
const clashesOf = (before: SessionRow, after: SessionRow): readonly Clash[] =>
  CLASHES.filter((kind) => PLACING[kind].some((field) => before[field] !== after[field]));

/** The site's zone where the session has yet to follow it: the start is an instant, and would move once more. */
const zoneAtNewStart = (tx: Tx, { scheduleId, siteId, timezone }: SessionRow): string => {
  const isBehind = scheduleId === null && zoneChanges.find(tx, siteId)?.zones.includes(timezone) === true;
  return (isBehind ? Site.rows.find(tx, siteId)?.timezone : undefined) ?? timezone;
};

/** The row after the changes of a body, with its local time at the new start and site. */
const changed = (tx: Tx, caller: Caller, row: SessionRow, body: UpdateSessionBody): SessionRow => {
  const { startTime = row.startTime, durationMinutes = row.durationMinutes } = body;
  const site = namedSite(tx, caller, body);
  const isElsewhere = site !== undefined && site.id !== row.siteId;
  if (isElsewhere) requireActive(site);
  const ownZone = body.startTime === undefined ? row.timezone : zoneAtNewStart(tx, row);
  const next: SessionRow = {
    ...row,
    ...Session.columns(body, row),
    ...timeColumns(startTime, durationMinutes, isElsewhere ? site.timezone : ownZone),
    siteId: site?.id ?? row.siteId,
  };
  // An instructor set here is not a substitute; `substitute` sets substitutes.
  if (next.instructorId !== row.instructorId) next.originalInstructorId = null;
  return next;
};

/**
 * Changes one session. A session that differs from its schedule then is marked as modified, so that changes of the
 * schedule leave it as it is. Clients who booked may cancel free of charge until the start when its time, site or instructor changes.
 * @throws Problem 400; 403; 409 `session_cancelled`, `session_started`, `site_inactive`, `instructor_conflict` unless
 * `overrideConflicts`, or `room_conflict` unless `allowConflict`.
 */
export const updateSession = (
  tx: Tx,
  caller: Caller,
  row: SessionRow,
  body: UpdateSessionBody,
  reactions: Reactions,
): SessionRow => {
  requireScheduled(tx, row);
  const [next] = allOf(
    () => changed(tx, caller, row, body),
    () => checkBody(tx, caller, body, row),
  );
  if (Bun.deepEquals(row, next)) return row;
  checkConflicts(tx, caller, next, body, clashesOf(row, next));
  if (row.scheduleId !== null) next.isModified = Number(differsFromSchedule(tx, next));
  storeChange(tx, row, next, reactions);
  return next;
};

/** @throws Problem 409 `month_closed` for a session whose instructor has been paid. */
const requireUnpaid = (tx: Tx, { siteId, localDate }: SessionRow): void => {
  const month = localDate.slice(0, 7);
  if (!isClosed(tx, siteId, month)) return;
  throw conflict('month_closed', `The month ${month} is closed for pay. Reopen it before you change who taught.`);
};

/**
 * Substitutes the instructor of one session; naming the original instructor ends the substitution. Staff may say who
 * taught once it has started, too.
 * @throws Problem 400; 409 `session_cancelled`, `session_started`, `month_closed`, or `instructor_conflict` unless
 *   `overrideConflicts`.
 */
export const substitute = (
  tx: Tx,
  caller: Caller,
  row: SessionRecord,
  { instructorId, overrideConflicts, ...asked }: SubstituteBody,
  reactions: Reactions,
): SessionRow => {
  requireNotCancelled(row);
  const remedy = "A session that has started cannot be changed. Choose a later session, or send 'afterStart': true.";
  requireCorrectable(tx, row, actsAfterStart(caller, asked), remedy);
  checkBody(tx, caller, { instructorId }, row);
  if (instructorId === row.instructorId) return row;
  requireUnpaid(tx, row);
  const original = row.originalInstructorId ?? row.instructorId;
  const next: SessionRow = {
    ...row,
    instructorId,
    originalInstructorId: original === instructorId ? null : original,
  };
  if (row.scheduleId !== null) next.isModified = Number(differsFromSchedule(tx, next));
  checkConflicts(tx, caller, next, { overrideConflicts }, ['instructor']);
  storeChange(tx, row, next, reactions);
  return next;
};
