// What changes in other families do to bookings (src/resources/reactions.ts).

import type { Tx } from '../../database/database.ts';
import { longChange } from '../../database/long-change.ts';
import { upperSnake } from '../../events/payload-fields.ts';
import { hasMoreSeats } from '../sessions/booking/seats.ts';
import { sessionById } from '../sessions/queries.ts';
import type { SessionRow } from '../sessions/record.ts';
import { sessionMoves } from '../sessions/tables.ts';
import { sourceOfPayments } from './credits.ts';
import { bookingById } from './queries.ts';
import { Booking, type BookingRow } from './record.ts';
import { bookingIds } from './status/change.ts';
import { countMoved } from './status/counters.ts';
import { endOffersAtCutoff } from './waitlist/cutoff.ts';
import { fillFreedSeats } from './waitlist/fill.ts';
import { withdrawOffers } from './waitlist/withdraw.ts';

/** Bookings that one statement moves. */
const AT_ONCE = 50;

const LAST = `select max("id") as "id" from
  (select "id" from "bookings" where "sessionId" = ? and "id" > ? order by "id" limit ${AT_ONCE})`;
const MOVE = 'update "bookings" set "startTime" = ?, "siteId" = ? where "sessionId" = ? and "id" > ? and "id" <= ?';

/** Copies the time and site that a session has now to its bookings. */
export const sessionMove = longChange(sessionMoves, {
  fewest: 5,
  rows({ tx, id, state }) {
    const session = sessionById(tx, id);
    const last = tx.db.query<{ id: string | null }, [string, string]>(LAST).get(id, state.lastBookingId)?.id;
    return session === undefined || last == null ? [] : [{ session, last }];
  },
  change({ tx, id, state: { lastBookingId } }, { session, last }) {
    tx.db.query(MOVE).run(session.startTime, session.siteId, id, lastBookingId, last);
    countMoved(tx, id, lastBookingId, last);
    return { lastBookingId: last };
  },
});

/** Copies the time and site of a session to its bookings. Its offers end at its new cut-off. */
export const moveBookings = (tx: Tx, session: Pick<SessionRow, 'id'>): void => {
  sessionMove.begin(tx, session.id, { lastBookingId: '' });
  endOffersAtCutoff(tx, session);
};

const WITHOUT_PACKAGE: readonly BookingRow['bookingSource'][] = ['unpaid', 'drop_in', 'comp'];

/** Updates the source of a live booking after a drop-in was paid or refunded. A package that pays for it stays. */
export const updateDropInSource = (tx: Tx, bookingId: string): void => {
  const row = bookingById(tx, bookingId);
  if (row === undefined || row.status === 'cancelled' || row.packageId !== null) return;
  const bookingSource = sourceOfPayments(tx, bookingId);
  if (bookingSource === row.bookingSource || !WITHOUT_PACKAGE.includes(row.bookingSource)) return;
  Booking.rows.update(tx, row.id, { bookingSource, updatedAt: tx.now });
  tx.raise('booking.updated', row.siteId, {
    ...bookingIds(row),
    changes: { bookingSource: upperSnake(bookingSource) },
    previous: { bookingSource: upperSnake(row.bookingSource) },
  });
};

/** Offers the seats that a session has got, or withdraws the offers for which it no longer has seats. */
export const capacityChanged = (tx: Tx, before: SessionRow, after: SessionRow): void => {
  if (before.capacity === after.capacity) return;
  if (hasMoreSeats(before, after)) fillFreedSeats(tx, new Map([[before.id, { ...before, overrides: null }]]));
  else withdrawOffers(tx, after);
};
