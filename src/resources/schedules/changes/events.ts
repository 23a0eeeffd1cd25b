import type { Tx } from '../../../database/database.ts';
import { unpack, unpackList } from '../../../database/json.ts';
import type { SessionRow } from '../../../database/tables/sessions.ts';
import { changesInEvents } from '../../../events/changes.ts';
import { changesBetween, isChanged } from '../../../kernel/changes.ts';
import { Schedule } from '../shapes.ts';

const bookedCount = (row: SessionRow): number => row.confirmedCount + row.attendedCount + row.noShowCount;
/** Everything that is booked and not cancelled. */
export const liveBookings = (row: SessionRow): number => bookedCount(row) + row.waitlistedCount;
const isFull = (row: SessionRow): boolean => row.capacity !== null && bookedCount(row) + row.offersHeld >= row.capacity;

/** Whether a change has made seats free for those who wait. */
export const hasMoreSeats = (before: SessionRow, after: SessionRow): boolean =>
  before.capacity !== null && (after.capacity === null || after.capacity > before.capacity);

/** The columns of a session as its record shows them. */
const shown = (row: SessionRow) => ({
  ...row,
  tags: unpackList(row.tags),
  additionalInstructorIds: unpackList(row.additionalInstructorIds),
  dropInPrice: unpack(row.dropInPrice),
  isVirtual: row.isVirtual === 1,
  isPrivate: row.isPrivate === 1,
  isModified: row.isModified === 1,
  waitlistEnabled: row.waitlistEnabled === null ? null : row.waitlistEnabled === 1,
});

/** Fields that only the bookings of a session may know, or that no record shows. */
const UNTOLD = ['virtualUrl', 'rescheduledId'];

/** A session changed: what is different, and whether its last seat went. Whether more seats stay free, the line says. */
export const tellUpdate = (tx: Tx, before: SessionRow, after: SessionRow): void => {
  const difference = changesBetween(shown(before), shown(after), UNTOLD);
  const told = { sessionId: after.id, bookedCount: bookedCount(after) };
  if (isChanged(difference)) {
    tx.raise('session.updated', after.siteId, {
      ...told,
      scheduleId: after.scheduleId,
      ...changesInEvents(Schedule, difference),
    });
  }
  if (isFull(after) && !isFull(before)) {
    tx.raise('session.full', after.siteId, { ...told, capacity: after.capacity, availableSpots: 0 });
  }
};

/** A session is on the calendar. */
export const tellCreated = (tx: Tx, row: SessionRow): void => {
  const { id: sessionId, scheduleId, startTime, endTime, instructorId, capacity } = row;
  tx.raise('session.created', row.siteId, { sessionId, scheduleId, startTime, endTime, instructorId, capacity });
};

/** A session was cancelled, and so were its bookings. */
export const tellCancelled = (tx: Tx, row: SessionRow, cancelReason: string, affectedBookings: number): void => {
  const { id: sessionId, scheduleId, startTime } = row;
  tx.raise('session.cancelled', row.siteId, {
    sessionId,
    scheduleId,
    startTime,
    cancelReason,
    affectedBookings,
  });
};
