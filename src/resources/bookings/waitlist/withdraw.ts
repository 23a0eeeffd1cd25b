// Offers whose seats a smaller capacity takes away.

import type { Tx } from '../../../database/database.ts';
import type { Slice } from '../../../database/long-changes.ts';
import { changeSome } from '../../../kernel/slices.ts';
import { restoreCredit } from '../credits.ts';
import { type BookableSession, type BookingRecord, bookableSession } from '../queries.ts';
import { seatsBeyondCapacity } from '../seats.ts';
import { bookingIds, changeStatus } from '../status/change.ts';
import { expiredOfferCount, lastOpenOffers, openOffersAfter } from './queries.ts';
import { offerWithdrawals } from './tables.ts';

/** Offers that one transaction withdraws at most. */
const BATCH = 50;

/** How many open offers have no seat any more; offers that have expired release theirs anyway. */
const offersWithoutSeat = (tx: Tx, session: BookableSession): number =>
  session.cancelledAt === null ? seatsBeyondCapacity(session) - expiredOfferCount(tx, session.id) : 0;

/** Takes an offer back. The client keeps their place in line, and gets the next free seat as if there had been no offer. */
const withdraw = (tx: Tx, row: BookingRecord): void => {
  changeStatus(tx, row, {
    ...restoreCredit(tx, row),
    status: 'waitlisted',
    holdsSeat: 0,
    offeredAt: null,
    offerExpiresAt: null,
    lastSkipReason: 'offer_withdrawn',
  });
  tx.raise('booking.updated', row.siteId, {
    ...bookingIds(row),
    changes: { offerExpiresAt: null },
    previous: { offerExpiresAt: row.offerExpiresAt },
  });
};

/** Withdraws some of `seats` offers, the last in line first. Returns how many are left. */
const withdrawSome = (tx: Tx, sessionId: string, seats: number): number => {
  const session = bookableSession(tx, sessionId);
  const count = session === undefined ? 0 : Math.min(seats, offersWithoutSeat(tx, session));
  if (count <= 0) return 0;
  const rows = lastOpenOffers(tx, sessionId, Math.min(count, BATCH));
  // A seat that is held while a card is charged is not an offer.
  return rows.length === 0 ? 0 : count - changeSome(rows, (row) => withdraw(tx, row));
};

/**
 * Withdraws the offers of a session that its capacity no longer has seats for, after it was lowered: `withdrawMoreOffers`
 * goes on where they are many.
 */
export const withdrawOffers = (tx: Tx, session: Pick<BookableSession, 'id'>): void => {
  const left = withdrawSome(tx, session.id, Number.POSITIVE_INFINITY);
  if (left > 0) offerWithdrawals.store(tx, session.id, { left });
  else offerWithdrawals.remove(tx, session.id);
};

/** Withdraws some more of the offers of a session. A seat that is freed meanwhile keeps one of them. */
export const withdrawMoreOffers: Slice<object> = (tx, sessionId) => {
  const left = withdrawSome(tx, sessionId, offerWithdrawals.find(tx, sessionId)?.left ?? 0);
  if (left > 0) {
    offerWithdrawals.store(tx, sessionId, { left });
    return undefined;
  }
  offerWithdrawals.remove(tx, sessionId);
  return {};
};

/** Whether an open offer has no seat any more, although it is not withdrawn yet. */
export const isWithoutSeat = (tx: Tx, row: BookingRecord): boolean => {
  const { left } = offerWithdrawals.find(tx, row.sessionId) ?? { left: 0 };
  const session = left === 0 ? undefined : bookableSession(tx, row.sessionId);
  if (session === undefined) return false;
  return openOffersAfter(tx, row) < Math.min(left, offersWithoutSeat(tx, session));
};
