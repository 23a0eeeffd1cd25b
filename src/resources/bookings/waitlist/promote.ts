import type { Tx } from '../../../database/database.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { conflict, type Problem } from '../../../kernel/problem.ts';
import { applyTransition } from '../../../kernel/transitions.ts';
import { noEligiblePackage } from '../../packages/credits/choose.ts';
import type { FactReactions } from '../../reactions.ts';
import { NOT_ADMITTED } from '../../sessions/booking/obstacles.ts';
import { freeSeats } from '../../sessions/booking/seats.ts';
import { attemptOf, bookingOverlap, refuseFor } from '../create/refusals.ts';
import { needsCredit, restoreCredit, waitlistCredit } from '../credits.ts';
import { type BookingOrigin, MEMBER, originOf } from '../origin.ts';
import {
  type BookableSession,
  type BookingRecord,
  bookingById,
  clientOfBooking,
  sessionOfBooking,
} from '../queries.ts';
import type { BookingStatus } from '../record.ts';
import type { DecideBookingBody } from '../shapes.ts';
import type { CurrentBooking } from '../status/current.ts';
import { withDecision } from '../status/staff-decisions.ts';
import { transitions } from '../status/states.ts';
import { bookingToChange } from '../status/to-change.ts';
import { isOpenToAll, placeIn, settingsOf, waitlistEligibility } from './eligibility.ts';
import { type FreedSeats, fillFreedSeats, giveSeat, promoteWaiting } from './fill.ts';

/** @throws Problem 409 when the booking does not wait, or its client is suspended. */
const requireWaiting = (
  tx: Tx,
  given: BookingRecord,
  reactions: FactReactions,
  origin: BookingOrigin,
): CurrentBooking => {
  const row = bookingToChange(tx, given, reactions);
  applyTransition<BookingStatus>(transitions.promote, row.status);
  refuseFor(NOT_ADMITTED, attemptOf(tx, sessionOfBooking(tx, row), clientOfBooking(tx, row)), origin.memberRules);
  return row;
};

const hasOffer = (tx: Tx, row: BookingRecord): boolean => row.holdsSeat === 1 && tx.now < String(row.offerExpiresAt);

/** Gives a seat by a decision, paid by what can pay now. @throws Problem 409 `no_eligible_package`. */
const promoteNow = (
  tx: Tx,
  caller: Caller,
  row: CurrentBooking,
  session: BookableSession,
  decisions = row.decisions,
): BookingRecord => {
  if (row.holdsSeat === 1) restoreCredit(tx, row);
  const credit = waitlistCredit(tx, row, session);
  if (credit === undefined && needsCredit(row)) throw noEligiblePackage(tx, caller, row.clientId, session);
  const freed: FreedSeats = new Map([[session.id, session]]);
  const next = giveSeat(tx, row, session, { credit, settings: settingsOf(tx, session), freed, decisions });
  fillFreedSeats(tx, freed);
  return next;
};

/**
 * Gives a seat to a waitlisted client by the decision of staff (`POST /manage/bookings/{id}/promote`): a free one, or
 * the one that an offer holds for them. Staff may choose anyone on the waitlist, after the cut-off too.
 * @throws Problem 409 `already_processed`, `booking_cancelled`, `client_suspended`, `session_full`, or
 *   `no_eligible_package` where this booking requires a credit.
 */
export const promote = (
  tx: Tx,
  caller: Caller,
  given: BookingRecord,
  body: DecideBookingBody,
  reactions: FactReactions,
): BookingRecord => {
  const row = requireWaiting(tx, given, reactions, originOf(caller));
  const session = sessionOfBooking(tx, row);
  if (freeSeats(session) === 0 && !hasOffer(tx, row)) {
    throw conflict(
      'session_full',
      'Every spot is taken or held by an offer. Raise the capacity or cancel a booking first.',
    );
  }
  const decisions = withDecision(row, { promotedBy: caller.credentialId, promoteReason: body.reason ?? null });
  return promoteNow(tx, caller, row, session, decisions);
};

/** Why a client on the waitlist has no seat to accept. */
const whyNoOffer = (tx: Tx, { offerExpiresAt, lastSkipReason }: BookingRecord): string => {
  if (offerExpiresAt !== null && offerExpiresAt <= tx.now) return `The offer expired at ${offerExpiresAt}.`;
  const isWithdrawn = lastSkipReason === 'offer_withdrawn';
  return isWithdrawn
    ? 'The offer was withdrawn, because the session now has fewer spots.'
    : 'No spot has been offered yet.';
};

/** The error for a client on the waitlist who accepts a seat that was not offered to them. */
const noSeat = (tx: Tx, row: BookingRecord, session: BookableSession, isOpen: boolean): Problem => {
  const why = isOpen && freeSeats(session) === 0 ? 'Every spot is taken.' : whyNoOffer(tx, row);
  return conflict('session_full', `${why} Stay on the waitlist, or choose another session.`);
};

/**
 * Takes a seat for a waitlisted client, by their own decision (rules.md "Waiting list"): the one that is offered to
 * them, or a free one that a newcomer could book too, first come, first served. It leaves the waitlist in the same act.
 * @throws Problem 409 `already_processed`, `booking_cancelled`, `client_suspended`; `session_full` when no seat is
 *   offered or free; `booking_overlap`; `no_eligible_package`.
 */
export const acceptSeat = (tx: Tx, caller: Caller, given: BookingRecord, reactions: FactReactions): BookingRecord => {
  const waiting = requireWaiting(tx, given, reactions, MEMBER);
  const found = sessionOfBooking(tx, waiting);
  const settings = settingsOf(tx, found);
  const isOffered = hasOffer(tx, waiting);
  // Offers that have expired no longer hold a seat, the client's own among them; whoever is before them in line gets it first.
  const session = isOffered ? found : promoteWaiting(tx, found);
  const row = isOffered ? waiting : bookingToChange(tx, bookingById(tx, waiting.id) ?? waiting, reactions);
  if (row.status === 'confirmed') return row;
  if (!hasOffer(tx, row) && placeIn(tx, session, settings) !== 'seat') {
    throw noSeat(tx, row, session, isOpenToAll(tx, found, settings));
  }
  const { reason } = waitlistEligibility(tx, row, session, settings);
  if (reason === 'overlapping_booking') {
    throw bookingOverlap('Cancel that one first.');
  }
  return promoteNow(tx, caller, row, session);
};
