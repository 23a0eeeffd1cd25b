// The bookings ahead of an archived client, or a canceled or frozen package.

import type { Read, Tx } from '../../../database/database.ts';
import { longChange, type Unfinished, unfinishedChanges } from '../../../database/long-change.ts';
import { type BookingsAhead, packageCancellations } from '../../packages/tables.ts';
import type { FactReactions } from '../../reactions.ts';
import {
  type BookingRange,
  type BookingRecord,
  bookingById,
  upcomingBookings,
  upcomingBookingsOn,
} from '../queries.ts';
import { type FreedSeats, fillFreedSeats } from '../waitlist/fill.ts';
import { cancelOne } from './cancel.ts';
import type { Cancellation } from './change.ts';
import { bookingToChange } from './to-change.ts';

/** The oldest bookings of several spans, which may overlap. */
const firstOf = (found: readonly BookingRecord[], limit: number): BookingRecord[] =>
  [...new Map(found.map((row) => [row.id, row])).values()]
    .toSorted((left, right) => (left.id < right.id ? -1 : 1))
    .slice(0, limit);

/** Cancels the bookings ahead of an owner, and gives their seats to the waitlists. */
const cancellationOf =
  (
    unfinished: Unfinished<BookingsAhead>,
    bookingsOf: (read: Read, ownerId: string, range: BookingRange) => BookingRecord[],
    cancellation: Cancellation,
  ) =>
  (reactions: FactReactions) =>
    longChange(unfinished, {
      fewest: 20,
      shared: (): FreedSeats => new Map(),
      rows: ({ tx, id, state }, limit) => {
        const { after = '', earlier = [] } = state;
        const found = [state, ...earlier].flatMap((span) => bookingsOf(tx, id, { ...span, after, limit }));
        return earlier.length === 0 ? found : firstOf(found, limit);
      },
      change({ tx, state, shared }, given) {
        // A guest may have been canceled with the host meanwhile.
        const now = given.hostBookingId === null ? given : (bookingById(tx, given.id) ?? given);
        const row = bookingToChange(tx, now, reactions);
        const isKept = row.status === 'attended' && state.until !== undefined;
        if (row.status !== 'cancelled' && !isKept) cancelOne(tx, shared, row, cancellation, reactions);
        return { ...state, after: row.id };
      },
      settle: ({ tx, shared }) => fillFreedSeats(tx, shared),
    });

export const clientCancellation = cancellationOf(unfinishedChanges<BookingsAhead>('client'), upcomingBookings, {
  by: 'system',
  reason: 'client_archived',
  byStudio: true,
});

export const packageCancellation = cancellationOf(packageCancellations, upcomingBookingsOn, {
  by: 'system',
  reason: 'other',
});

/** Cancels the bookings ahead of an owner. Those made later are not concerned. */
export const cancelBookingsAhead =
  (cancellation: ReturnType<typeof clientCancellation>) =>
  (tx: Tx, ownerId: string): void =>
    void cancellation.begin(tx, ownerId, { since: tx.now, last: tx.id() });

/** The spans of a cancellation that is not finished. */
const spansOf = (rest: BookingsAhead | undefined): Omit<BookingsAhead, 'after' | 'earlier'>[] => {
  if (rest === undefined) return [];
  const { after: _after, earlier = [], ...span } = rest;
  return [span, ...earlier];
};

/**
 * Cancels the bookings that a package pays for between two instants, and those that an earlier freeze has not come to yet:
 * its answer has counted them. Those that are checked in stay.
 */
export const cancelBookingsBetween =
  (cancellation: ReturnType<typeof packageCancellation>) =>
  (tx: Tx, packageId: string, since: string, until: string): void => {
    const earlier = spansOf(packageCancellations.find(tx, packageId));
    const span = { since, until, last: tx.id() };
    cancellation.begin(tx, packageId, earlier.length === 0 ? span : { ...span, earlier });
  };
