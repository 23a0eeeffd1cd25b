import type { Tx } from '../../database/database.ts';
import type { BookableSession } from './queries.ts';

/** How many seats are taken; those that open offers hold are not among them. */
const bookedCount = (session: BookableSession): number =>
  session.confirmedCount + session.attendedCount + session.noShowCount;

/** How many seats are free; null when there is no limit. */
export const freeSeats = (session: BookableSession): number | null =>
  session.capacity === null ? null : Math.max(0, session.capacity - bookedCount(session) - session.offersHeld);

/** Raises `session.full` when the last free seat is taken, and `session.spot_available` when one is free again. */
export const raiseAvailability = (tx: Tx, before: BookableSession, after: BookableSession): void => {
  const availableSpots = freeSeats(after);
  if ((freeSeats(before) === 0) === (availableSpots === 0)) return;
  tx.raise(availableSpots === 0 ? 'session.full' : 'session.spot_available', after.siteId, {
    sessionId: after.id,
    bookedCount: bookedCount(after),
    capacity: after.capacity,
    availableSpots,
  });
};
