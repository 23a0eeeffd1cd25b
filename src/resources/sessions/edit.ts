import type { Tx } from '../../database/database.ts';
import type { SessionRow } from '../../database/tables/sessions.ts';
import type { Caller } from '../../kernel/caller.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { wallClock } from '../../kernel/local-time.ts';
import { conflict, type Detail, invalid, invalidParam } from '../../kernel/problem.ts';
import type { Reactions } from '../reactions.ts';
import { SLOT_GONE, storeChange } from '../schedules/changes/apply.ts';
import { conflictProblem, sessionConflicts } from '../schedules/changes/conflicts.ts';
import { hasMoreSeats, tellCancelled, tellCreated, tellUpdate } from '../schedules/changes/events.ts';
import { assignedTo, namedInstructors, notTeaching } from '../schedules/checks.ts';
import { UNTOUCHED } from '../schedules/generation/generate.ts';
import { columnsOf, requireActive } from '../schedules/schedules.ts';
import { namedSite } from '../sites/named-sites.ts';
import { insertSession, updateColumns } from './queries.ts';
import type { CancelSessionBody, CreateSessionBody, SubstituteBody, UpdateSessionBody } from './shapes.ts';

const MINUTE = 60_000;

/** What stands as the reason where none is given. */
const BY_THE_STUDIO = 'session_cancelled';

/** The fields that a session keeps of its time. @param startTime an instant in any RFC 3339 form. */
const timesOf = (startTime: string, durationMinutes: number, timezone: string) => {
  const start = epochOf(startTime);
  const shown = wallClock(start, timezone);
  return {
    startTime: isoInstant(start),
    endTime: isoInstant(start + durationMinutes * MINUTE),
    durationMinutes,
    timezone,
    localDate: shown.date,
    localStartTime: shown.time,
  };
};

/** @throws Problem 400 with everything that is wrong with the body. */
const check = (tx: Tx, body: UpdateSessionBody, current?: SessionRow): void => {
  // A session may be put on the calendar at the last moment; one that people wait for is not begun by moving it.
  const earliest = current === undefined ? tx.nowMs : tx.nowMs + 1;
  const isPast = body.startTime !== undefined && epochOf(body.startTime) < earliest;
  const message = "'startTime' is past. Send an instant that lies ahead.";
  const problems: Detail[] = [
    ...(isPast ? [{ param: 'startTime', code: 'parameter_invalid', message }] : []),
    ...notTeaching(tx, namedInstructors(body), assignedTo(current)),
  ];
  if (problems.length > 0) throw invalid(problems);
};

/** @throws Problem 409 `instructor_conflict`. */
const checkConflicts = (tx: Tx, row: SessionRow, override: boolean | undefined): void => {
  const conflicts = override === true ? [] : sessionConflicts(tx, row);
  if (conflicts.length > 0) throw conflictProblem(conflicts);
};

/** @throws Problem 409 `session_cancelled`, `session_started`. */
const requireAhead = (tx: Tx, row: SessionRow): void => {
  if (row.cancelledAt !== null) {
    throw conflict(
      'session_cancelled',
      'The session is cancelled and stays as it is. Put another one on the calendar.',
    );
  }
  if (tx.now >= row.startTime) {
    throw conflict('session_started', 'The session has started and stays as it is. Choose one that lies ahead.');
  }
};

/** Whether a change may put an instructor in two places. */
const isPlaced = (before: SessionRow, after: SessionRow): boolean =>
  before.startTime !== after.startTime ||
  before.endTime !== after.endTime ||
  before.instructorId !== after.instructorId ||
  before.additionalInstructorIds !== after.additionalInstructorIds;

const tellInstructor = (tx: Tx, before: SessionRow, after: SessionRow): void => {
  const { id: sessionId, instructorId, originalInstructorId } = after;
  tx.raise('session.instructor_changed', after.siteId, {
    sessionId,
    instructorId,
    previousInstructorId: before.instructorId,
    isSubstitute: originalInstructorId !== null,
  });
};

/**
 * Puts a session on the calendar that belongs to no schedule.
 * @throws Problem 400; 403; 409 `site_inactive`, or `instructor_conflict` unless `overrideConflicts`.
 */
