// The bookings ahead of an archived client, or a cancelled or frozen package.

import type { Read, Tx } from '../../../database/database.ts';
import { longChange, type Unfinished, unfinishedChanges } from '../../../database/long-change.ts';
import { type BookingsAhead, packageCancellations } from '../../packages/tables.ts';
import type { FactReactions } from '../../reactions.ts';
import { type BookingRange, type BookingRecord, upcomingBookings, upcomingBookingsOn } from '../queries.ts';
import { type FreedSeats, fillFreedSeats } from '../waitlist/fill.ts';
import { cancelOne } from './cancel.ts';
import type { Cancellation } from './change.ts';
import { bookingToChange } from './to-change.ts';

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
      rows: ({ tx, id, state }, limit) => bookingsOf(tx, id, { after: '', ...state, limit }),
      change({ tx, state, shared }, given) {
        const row = bookingToChange(tx, given, reactions);
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

/** Cancels the bookings that a package pays for between two instants. Those that are checked in stay. */
export const cancelBookingsBetween =
  (cancellation: ReturnType<typeof packageCancellation>) =>
  (tx: Tx, packageId: string, since: string, until: string): void =>
    void cancellation.begin(tx, packageId, { since, until, last: tx.id() });
