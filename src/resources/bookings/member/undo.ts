// Taking back a cancellation that a member has made just now (rules.md "Undo").

import type { Tx } from '../../../database/database.ts';
import { eventChanges } from '../../../events/changes.ts';
import { changesBetween } from '../../../kernel/changes.ts';
import { epochOf } from '../../../kernel/clock.ts';
import { pick } from '../../../kernel/objects.ts';
import { conflict } from '../../../kernel/problem.ts';
import { chooseCredit } from '../../packages/credits/choose.ts';
import { useOf } from '../../packages/credits/queries.ts';
import { reinstate } from '../../packages/credits/spend.ts';
import { setRefundDue } from '../../payments/charging/queries.ts';
import { dropInPayments } from '../../payments/queries.ts';
import type { FactReactions } from '../../reactions.ts';
import { ENDED, NOT_ADMITTED } from '../../sessions/booking/obstacles.ts';
import { freeSeats } from '../../sessions/booking/seats.ts';
import { attemptOf, refuseFor } from '../create/refusals.ts';
import { takeCredit } from '../credits.ts';
import { dropOpenPenalty, hasTakenFee, penaltyOf } from '../fees/penalties.ts';
import { refundableDropIn } from '../previews/outcome.ts';
import { type BookableSession, type BookingRecord, clientOfBooking, sessionOfBooking } from '../queries.ts';
import { Booking, type BookingRow } from '../record.ts';
import { raiseAvailability } from '../status/availability.ts';
import { bookingIds, changeStatus } from '../status/change.ts';
import { countForClient } from '../status/counters.ts';
import type { CurrentBooking } from '../status/current.ts';
import { bookingToChange } from '../status/to-change.ts';
import { placeIn } from '../waitlist/eligibility.ts';
import { fillFreedSeats, promoteWaiting } from '../waitlist/fill.ts';

const SECONDS = 15;
/** How long members can undo their own cancellations. */
export const OWN_UNDO_MS = SECONDS * 1000;
/** Members may have booked something else meanwhile. */
const REASONS = [...ENDED, 'already_booked', ...NOT_ADMITTED, 'booking_limit_reached', 'overlapping_booking'] as const;

/** @throws Problem 409 `already_processed`, `undo_too_late`, `penalty_already_settled`, `payment_already_refunded`. */
const requireUndoable = (tx: Tx, row: BookingRecord): void => {
  if (row.status !== 'cancelled') {
    throw conflict('already_processed', `There is nothing to undo: this booking is ${row.status}.`);
  }
  // The host has the credit or the money back, and may not come.
  if (row.hostBookingId !== null) {
    throw conflict('already_processed', "A guest's spot stays canceled. Ask the member to bring you again.");
  }
  if (row.cancelledBy !== 'client' || row.cancelReason !== 'requested' || row.cancelledAt === null) {
    throw conflict('already_processed', 'You did not cancel this booking yourself. Book the session again.');
  }
  if (tx.nowMs > epochOf(row.cancelledAt) + OWN_UNDO_MS) {
    throw conflict('undo_too_late', `You canceled more than ${SECONDS} seconds ago. Book the session again.`);
  }
  if (hasTakenFee(row)) {
    throw conflict(
      'penalty_already_settled',
      'The fee was already charged, so this booking stays canceled. Ask the studio.',
    );
  }
  const isDropIn = row.packageId === null && row.bookingSource === 'drop_in';
  if (!isDropIn || refundableDropIn(tx, row.id).amount > 0) return;
  throw conflict('payment_already_refunded', 'Your payment is already being refunded. Book the session again.');
};

/** @throws Problem 409 `session_full` when the seat is gone, `waitlist_full`, `waitlist_closed` for a place in line. */
const requirePlace = (tx: Tx, row: CurrentBooking, session: BookableSession): void => {
  const place = placeIn(tx, session);
  if (place === 'seat') return;
  if (row.confirmedAt === null) {
    if (place === 'open') return;
    throw conflict(`waitlist_${place}`, 'The waitlist is closed. Choose another session.');
  }
  const why = freeSeats(session) === 0 ? 'Your spot has since been taken.' : 'Your spot is reserved for the waitlist.';
  const message = `${why} The booking stays canceled.`;
  throw conflict('session_full', message, [{ param: 'id', code: `waitlist_${place}`, message }]);
};

/** Takes the credit again that came back, or counts a lost one as used. @throws Problem 409 `package_not_eligible`. */
const payAgain = (tx: Tx, row: CurrentBooking, session: BookableSession): Partial<BookingRow> => {
  if (row.packageId === null || row.confirmedAt === null) return {};
  if (useOf(tx, row.id) !== undefined) return { creditOutcome: reinstate(tx, row.id) };
  return takeCredit(tx, row, session, chooseCredit(tx, row.clientId, session, row.packageId));
};

/** An offer that was open is gone: a client who waits again is asked again. */
const offerOf = ({ offeredAt, offerExpiresAt, confirmedAt, lastSkipReason }: BookingRow): Partial<BookingRow> =>
  confirmedAt === null && lastSkipReason !== 'offer_lapsed'
    ? { offeredAt: null, offerExpiresAt: null }
    : { offeredAt, offerExpiresAt };

const eventFields = (row: BookingRow) => ({
  ...pick(row, 'status', 'cancelledAt', 'cancelledBy', 'cancelReason', 'creditsUsed', 'creditOutcome'),
  isLateCancel: row.isLateCancel === 1,
  penalty: penaltyOf(row),
});

/**
 * Undoes a member's own cancellation within 15 seconds: the booking is what it was, with its credit, its place in line and
 * without a fee. No seat is held for it: the waitlist has had the seat, and what was promised stays promised.
 * @throws Problem 409 as `requireUndoable` and `requirePlace`; for what keeps the member from booking; `package_not_eligible`.
 */
export const undoOwnCancel = (tx: Tx, given: BookingRecord, reactions: FactReactions): BookingRecord => {
  const row = bookingToChange(tx, given, reactions);
  requireUndoable(tx, row);
  const found = sessionOfBooking(tx, row);
  refuseFor(REASONS, attemptOf(tx, found, clientOfBooking(tx, row)), true);
  const session = promoteWaiting(tx, found);
  requirePlace(tx, row, session);
  const status = row.confirmedAt === null ? 'waitlisted' : 'confirmed';
  dropOpenPenalty(tx, row);
  // A visit that was being charged is paid for again.
  for (const payment of dropInPayments(tx, row.id)) {
    if (payment.status === 'pending') setRefundDue(tx, payment.id, false);
  }
  const paid = payAgain(tx, row, session);
  const none = { cancelledAt: null, cancelledBy: null, cancelReason: null, isLateCancel: 0, penalty: null };
  const next = changeStatus(tx, row, { ...paid, ...offerOf(row), ...none, status });
  if (row.isLateCancel === 1) countForClient(tx, row.clientId, { lateCancels: -1 });
  const difference = changesBetween(eventFields(row), eventFields(next));
  tx.raise('booking.updated', row.siteId, { ...bookingIds(row), ...eventChanges(Booking.schema, difference) });
  if (status === 'waitlisted') fillFreedSeats(tx, new Map([[session.id, session]]));
  else raiseAvailability(tx, session, { ...session, confirmedCount: session.confirmedCount + 1 });
  return next;
};
