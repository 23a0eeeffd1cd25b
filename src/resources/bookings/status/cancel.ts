import type { Tx } from '../../../database/database.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { conflict } from '../../../kernel/problem.ts';
import { applyTransition } from '../../../kernel/transitions.ts';
import type { FactReactions } from '../../reactions.ts';
import { actsAfterStart, requireCorrectable } from '../../sessions/booking/afterwards.ts';
import { bookingSettings } from '../../settings/queries.ts';
import { freeCancelUntil } from '../deadlines.ts';
import { requestedWaiver } from '../fees/penalties.ts';
import { endGuestsOf } from '../guests/end.ts';
import { type BookingOrigin, originOf } from '../origin.ts';
import { type BookingRecord, sessionOfBooking } from '../queries.ts';
import { type BookingStatus, isAddedAfterwards } from '../record.ts';
import type { CancelBookingBody } from '../shapes.ts';
import { addFreed, type FreedSeats, fillFreedSeats } from '../waitlist/fill.ts';
import { type Cancellation, setCancelled } from './change.ts';
import type { CurrentBooking } from './current.ts';
import { hasSeat, transitions } from './states.ts';
import { bookingToChange } from './to-change.ts';

/** Cancels one booking, and adds its session where that frees a seat. */
export const cancelOne = (
  tx: Tx,
  freed: FreedSeats,
  row: CurrentBooking,
  cancellation: Cancellation,
  reactions: FactReactions,
): CurrentBooking => {
  if (hasSeat(row) || row.holdsSeat === 1) addFreed(tx, freed, row);
  const next = setCancelled(tx, row, cancellation, reactions);
  if (row.hostBookingId === null) {
    endGuestsOf(tx, row, cancellation, reactions, (guest, its) => cancelOne(tx, freed, guest, its, reactions));
  }
  return next;
};

/** @throws Problem 409 for what only staff may cancel: a session that the member attended or missed, or a late one. */
const requireMemberMayCancel = (tx: Tx, row: BookingRecord, isLate: boolean): void => {
  if (row.status === 'attended') {
    throw conflict('already_checked_in', 'You are checked in to this session. Ask the studio to cancel it.');
  }
  if (row.status === 'noshow') {
    throw conflict('already_processed', 'You were marked as a no-show. Ask the studio to cancel the booking.');
  }
  if (!isLate || bookingSettings(tx, row.siteId, row.overrides).allowMemberLateCancel) return;
  throw conflict(
    'late_cancel_not_allowed',
    `You could cancel until ${freeCancelUntil(tx, row)}. Ask the studio to cancel it now.`,
  );
};

/**
 * Cancels a booking (rules.md "Cancel"). It is late when it was confirmed and the time to cancel free of charge is
 * over, unless the body decides. A waitlisted booking is never late.
 * @throws Problem 409 `already_cancelled`, `session_started`; 403 for a waiver without its scope. For members also 409
 *   `already_checked_in`, `already_processed`, and `late_cancel_not_allowed` where they may not cancel late.
 */
export const cancel = (
  tx: Tx,
  caller: Caller,
  given: BookingRecord,
  body: CancelBookingBody,
  reactions: FactReactions,
  { cancelledBy, memberRules }: BookingOrigin = originOf(caller),
): BookingRecord => {
  const waivedBy = requestedWaiver(caller, body);
  const row = bookingToChange(tx, given, reactions);
  applyTransition<BookingStatus>(transitions.cancel, row.status);
  const remedy = memberRules ? 'Ask the studio.' : 'Check the client in, or mark a no-show.';
  const mayAfter = !memberRules && actsAfterStart(caller, body);
  requireCorrectable(tx, sessionOfBooking(tx, row), mayAfter, `The session has started. ${remedy}`);
  // Whoever was added after the start kept no seat from anyone.
  const isOver = () => row.status === 'confirmed' && !isAddedAfterwards(row) && tx.now > freeCancelUntil(tx, row);
  const isLate = row.status !== 'waitlisted' && (body.isLateCancel ?? isOver());
  if (memberRules) requireMemberMayCancel(tx, row, isLate);
  const freed: FreedSeats = new Map();
  const cancellation: Cancellation = { by: cancelledBy, reason: body.reason ?? 'requested', isLate, waivedBy };
  const next = cancelOne(tx, freed, row, cancellation, reactions);
  fillFreedSeats(tx, freed);
  return next;
};
