// What changes in other families do to bookings (src/resources/reactions.ts).

import type { Tx } from '../../database/database.ts';
import type { Slice } from '../../database/long-changes.ts';
import { upperSnake } from '../../events/payload-fields.ts';
import { hasMoreSeats } from '../schedules/changes/session-events.ts';
import { sessionById } from '../sessions/queries.ts';
import type { SessionRow } from '../sessions/record.ts';
import { sessionMoves } from '../sessions/tables.ts';
import { sourceOfPayments } from './credits.ts';
import { bookingById } from './queries.ts';
import { Booking, type BookingRow } from './record.ts';
import { bookingIds } from './status/change.ts';
import { followMoved } from './status/counters.ts';
import { endOffersAtCutoff } from './waitlist/cutoff.ts';
import { fillFreedSeats } from './waitlist/fill.ts';
import { withdrawOffers } from './waitlist/withdraw.ts';

/** Bookings that one transaction moves. */
const BATCH = 250;

const LAST = `select "id" from "bookings" where "sessionId" = ?1 and "id" > ?2 order by "id" limit 1 offset ${BATCH - 1}`;
const MOVE = `update "bookings" set "startTime" = ?1, "siteId" = ?2
  where "sessionId" = ?3 and "id" > ?4 and (?5 is null or "id" <= ?5)`;

/** A session with the time and site that it has now. */
type MovedSession = Pick<SessionRow, 'id' | 'startTime' | 'siteId'>;

/** Copies them to a batch of bookings after `after`. Returns whether nothing is left. */
const moveSome = (tx: Tx, { id, startTime, siteId }: MovedSession, after: string): boolean => {
  const last = tx.db.query<{ id: string }, [string, string]>(LAST).get(id, after)?.id;
  tx.db.query(MOVE).run(startTime, siteId, id, after, last ?? null);
  followMoved(tx, id, after, last ?? null);
  if (last !== undefined) sessionMoves.store(tx, id, { lastBookingId: last });
  return last === undefined;
};

/**
 * Copies the time and site of a session to its bookings, or to the first of many: `moveMoreBookings` goes on. Another
 * move of the session starts again. Its offers end at its new cut-off.
 */
export const moveBookings = (tx: Tx, session: MovedSession): void => {
  if (moveSome(tx, session, '')) sessionMoves.remove(tx, session.id);
  endOffersAtCutoff(tx, session);
};

/** Copies the time and site that a session has now to some of the bookings that are left. */
export const moveMoreBookings: Slice<object> = (tx, sessionId) => {
  const left = sessionMoves.find(tx, sessionId);
  const session = sessionById(tx, sessionId);
  if (left !== undefined && session !== undefined && !moveSome(tx, session, left.lastBookingId)) return undefined;
  sessionMoves.remove(tx, sessionId);
  return {};
};

const WITHOUT_PACKAGE: readonly BookingRow['bookingSource'][] = ['unpaid', 'drop_in', 'comp'];

/** Follows what was paid for a live booking as a drop-in, or given back. A package that pays for it stays what pays. */
export const followDropIns = (tx: Tx, bookingId: string): void => {
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

/**
 * Follows a new capacity of a session: offers the seats that it has got to its waitlist, or withdraws the offers that it
 * has no seats for any more.
 */
export const capacityChanged = (tx: Tx, before: SessionRow, after: SessionRow): void => {
  if (before.capacity === after.capacity) return;
  if (hasMoreSeats(before, after)) fillFreedSeats(tx, new Map([[before.id, { ...before, overrides: null }]]));
  else withdrawOffers(tx, after);
};
