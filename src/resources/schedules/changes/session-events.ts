import type { Tx } from '../../../database/database.ts';
import { eventChanges } from '../../../events/changes.ts';
import { changesBetween, isChanged } from '../../../kernel/changes.ts';
import { unpack, unpackList } from '../../../records/json.ts';
import { waitlistFills } from '../../bookings/waitlist/tables.ts';
import { bookedCount, isFull } from '../../sessions/booking/seats.ts';
import { sessionById } from '../../sessions/queries.ts';
import { Session, type SessionRow } from '../../sessions/record.ts';
import { waitlistOf } from '../../sessions/view.ts';
import { bookingSettings } from '../../settings/queries.ts';

export const decoded = (row: SessionRow) => ({
  ...row,
  tags: unpackList(row.tags),
  bring: unpackList(row.bring),
  additionalInstructorIds: unpackList(row.additionalInstructorIds),
  dropInPrice: unpack(row.dropInPrice),
  isVirtual: row.isVirtual === 1,
  isPrivate: row.isPrivate === 1,
  isModified: row.isModified === 1,
});

/** The waitlist of a session before and after a change, as responses show it; empty where nothing can differ. */
const waitlists = (tx: Tx, before: SessionRow, after: SessionRow): readonly [object, object] => {
  const stored = ({ waitlistEnabled, waitlistCapacity, siteId }: SessionRow) => [
    waitlistEnabled,
    waitlistCapacity,
    siteId,
  ];
  if (Bun.deepEquals(stored(before), stored(after))) return [{}, {}];
  const overrides = sessionById(tx, after.id)?.overrides;
  const shown = (row: SessionRow) => waitlistOf(row, bookingSettings(tx, row.siteId, overrides));
  return [shown(before), shown(after)];
};

/** What events leave out: `virtualUrl` is for clients with a booking, `rescheduledId` is internal. */
const OMITTED = ['virtualUrl', 'rescheduledId'];

/** `session.full` is raised when it is full and was not; during a fill of its waitlist, by the last transaction. */
export const raiseUpdated = (tx: Tx, before: SessionRow, after: SessionRow): void => {
  const [waitlistBefore, waitlistAfter] = waitlists(tx, before, after);
  const difference = changesBetween(
    { ...decoded(before), ...waitlistBefore },
    { ...decoded(after), ...waitlistAfter },
    OMITTED,
  );
  const seats = { sessionId: after.id, bookedCount: bookedCount(after) };
  if (isChanged(difference)) {
    const changes = eventChanges(Session.schema, difference);
    tx.raise('session.updated', after.siteId, { ...seats, scheduleId: after.scheduleId, ...changes });
  }
  if (isFull(after) && !isFull(before) && waitlistFills.find(tx, after.id) === undefined) {
    tx.raise('session.full', after.siteId, { ...seats, capacity: after.capacity, availableSpots: 0 });
  }
};

export const raiseInstructorChanged = (tx: Tx, before: SessionRow, after: SessionRow): void => {
  const { id: sessionId, instructorId, originalInstructorId } = after;
  if (instructorId === before.instructorId) return;
  tx.raise('session.instructor_changed', after.siteId, {
    sessionId,
    instructorId,
    previousInstructorId: before.instructorId,
    isSubstitute: originalInstructorId !== null,
  });
};

export const raiseCreated = (tx: Tx, row: SessionRow): void => {
  const { id: sessionId, scheduleId, startTime, endTime, instructorId, capacity } = row;
  tx.raise('session.created', row.siteId, { sessionId, scheduleId, startTime, endTime, instructorId, capacity });
};

/** Raises `session.cancelled`; `affectedBookings` is the number of bookings that were canceled with it. */
export const raiseCancelled = (tx: Tx, row: SessionRow, cancelReason: string, affectedBookings: number): void => {
  const { id: sessionId, scheduleId, startTime } = row;
  tx.raise('session.cancelled', row.siteId, { sessionId, scheduleId, startTime, cancelReason, affectedBookings });
};
