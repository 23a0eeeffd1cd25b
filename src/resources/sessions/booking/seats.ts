// How many seats a session has, and how many of them are taken, held and free.

import type { BookingSettings } from '../../settings/shapes.ts';

interface Booked {
  readonly confirmedCount: number;
  readonly attendedCount: number;
  readonly noShowCount: number;
}

interface Seats extends Booked {
  readonly capacity: number | null;
  readonly offersHeld: number;
}

/** How many seats are taken; the seats that open offers hold are not counted. */
export const bookedCount = ({ confirmedCount, attendedCount, noShowCount }: Booked): number =>
  confirmedCount + attendedCount + noShowCount;

/** The number of bookings that are not canceled, waitlisted ones included. */
export const liveBookings = (session: Booked & { readonly waitlistedCount: number }): number =>
  bookedCount(session) + session.waitlistedCount;

/** How many seats are neither taken nor held, below 0 where the capacity is exceeded; null when there is no limit. */
const seatsLeft = (session: Seats): number | null =>
  session.capacity === null ? null : session.capacity - bookedCount(session) - session.offersHeld;

export const freeSeats = (session: Seats): number | null => {
  const left = seatsLeft(session);
  return left === null ? null : Math.max(0, left);
};

/** How many of the seats that are taken or held are more than the capacity. */
export const seatsBeyondCapacity = (session: Seats): number => Math.max(0, -(seatsLeft(session) ?? 0));

export const isFull = (session: Seats): boolean => freeSeats(session) === 0;

/** Whether free seats are the desk's, since someone waits and staff promote (rules.md "Waiting list"). */
export const isKeptForDesk = (
  { waitlistedCount }: { readonly waitlistedCount: number },
  { waitlistPromotionMode }: Pick<BookingSettings, 'waitlistPromotionMode'>,
): boolean => waitlistedCount > 0 && waitlistPromotionMode === 'manual';

/** The condition of a session with a free seat, as the partial index has it. */
export const HAS_FREE_SEAT = `("capacity" is null or "capacity" > "confirmedCount" + "attendedCount" + "noShowCount" + "offersHeld")`;

export const hasMoreSeats = (before: Pick<Seats, 'capacity'>, after: Pick<Seats, 'capacity'>): boolean =>
  before.capacity !== null && (after.capacity === null || after.capacity > before.capacity);
