// The bookings ahead of an archived client or a cancelled package.

import type { Read, Tx } from '../../../database/database.ts';
import { longChange, unfinishedChanges } from '../../../database/long-change.ts';
import type { FactReactions } from '../../reactions.ts';
import { type BookingRange, type BookingRecord, upcomingBookings, upcomingBookingsOn } from '../queries.ts';
import { type FreedSeats, fillFreedSeats } from '../waitlist/fill.ts';
import { cancelOne } from './cancel.ts';
import type { Cancellation } from './change.ts';
import { bookingToChange } from './to-change.ts';

type Ahead = Omit<BookingRange, 'limit'>;

/** Cancels the bookings ahead of an owner, and gives their seats to the waitlists. */
const cancellationOf =
  (
    kind: string,
    bookingsOf: (read: Read, ownerId: string, range: BookingRange) => BookingRecord[],
    cancellation: Cancellation,
  ) =>
  (reactions: FactReactions) =>
    longChange(unfinishedChanges<Ahead>(kind), {
      fewest: 20,
      shared: (): FreedSeats => new Map(),
      rows: ({ tx, id, state }, limit) => bookingsOf(tx, id, { ...state, limit }),
      change({ tx, shared }, given) {
        const row = bookingToChange(tx, given, reactions);
        if (row.status !== 'cancelled') cancelOne(tx, shared, row, cancellation, reactions);
        return undefined;
      },
      settle: ({ tx, shared }) => fillFreedSeats(tx, shared),
    });

/** Cancels every upcoming booking of an archived client, free of charge. */
export const clientCancellation = cancellationOf('client', upcomingBookings, {
  by: 'system',
  reason: 'client_archived',
  byStudio: true,
});

/** Cancels every upcoming booking that a cancelled package pays for. */
export const packageCancellation = cancellationOf('package', upcomingBookingsOn, {
  by: 'system',
  reason: 'other',
});

/** Cancels the bookings ahead of an owner. Those made later are not concerned. */
export const cancelBookingsAhead =
  (cancellation: ReturnType<typeof clientCancellation>) =>
  (tx: Tx, ownerId: string): void =>
    void cancellation.begin(tx, ownerId, { since: tx.now, last: tx.id() });