export const createSession = (tx: Tx, caller: Caller, body: CreateSessionBody, id: string = tx.id()): SessionRow => {
  const { siteId: _, locationId: __, startTime, overrideConflicts, ...fields } = body;
  const site = namedSite(tx, caller, body);
  if (site === undefined)
    throw invalidParam('siteId', "'siteId' is missing. Send the id of a site.", 'parameter_missing');
  check(tx, body);
  requireActive(site);
  const times = timesOf(startTime, body.durationMinutes, site.timezone);
  const row: SessionRow = {
    id,
    name: body.name,
    description: null,
    category: null,
    level: null,
    tags: null,
    imageUrl: null,
    type: 'class',
    siteId: site.id,
    roomName: null,
    instructorId: null,
    originalInstructorId: null,
    additionalInstructorIds: null,
    scheduleId: null,
    occurrenceKey: `${times.localDate}T${times.localStartTime}`,
    capacity: null,
    waitlistEnabled: null,
    waitlistCapacity: null,
    creditCost: 1,
    dropInPrice: null,
    isVirtual: 0,
    virtualUrl: null,
    isPrivate: 0,
    ...UNTOUCHED,
    createdAt: tx.now,
    updatedAt: tx.now,
    ...columnsOf(fields),
    ...times,
  };
  checkConflicts(tx, row, overrideConflicts);
  insertSession(tx, row);
  tellCreated(tx, row);
  return row;
};

/** The session as a body asks for it; another time or place keeps what the wall clock there shows. */
const changed = (tx: Tx, caller: Caller, row: SessionRow, body: UpdateSessionBody): SessionRow => {
  const { siteId: _, locationId: __, startTime, durationMinutes, overrideConflicts: ___, ...fields } = body;
  const site = namedSite(tx, caller, body);
  const isElsewhere = site !== undefined && site.id !== row.siteId;
  if (isElsewhere) requireActive(site);
  const next: SessionRow = {
    ...row,
    ...columnsOf(fields),
    ...timesOf(
      startTime ?? row.startTime,
      durationMinutes ?? row.durationMinutes,
      isElsewhere ? site.timezone : row.timezone,
    ),
    siteId: site?.id ?? row.siteId,
  };
  // Whoever is put down here leads the session for good; a substitute is named by an act of its own.
  if (next.instructorId !== row.instructorId) next.originalInstructorId = null;
  return next;
};

/**
 * Changes one session by itself; one that a schedule made is kept as it is now when the schedule changes. Who had
 * booked may leave free of charge until the start when its time, place or instructor is another one.
 * @throws Problem 400; 403; 409 `session_cancelled`, `session_started`, `site_inactive`, or `instructor_conflict`
 * unless `overrideConflicts`.
 */
export const updateSession = (
  tx: Tx,
  caller: Caller,
  row: SessionRow,
  body: UpdateSessionBody,
  reactions: Reactions,
): SessionRow => {
  requireAhead(tx, row);
  check(tx, body, row);
  const next = changed(tx, caller, row, body);
  if (Bun.deepEquals(row, next)) return row;
  if (isPlaced(row, next)) checkConflicts(tx, next, body.overrideConflicts);
  if (row.scheduleId !== null) next.isModified = 1;
  storeChange(tx, row, next, reactions);
  tellUpdate(tx, row, next);
  if (next.instructorId !== row.instructorId) tellInstructor(tx, row, next);
  if (hasMoreSeats(row, next)) reactions.seatsFreed(tx, row);
  return next;
};

/**
 * Has somebody else lead one session; naming the original instructor again takes the substitution back.
 * @throws Problem 400; 409 `session_cancelled`, `session_started`, or `instructor_conflict` unless `overrideConflicts`.
 */
export const substitute = (
  tx: Tx,
  row: SessionRow,
  { instructorId, overrideConflicts }: SubstituteBody,
  reactions: Reactions,
): SessionRow => {
  requireAhead(tx, row);
  check(tx, { instructorId }, row);
  if (instructorId === row.instructorId) return row;
  const original = row.originalInstructorId ?? row.instructorId;
  const next: SessionRow = {
    ...row,
    instructorId,
    originalInstructorId: original === instructorId ? null : original,
    isModified: Number(row.scheduleId !== null),
  };
  checkConflicts(tx, next, overrideConflicts);
  storeChange(tx, row, next, reactions);
  tellInstructor(tx, row, next);
  return next;
};

/**
 * Calls a session off, with everything that is booked in it, free of charge. A change of its schedule does not bring
 * it back.
 * @throws Problem 400 for a reason that is kept for schedules; 409 `session_cancelled`, `session_started`.
 */
export const cancelSession = (
  tx: Tx,
  row: SessionRow,
  { reason }: CancelSessionBody,
  reactions: Reactions,
): SessionRow => {
  if (reason === SLOT_GONE) {
    throw invalidParam('reason', `The reason '${SLOT_GONE}' is kept for changes of schedules. Say it in other words.`);
  }
  requireAhead(tx, row);
  const next = { ...row, cancelledAt: tx.now, cancelReason: reason ?? BY_THE_STUDIO, updatedAt: tx.now };
  // Cancelled first, so that no seat that is freed now is handed on.
  updateColumns(tx, row.id, { cancelledAt: next.cancelledAt, cancelReason: next.cancelReason, updatedAt: tx.now });
  const affected = reactions.sessionCancelled(tx, next, 'session_cancelled');
  tellCancelled(tx, next, reason ?? BY_THE_STUDIO.toUpperCase(), affected);
  return next;
};
