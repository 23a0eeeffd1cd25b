// Taking back what the desk has just done by mistake (rules.md "Undo").

import type { Read, Tx } from '../../database/database.ts';
import { eventChanges } from '../../events/changes.ts';
import { type Caller, hasPermission, requirePermission, staffIdOf } from '../../kernel/caller.ts';
import { changesBetween } from '../../kernel/changes.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { pick } from '../../kernel/objects.ts';
import { conflict } from '../../kernel/problem.ts';
import { checkinOfBooking } from '../checkins/queries.ts';
import { reinstate, takeBackVisit } from '../packages/credits/spend.ts';
import type { FactReactions, Reactions } from '../reactions.ts';
import { editableUntil, isAtDesk } from '../sessions/booking/afterwards.ts';
import { leadsBooking } from '../sessions/queries.ts';
import { restoreCredit } from './credits.ts';
import { dropOpenPenalty, isBeingCharged, penaltyOf } from './fees/penalties.ts';
import { type BookingRecord, sessionOfBooking } from './queries.ts';
import { Booking, type BookingRow } from './record.ts';
import { bookingIds, changeStatus } from './status/change.ts';
import { bookingToChange } from './status/to-change.ts';
import { removeBookedVisit } from './status/visits.ts';
import { addFreed, type FreedSeats, fillFreedSeats } from './waitlist/fill.ts';

const MINUTES = 15;
export const UNDO_MS = MINUTES * MINUTE_MS;

/** @throws Problem 403 unless the caller may both check in and mark a no-show: the operation has asked for the first. */
const requireBoth = (read: Read, caller: Caller, { id }: BookingRecord): void => {
  const staffId = staffIdOf(caller);
  const mayOwn = staffId !== null && hasPermission(caller, 'bookings:no_show_own_sessions');
  if (mayOwn && leadsBooking(read, staffId, id)) return;
  requirePermission(caller, 'bookings:no_show');
};

/** When it was recorded that the client came, which may have been earlier, or did not come. */
const recordedAt = (read: Read, row: BookingRecord): string =>
  row.status === 'noshow'
    ? (row.noShowAt ?? row.updatedAt)
    : (checkinOfBooking(read, row)?.createdAt ?? row.checkedInAt ?? row.updatedAt);

/** Until when it can be undone: for some minutes, and at the desk while staff may correct the session. */
const undoableUntil = (tx: Tx, caller: Caller, row: BookingRecord): number => {
  const usual = epochOf(recordedAt(tx, row)) + MINUTES * MINUTE_MS;
  return isAtDesk(caller) ? Math.max(usual, epochOf(editableUntil(tx, sessionOfBooking(tx, row)))) : usual;
};

/** @throws Problem 409 `already_processed`, `undo_too_late`, `penalty_already_settled`. */
const requireUndoable = (tx: Tx, caller: Caller, row: BookingRecord): void => {
  if (row.status !== 'attended' && row.status !== 'noshow') {
    throw conflict('already_processed', `There is nothing to undo: this booking is ${row.status}.`);
  }
  const until = undoableUntil(tx, caller, row);
  if (tx.nowMs > until) {
    const remedy =
      row.status === 'noshow' ? 'Check the client in if they came after all.' : 'Cancel the booking instead.';
    throw conflict('undo_too_late', `This could be undone until ${isoInstant(until)}. ${remedy}`);
  }
  const penalty = penaltyOf(row);
  if (penalty === null || (penalty.status !== 'charged' && !isBeingCharged(penalty))) return;
  const message = `The fee of this booking ${penalty.status === 'charged' ? 'was' : 'is being'} charged with the payment '${penalty.paymentId}'. Refund that payment instead.`;
  throw conflict('penalty_already_settled', message, [
    { param: 'id', code: 'penalty_already_settled', message, paymentId: penalty.paymentId },
  ]);
};

/** Gives back the credit that an arrival from the waitlist took, or counts the credit of a no-show as used again. */
const settleUndo = (tx: Tx, row: BookingRecord): Partial<BookingRow> => {
  dropOpenPenalty(tx, row);
  if (row.confirmedAt === null) return row.status === 'attended' ? restoreCredit(tx, row) : {};
  const isForfeited = row.status === 'noshow' && row.packageId !== null;
  return isForfeited ? { creditOutcome: reinstate(tx, row.id) } : {};
};

const eventFields = (row: BookingRow) => ({
  ...pick(row, 'status', 'checkedInAt', 'noShowAt', 'creditsUsed', 'creditOutcome'),
  penalty: penaltyOf(row),
});

/**
 * Undoes a check-in or a no-show, within 15 minutes or at the desk while staff may correct the session: the booking is confirmed again, or waits again where it had never had a
 * seat. The visit, what is derived from it, the credit of the arrival and a fee that is not charged are taken back.
 * @throws Problem 403; 409 `already_processed`, `undo_too_late`, or `penalty_already_settled` with the payment.
 */
export const undo = (
  tx: Tx,
  caller: Caller,
  given: BookingRecord,
  reactions: FactReactions & Pick<Reactions, 'bookingUndone'>,
): BookingRecord => {
  requireBoth(tx, caller, given);
  const row = bookingToChange(tx, given, reactions);
  requireUndoable(tx, caller, row);
  const status = row.confirmedAt === null ? 'waitlisted' : 'confirmed';
  const freed: FreedSeats = new Map();
  if (status === 'waitlisted' && row.status === 'attended') addFreed(tx, freed, row);
  const since = recordedAt(tx, row);
  const settled = settleUndo(tx, row);
  const next = changeStatus(tx, row, { ...settled, status, checkedInAt: null, noShowAt: null, penalty: null });
  if (row.status === 'attended') {
    reactions.bookingUndone(tx, row);
    removeBookedVisit(tx, row, reactions);
    if (row.packageId !== null) takeBackVisit(tx, row.packageId, since);
  }
  const difference = changesBetween(eventFields(row), eventFields(next));
  tx.raise('booking.updated', row.siteId, { ...bookingIds(row), ...eventChanges(Booking.schema, difference) });
  fillFreedSeats(tx, freed);
  return next;
};
