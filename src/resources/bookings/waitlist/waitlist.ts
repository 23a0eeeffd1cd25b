import type { Read, Tx } from '../../../database/database.ts';
import { epochOf, isoInstant } from '../../../kernel/clock.ts';
import type { PackageRow } from '../../packages/record.ts';
import { bookingSettings } from '../../settings/queries.ts';
import type { BookingSettings } from '../../settings/shapes.ts';
import { creditInLine } from '../credits.ts';
import { type BookingRecord, bookerById, type Seats, setBooking } from '../queries.ts';
import { freeSeats } from '../transitions.ts';
import { cutoffOf } from './deadlines.ts';
import { FRONT, isElsewhere, lastJoined, nextWaiting } from './queries.ts';

/** Why somebody in line is passed over; they stay in line and carry it. */
export type SkipReason =
  | 'client_suspended'
  | 'client_archived'
  | 'overlapping_booking'
  | 'no_eligible_package'
  | 'offer_lapsed';

/** What holds for bookings of a session. */
export const policyOf = (read: Read, { siteId, overrides }: Seats): BookingSettings =>
  bookingSettings(read, siteId, overrides);

/** Whether somebody may join the line of a session. */
export const lineState = (seats: Seats, settings: BookingSettings): 'open' | 'full' | 'closed' => {
  const isEnabled = seats.waitlistEnabled === null ? settings.waitlistEnabled : seats.waitlistEnabled === 1;
  if (!isEnabled) return 'closed';
  const capacity = seats.waitlistCapacity ?? settings.waitlistDefaultCapacity;
  return capacity !== null && seats.waitlistedCount >= capacity ? 'full' : 'open';
};

/** When a newcomer joins the line: behind everybody in it, also after the machine's clock was set back. */
export const joiningAt = (read: Read, { id, waitlistedCount }: Seats): string => {
  const before = waitlistedCount === 0 ? undefined : lastJoined(read, id);
  return before === undefined || before <= read.now ? read.now : isoInstant(epochOf(before) + 1);
};

/** Whether freed seats go to the line by themselves now: not by hand, not inside the cut-off, and not after the start. */
export const movesByItself = (read: Read, seats: Seats, settings: BookingSettings): boolean => {
  if (seats.cancelledAt !== null || read.now >= seats.startTime) return false;
  if (settings.waitlistPromotionMode === 'manual') return false;
  const cutoff = cutoffOf(seats.startTime, settings);
  // An offer at the very cut-off would be over as soon as it is made.
  return settings.waitlistPromotionMode === 'automatic' ? read.nowMs <= cutoff : read.nowMs < cutoff;
};

/** Somebody in line: why a seat cannot be theirs now, or what pays for it. */
interface Standing {
  readonly reason?: SkipReason;
  readonly credit?: PackageRow | undefined;
}

/** Whether somebody in line may have a seat (rules.md "Waiting list"). */
export const standingOf = (read: Read, row: BookingRecord, seats: Seats, settings: BookingSettings): Standing => {
  const status = bookerById(read, row.clientId)?.status;
  if (status === 'suspended') return { reason: 'client_suspended' };
  if (status === 'archived') return { reason: 'client_archived' };
  if (!settings.allowOverlappingBookings && isElsewhere(read, row.clientId, seats)) {
    return { reason: 'overlapping_booking' };
  }
  const credit = creditInLine(read, row, seats);
  return credit === undefined && row.requiresCredit === 1 ? { reason: 'no_eligible_package' } : { credit };
};

/** Whether anybody waits who may have a seat, so that nobody else takes it. */
export const isAwaited = (read: Read, seats: Seats, settings: BookingSettings): boolean => {
  if (seats.waitlistedCount === 0) return false;
  let row = nextWaiting(read, seats.id, FRONT);
  while (row !== undefined && standingOf(read, row, seats, settings).reason !== undefined) {
    row = nextWaiting(read, seats.id, row);
  }
  return row !== undefined;
};

/** Whether a newcomer gets a seat: one is free, and nobody waits who may have it. */
export const hasSeat = (read: Read, seats: Seats, settings: () => BookingSettings): boolean => {
  if (freeSeats(seats) === 0) return false;
  return seats.waitlistedCount === 0 || !isAwaited(read, seats, settings());
};

/** Notes why somebody in line is passed over. */
export const skip = (tx: Tx, row: BookingRecord, reason: SkipReason): void => {
  if (row.lastSkipReason !== reason) setBooking(tx, row.id, { lastSkipReason: reason, updatedAt: tx.now });
};
