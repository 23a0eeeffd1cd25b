// No seat is held after the cut-off of its session: what happens to open offers when that comes earlier.

import type { Tx } from '../../../database/database.ts';
import { longChange } from '../../../database/long-change.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { type BookableSession, sessionOfBooking } from '../queries.ts';
import { Booking, type BookingRow } from '../record.ts';
import { bookingIds } from '../status/change.ts';
import { cutoffOf } from './deadlines.ts';
import { settingsOf } from './eligibility.ts';
import { addFreed, type FreedSeats, fillFreedSeats } from './fill.ts';
import { offerEnds } from './tables.ts';

/** The id of the change that concerns the offers of all sessions. */
const EVERYWHERE = 'all';

type Offer = Pick<BookingRow, 'id' | 'clientId' | 'sessionId' | 'offerExpiresAt'>;

// The plus leaves the order by id to the few rows of the index, which SQLite would otherwise not use.
const offersOf = (index: string, condition: string): string =>
  `select "id", "clientId", "sessionId", "offerExpiresAt" from "bookings" indexed by "${index}"
  where ${condition} and +"id" > ?2 order by +"id" limit ?3`;
const IN_SESSION = offersOf('bookingsWaiting', `"sessionId" = ?1 and "status" = 'waitlisted' and +"holdsSeat" = 1`);
const ANYWHERE = offersOf('bookingsOffered', '"holdsSeat" = 1 and ?1 is not null');

const offersAfter = (tx: Tx, id: string, lastBookingId: string, limit: number): Offer[] =>
  tx.db.query<Offer, [string, string, number]>(id === EVERYWHERE ? ANYWHERE : IN_SESSION).all(id, lastBookingId, limit);

/** Ends an offer at the cut-off of its session, immediately if that has passed. One that ends earlier keeps its end. */
const endAtCutoff = (tx: Tx, offer: Offer, freed: FreedSeats): void => {
  const session = sessionOfBooking(tx, offer);
  const offerExpiresAt = isoInstant(Math.max(cutoffOf(session.startTime, settingsOf(tx, session)), tx.nowMs));
  if (String(offer.offerExpiresAt) <= offerExpiresAt) return;
  if (offerExpiresAt === tx.now) addFreed(tx, freed, offer);
  Booking.rows.update(tx, offer.id, { offerExpiresAt, updatedAt: tx.now });
  tx.raise('booking.updated', session.siteId, {
    ...bookingIds(offer),
    changes: { offerExpiresAt },
    previous: { offerExpiresAt: offer.offerExpiresAt },
  });
};

/** Ends the open offers of a session, or of all, at their cut-offs. */
export const offerEnding = longChange(offerEnds, {
  fewest: 20,
  shared: (): FreedSeats => new Map(),
  rows: ({ tx, id, state }, limit) => offersAfter(tx, id, state.lastBookingId, limit),
  change({ tx, shared }, offer) {
    endAtCutoff(tx, offer, shared);
    return { lastBookingId: offer.id };
  },
  settle: ({ tx, shared }) => fillFreedSeats(tx, shared),
});

/** Ends the open offers of a session that has moved at its new cut-off. */
export const endOffersAtCutoff = (tx: Tx, { id }: Pick<BookableSession, 'id'>): void =>
  void offerEnding.begin(tx, id, { lastBookingId: '' });

/** Ends all open offers at the cut-offs by the present settings. */
export const cutoffsChanged = (tx: Tx): void => void offerEnding.begin(tx, EVERYWHERE, { lastBookingId: '' });
