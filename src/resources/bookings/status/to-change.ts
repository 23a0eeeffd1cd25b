import type { Tx } from '../../../database/database.ts';
import type { FactReactions } from '../../reactions.ts';
import type { BookingRecord } from '../queries.ts';
import { withdrawWithoutSeat } from '../waitlist/withdraw.ts';
import { leaveWaitlist } from './change.ts';
import type { CurrentBooking } from './current.ts';
import { cancelWithSession } from './session-cancelled.ts';

/** Cancels a waitlisted booking of a session that has started, at no cost. */
export const endWait = (tx: Tx, row: CurrentBooking): CurrentBooking => leaveWaitlist(tx, row, 'waitlist_expired');

/**
 * A booking to change, in its current state. What a long change or a job has yet to do to it is done first: it is canceled
 * with its session, it does not wait for a session that has started, and its offer is withdrawn when its seat is gone.
 */
export const bookingToChange = (tx: Tx, given: BookingRecord, reactions: FactReactions): CurrentBooking => {
  const row = cancelWithSession(tx, given as CurrentBooking, reactions);
  if (row.status !== 'waitlisted') return row;
  return tx.now >= row.startTime ? endWait(tx, row) : withdrawWithoutSeat(tx, row);
};
