// Offers whose seats a smaller capacity takes away.

import type { Tx } from '../../../database/database.ts';
import { longChange } from '../../../database/long-change.ts';
import { seatsBeyondCapacity } from '../../sessions/booking/seats.ts';
import { restoreCredit } from '../credits.ts';
import { type BookableSession, bookableSession } from '../queries.ts';
import { bookingIds, changeStatus } from '../status/change.ts';
import type { CurrentBooking } from '../status/current.ts';
import { expiredOfferCount, lastOpenOffers, openOffersAfter } from './queries.ts';
import { offerWithdrawals } from './tables.ts';

/** How many open offers no longer have a seat; offers that have expired release their seats anyway. */
const offersWithoutSeat = (tx: Tx, sessionId: string): number => {
  const session = bookableSession(tx, sessionId);
  if (session === undefined || session.cancelledAt !== null) return 0;
  return seatsBeyondCapacity(session) - expiredOfferCount(tx, sessionId);
};

/** Takes an offer back. The client keeps their place in line, and gets the next free seat as if there had been no offer. */
const withdraw = (tx: Tx, row: CurrentBooking): CurrentBooking => {
  const next = changeStatus(tx, row, {
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
  return next;
};

/** Withdraws offers, the last in line first. A seat that is freed meanwhile keeps one of them. */
export const offerWithdrawal = longChange(offerWithdrawals, {
  fewest: 20,
  rows({ tx, id, state }, limit) {
    const count = Math.min(state.left, offersWithoutSeat(tx, id), limit);
    // A seat that is held while a card is charged is not an offer.
    return count > 0 ? lastOpenOffers(tx, id, count) : [];
  },
  change({ tx, state }, row) {
    withdraw(tx, row);
    return { left: state.left - 1 };
  },
});

/** Withdraws the offers of a session that its capacity no longer has seats for, after it was lowered. */
export const withdrawOffers = (tx: Tx, { id }: Pick<BookableSession, 'id'>): void =>
  void offerWithdrawal.begin(tx, id, { left: offersWithoutSeat(tx, id) });

/** Withdraws the offer of a booking whose seat a smaller capacity has taken away, although that is not written yet. */
export const withdrawWithoutSeat = (tx: Tx, row: CurrentBooking): CurrentBooking => {
  const { left } = offerWithdrawals.find(tx, row.sessionId) ?? { left: 0 };
  const isOpen = left > 0 && row.holdsSeat === 1 && tx.now < String(row.offerExpiresAt);
  const isWithoutSeat = isOpen && openOffersAfter(tx, row) < Math.min(left, offersWithoutSeat(tx, row.sessionId));
  return isWithoutSeat ? withdraw(tx, row) : row;
};
