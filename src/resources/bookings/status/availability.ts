import type { Tx } from '../../../database/database.ts';
import { bookedCount, freeSeats, isFull } from '../../sessions/booking/seats.ts';
import type { BookableSession } from '../queries.ts';
import { waitlistFills } from '../waitlist/tables.ts';

/**
 * Raises `session.full` when the last free seat is taken, and `session.spot_available` when one is free again. While the
 * seats of a session are given to its waitlist in several transactions, nothing is: the last of them compares with the
 * time before the first.
 */
export const raiseAvailabilitySince = (tx: Tx, wasFull: boolean, after: BookableSession): void => {
  const availableSpots = freeSeats(after);
  if (wasFull === (availableSpots === 0) || after.cancelledAt !== null) return;
  if (waitlistFills.find(tx, after.id) !== undefined) return;
  tx.raise(availableSpots === 0 ? 'session.full' : 'session.spot_available', after.siteId, {
    sessionId: after.id,
    bookedCount: bookedCount(after),
    capacity: after.capacity,
    availableSpots,
  });
};

export const raiseAvailability = (tx: Tx, before: BookableSession, after: BookableSession): void =>
  raiseAvailabilitySince(tx, isFull(before), after);
