import type { Tx } from '../../../database/database.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { sessionOfBooking } from '../queries.ts';
import { Booking, type BookingRow } from '../record.ts';
import { bookingIds } from '../status/change.ts';
import { cutoffOf } from './deadlines.ts';
import { settingsOf } from './eligibility.ts';
import { fillFreedSeats } from './fill.ts';

type Offer = Pick<BookingRow, 'id' | 'clientId' | 'sessionId' | 'siteId' | 'offerExpiresAt'>;

const LATER = `select "id", "clientId", "sessionId", "siteId", "offerExpiresAt" from "bookings"
  where "sessionId" = ?1 and "status" = 'waitlisted' and +"holdsSeat" = 1 and "offerExpiresAt" > ?2
    and "id" > ?3 and (?4 is null or "id" <= ?4) order by "id"`;

/**
 * Ends the offers of a session that has moved at its new cut-off, at once when that has passed: no seat is held after the
 * cut-off. Offers that end earlier keep their end.
 * @param after the booking before the first one that is looked at.
 * @param last the last booking that is looked at; null for all.
 */
export const endOffersAtCutoff = (tx: Tx, sessionId: string, after: string, last: string | null): void => {
  const session = sessionOfBooking(tx, { sessionId });
  if (session.offersHeld === 0) return;
  const cutoff = cutoffOf(session.startTime, settingsOf(tx, session));
  const offerExpiresAt = isoInstant(Math.max(cutoff, tx.nowMs));
  const offers = tx.db.query<Offer, (string | null)[]>(LATER).all(sessionId, offerExpiresAt, after, last);
  for (const offer of offers) {
    Booking.rows.update(tx, offer.id, { offerExpiresAt, updatedAt: tx.now });
    tx.raise('booking.updated', offer.siteId, {
      ...bookingIds(offer),
      changes: { offerExpiresAt },
      previous: { offerExpiresAt: offer.offerExpiresAt },
    });
  }
  if (offers.length > 0 && offerExpiresAt === tx.now) fillFreedSeats(tx, new Map([[sessionId, session]]));
};
