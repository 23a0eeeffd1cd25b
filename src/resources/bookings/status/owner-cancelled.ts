// The bookings ahead of an archived client or a cancelled package, in several transactions when they are many.

import type { Read, Tx } from '../../../database/database.ts';
import { type Slice, unfinishedChanges } from '../../../database/long-changes.ts';
import type { FactReactions } from '../../reactions.ts';
import { type BookingRange, type BookingRecord, upcomingBookings, upcomingBookingsOn } from '../queries.ts';
import { cancelAll } from './cancel.ts';
import type { Cancellation } from './change.ts';

/** Bookings that one transaction cancels; each may promote a client from a waiting list. */
const BATCH = 50;

/** Cancels the bookings ahead of an owner: at once, or the first of many, and the rest by `more`. */
const cancelling = (
  kind: string,
  bookingsOf: (read: Read, ownerId: string, range: BookingRange) => BookingRecord[],
  cancellation: Cancellation,
) => {
  const unfinished = unfinishedChanges<Omit<BookingRange, 'limit'>>(kind);
  const cancelSome = (
    tx: Tx,
    ownerId: string,
    range: Omit<BookingRange, 'limit'>,
    reactions: FactReactions,
  ): boolean => {
    const rows = bookingsOf(tx, ownerId, { ...range, limit: BATCH });
    cancelAll(tx, rows, cancellation, reactions);
    return rows.length === BATCH;
  };
  const begin =
    (reactions: FactReactions) =>
    (tx: Tx, ownerId: string): void => {
      // Bookings made later are not concerned.
      const range = { since: tx.now, last: tx.id() };
      if (cancelSome(tx, ownerId, range, reactions)) unfinished.store(tx, ownerId, range);
    };
  const more =
    (reactions: FactReactions): Slice<object> =>
    (tx, ownerId) => {
      const range = unfinished.find(tx, ownerId);
      if (range !== undefined && cancelSome(tx, ownerId, range, reactions)) return undefined;
      unfinished.remove(tx, ownerId);
      return {};
    };
  return { begin, more };
};

/** Cancels every upcoming booking of an archived client, free of charge. */
export const { begin: cancelClientBookings, more: cancelMoreOfClient } = cancelling('client', upcomingBookings, {
  by: 'system',
  reason: 'client_archived',
  byStudio: true,
});

/** Cancels every upcoming booking that a cancelled package pays for. */
export const { begin: cancelPackageBookings, more: cancelMoreOfPackage } = cancelling('package', upcomingBookingsOn, {
  by: 'system',
  reason: 'other',
});
