// What changes in other families do to bookings (src/resources/reactions.ts).

import type { Tx } from '../../database/database.ts';
import type { SessionRow } from '../sessions/record.ts';
import { fillFreedSeats } from './waitlist/fill.ts';

const MOVE = `update "bookings" set "startTime" = ?, "siteId" = ? where "sessionId" = ?`;

/** Copies the time and site of a session to its bookings. */
export const moveBookings = (
  tx: Tx,
  { id, startTime, siteId }: Pick<SessionRow, 'id' | 'startTime' | 'siteId'>,
): void => {
  tx.db.query(MOVE).run(startTime, siteId, id);
};

/** Offers the seats that a session has got, compared to `before`, to its waitlist. */
export const seatsFreed = (tx: Tx, before: SessionRow): void =>
  fillFreedSeats(tx, new Map([[before.id, { ...before, overrides: null }]]));
