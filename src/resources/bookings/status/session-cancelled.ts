// The bookings of a cancelled session. Many of them take several transactions, so that requests run in between.

import type { Tx } from '../../../database/database.ts';
import type { Slice } from '../../../database/long-changes.ts';
import type { FactReactions } from '../../reactions.ts';
import type { SessionRow } from '../../sessions/record.ts';
import { sessionCancellations } from '../../sessions/tables.ts';
import { type BookingRecord, liveBookingCount, liveBookingsUpTo } from '../queries.ts';
import type { CancelReason } from '../record.ts';
import { setCancelled } from './change.ts';

/** Bookings that one transaction cancels. */
const BATCH = 100;
/** Comes after every id. */
const NO_LIMIT = 'z';

type SessionReason = Extract<CancelReason, 'schedule_changed' | 'session_cancelled'>;

const cancelOne = (tx: Tx, row: BookingRecord, reason: SessionReason, reactions: FactReactions): BookingRecord =>
  setCancelled(tx, row, { by: 'system', reason, byStudio: true }, reactions);

/**
 * Cancels every live booking of a cancelled session, free of charge, or stores that there are too many for one
 * transaction: `cancelMoreOfSession` goes on. Nobody gets the seats. Returns how many bookings are concerned.
 */
export const cancelSessionBookings =
  (reactions: FactReactions) =>
  (tx: Tx, { id }: Pick<SessionRow, 'id'>, reason: SessionReason): number => {
    const rows = liveBookingsUpTo(tx, id, NO_LIMIT, BATCH + 1);
    if (rows.length > BATCH) {
      sessionCancellations.store(tx, id, { reason, lastBookingId: tx.id() });
      return liveBookingCount(tx, id);
    }
    for (const row of rows) cancelOne(tx, row, reason, reactions);
    return rows.length;
  };

/** A booking as it is now: cancelled where its session is, although that is not written yet. */
export const cancelWithSession = (tx: Tx, row: BookingRecord, reactions: FactReactions): BookingRecord => {
  if (row.status === 'cancelled') return row;
  const left = sessionCancellations.find(tx, row.sessionId);
  if (left === undefined || row.id > left.lastBookingId) return row;
  return cancelOne(tx, row, left.reason, reactions);
};

/** Cancels some of the bookings that a cancelled session has left. */
export const cancelMoreOfSession =
  (reactions: FactReactions): Slice<object> =>
  (tx, sessionId) => {
    const left = sessionCancellations.find(tx, sessionId);
    const rows = left === undefined ? [] : liveBookingsUpTo(tx, sessionId, left.lastBookingId, BATCH);
    if (left !== undefined) for (const row of rows) cancelOne(tx, row, left.reason, reactions);
    if (rows.length === BATCH) return undefined;
    sessionCancellations.remove(tx, sessionId);
    return {};
  };
