// What changes in other families do to bookings (src/resources/reactions.ts).

import type { Tx } from '../../database/database.ts';
import type { SessionRow } from '../sessions/record.ts';
import { upcomingBookings, upcomingBookingsOn } from './queries.ts';
import { cancelAll } from './status/cancel.ts';
import { fillFreedSeats } from './waitlist/fill.ts';

/** Cancels every upcoming booking of an archived client, free of charge. Returns how many. */
export const cancelClientBookings = (tx: Tx, clientId: string): number => {
  const rows = upcomingBookings(tx, clientId);
  cancelAll(tx, rows, { by: 'system', reason: 'client_archived', byStudio: true });
  return rows.length;
};

/** Cancels every upcoming booking that a cancelled package pays for. */
export const cancelPackageBookings = (tx: Tx, packageId: string): void =>
  cancelAll(tx, upcomingBookingsOn(tx, packageId), { by: 'system', reason: 'other' });

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
