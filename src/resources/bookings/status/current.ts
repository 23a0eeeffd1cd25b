import type { BookingRecord } from '../queries.ts';

declare const isCurrent: unique symbol;

/** A booking that may be changed: `bookingToChange` gives it, or a query whose rows cannot be half changed. */
export interface CurrentBooking extends BookingRecord {
  readonly [isCurrent]: true;
}
