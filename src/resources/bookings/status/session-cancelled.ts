// The bookings of a canceled session.

import type { Tx } from '../../../database/database.ts';
import { longChange } from '../../../database/long-change.ts';
import type { FactReactions } from '../../reactions.ts';
import type { SessionRow } from '../../sessions/record.ts';
import { sessionCancellations } from '../../sessions/tables.ts';
import { liveBookingCount, liveBookingsBetween } from '../queries.ts';
import type { CancelReason } from '../record.ts';
import { setCancelled } from './change.ts';
import type { CurrentBooking } from './current.ts';

/** Bookings that are canceled in the transaction that cancels their session. Where there are more, all of them are later. */
const AT_ONCE = 100;

type SessionReason = Extract<CancelReason, 'schedule_changed' | 'session_cancelled'>;

const cancelOne = (tx: Tx, row: CurrentBooking, reason: SessionReason, reactions: FactReactions): CurrentBooking =>
  setCancelled(tx, row, { by: 'system', reason, byStudio: true }, reactions);

export const sessionCancellation = (reactions: FactReactions) =>
  longChange(sessionCancellations, {
    fewest: AT_ONCE,
    rows: ({ tx, id, state: { after = '', lastBookingId } }, limit) =>
      liveBookingsBetween(tx, id, after, lastBookingId, limit),
    change({ tx, state }, row) {
      cancelOne(tx, row, state.reason, reactions);
      return { ...state, after: row.id };
    },
  });

/** Cancels every live booking of a canceled session, free of charge. Returns how many bookings that concerns. */
export const cancelSessionBookings =
  (cancellation: ReturnType<typeof sessionCancellation>) =>
  (tx: Tx, { id }: Pick<SessionRow, 'id'>, reason: SessionReason): number => {
    const count = liveBookingCount(tx, id);
    const left = { reason, lastBookingId: tx.id() };
    if (count > AT_ONCE) sessionCancellations.store(tx, id, left);
    else cancellation.begin(tx, id, left);
    return count;
  };

/** Cancels a booking whose session is canceled, although that is not written yet. */
export const cancelWithSession = (tx: Tx, row: CurrentBooking, reactions: FactReactions): CurrentBooking => {
  if (row.status === 'cancelled') return row;
  const left = sessionCancellations.find(tx, row.sessionId);
  if (left === undefined || row.id > left.lastBookingId) return row;
  return cancelOne(tx, row, left.reason, reactions);
};
