import type { BookingRecord } from '../queries.ts';

declare const isCurrent: unique symbol;

/**
 * A booking in its current state, which may be changed. `bookingToChange` gives it; so do queries whose rows cannot be half
 * changed.
 */
export interface CurrentBooking extends BookingRecord {
  readonly [isCurrent]: true;
}
