// A booking takes a seat in another session (rules.md "Move").

import type { Tx } from '../../../database/database.ts';
import { eventChanges } from '../../../events/changes.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { changesBetween } from '../../../kernel/changes.ts';
import { pick } from '../../../kernel/objects.ts';
import { conflict } from '../../../kernel/problem.ts';
import { applyTransition } from '../../../kernel/transitions.ts';
import { requireNotErased } from '../../../records/erased.ts';
import { setColumns } from '../../../records/store-changes.ts';
import type { FactReactions } from '../../reactions.ts';
import { actsAfterStart, requireCorrectable } from '../../sessions/booking/afterwards.ts';
import { CLOSED, ENDED, MEMBER_LIMITS, NOT_ADMITTED } from '../../sessions/booking/obstacles.ts';
import { hasStarted } from '../../sessions/queries.ts';
import { requireSession } from '../create/parties.ts';
import { requireSeat } from '../create/placement.ts';
import { alreadyBooked, attemptOf, refuseFor } from '../create/refusals.ts';
import { freeCancelUntil } from '../deadlines.ts';
import { endGuestsOf } from '../guests/end.ts';
import { type BookingOrigin, originOf } from '../origin.ts';
import {
  type BookableSession,
  type BookingRecord,
  bookableSession,
  bookingById,
  clientOfBooking,
  isBooked,
} from '../queries.ts';
import { Booking, type BookingRow, type BookingStatus } from '../record.ts';
import type { MoveBookingBody } from '../shapes.ts';
import { raiseAvailability } from '../status/availability.ts';
import { cancelOne } from '../status/cancel.ts';
import { bookingIds, type Cancellation } from '../status/change.ts';
import { countBooking, countSeats, markBooked } from '../status/counters.ts';
import type { CurrentBooking } from '../status/current.ts';
import { transitions } from '../status/states.ts';
import { bookingToChange } from '../status/to-change.ts';
import { addFreed, type FreedSeats, fillFreedSeats } from '../waitlist/fill.ts';
import { keepPayment } from './payment.ts';

/** Where a booking would move, and what the rules say of who moves it. */
interface Move {
  readonly row: CurrentBooking;
  readonly from: BookableSession;
  readonly to: BookableSession;
  readonly origin: BookingOrigin;
  /** Whether it may leave or enter a session that has started. */
  readonly mayAfter: boolean;
}

/** @throws Problem 409 `already_processed` for a guest: the credit, the price and the visit are those of the host's session. */
const requireNoGuest = ({ hostBookingId }: BookingRow, { memberRules }: BookingOrigin): void => {
  if (hostBookingId === null) return;
  const remedy = memberRules
    ? 'Ask the member to bring you to the other session.'
    : 'Cancel it and book the other one.';
  throw conflict('already_processed', `A guest's spot stays in the member's session. ${remedy}`);
};

/** @throws Problem 409 `session_started`, or `late_cancel_not_allowed` once leaving would cost something, unless staff decide. */
const requireMayLeave = (tx: Tx, { row, from, origin, mayAfter }: Move, body: MoveBookingBody): void => {
  const remedy = origin.memberRules ? 'Ask the studio.' : 'Check the client in, or mark a no-show.';
  requireCorrectable(tx, from, mayAfter, `The session has started. ${remedy}`);
  const until = freeCancelUntil(tx, row);
  if (body.isLateCancel === false || (tx.now <= until && body.isLateCancel !== true)) return;
  const advice = origin.memberRules
    ? 'Cancel it and book another session, or ask the studio.'
    : "Send 'isLateCancel': false to move it free of charge, or cancel it and book another session.";
  throw conflict('late_cancel_not_allowed', `It could be moved free of charge until ${until}. ${advice}`);
};

/** @throws Problem 409 for a session that the client may not book, or has booked. */
const requireMayEnter = (tx: Tx, { row, to, origin, mayAfter }: Move): void => {
  const client = clientOfBooking(tx, row);
  refuseFor(mayAfter ? CLOSED : ENDED, attemptOf(tx, to, client), origin.memberRules);
  if (isBooked(tx, to.id, client.id)) throw alreadyBooked();
  const limits = origin.memberRules ? [...NOT_ADMITTED, ...MEMBER_LIMITS] : NOT_ADMITTED;
  refuseFor(limits, attemptOf(tx, to, client, undefined, row), origin.memberRules);
};

/** The columns of a booking in another session. What it was on a waitlist stays behind. */
const columnsIn = (tx: Tx, { startTime, siteId, id }: BookableSession, isBegun: boolean): Partial<BookingRow> => ({
  sessionId: id,
  siteId,
  startTime,
  movedId: tx.id(),
  ...(isBegun ? { bookedAt: tx.now } : {}),
  joinedAt: null,
  offeredAt: null,
  offerExpiresAt: null,
  promotedAt: null,
  graceUntil: null,
  lastSkipReason: null,
});

const SHOWN = ['sessionId', 'siteId', 'bookingSource', 'packageId', 'creditsUsed', 'creditOutcome'] as const;

const raiseMoved = (tx: Tx, before: BookingRow, after: BookingRow): void => {
  const difference = changesBetween(pick(before, ...SHOWN), pick(after, ...SHOWN));
  tx.raise('booking.updated', after.siteId, { ...bookingIds(after), ...eventChanges(Booking.schema, difference) });
};

/** Takes the seat of the new session, then frees that of the old one. Guests do not move: their host no longer comes. */
const changeSeats = (
  tx: Tx,
  { row, to, origin }: Move,
  columns: Partial<BookingRow>,
  reactions: FactReactions,
): CurrentBooking => {
  const freed: FreedSeats = new Map();
  addFreed(tx, freed, row);
  const asHost: Cancellation = { by: origin.cancelledBy, reason: 'requested' };
  endGuestsOf(tx, row, asHost, reactions, (guest, its) => cancelOne(tx, freed, guest, its, reactions));
  const next: CurrentBooking = { ...setColumns(tx, Booking, row, columns), overrides: to.overrides };
  countSeats(tx, row.sessionId, 'confirmed', undefined);
  if (to.hasBookings === 0) markBooked(tx, to.id);
  countSeats(tx, to.id, undefined, 'confirmed');
  countBooking(tx, 'confirmed', { ...row, status: 'cancelled' });
  countBooking(tx, undefined, next);
  raiseMoved(tx, row, next);
  raiseAvailability(tx, to, { ...to, confirmedCount: to.confirmedCount + 1 });
  fillFreedSeats(tx, freed);
  return next;
};

/**
 * Moves a confirmed booking to another session: it stays the same booking, with its package and its credit. In one
 * transaction, so that the old seat is given up only when the new one is had.
 * @throws Problem 400 `resource_missing`; 403 for a scope that the caller lacks; 409 as canceling and booking, and
 *   `package_not_eligible` when what pays does not cover the other session.
 */
export const moveBooking = (
  tx: Tx,
  caller: Caller,
  given: BookingRecord,
  body: MoveBookingBody,
  reactions: FactReactions,
  origin: BookingOrigin = originOf(caller),
): BookingRecord => {
  const row = bookingToChange(tx, given, reactions);
  applyTransition<BookingStatus>(transitions.move, row.status);
  requireNoGuest(row, origin);
  requireNotErased(tx, row.clientId, 'Book another client.');
  const to = requireSession(tx, caller, { ...body, clientId: row.clientId }, origin);
  const from = bookableSession(tx, row.sessionId);
  if (from === undefined) throw new Error(`the booking '${row.id}' refers to a session that does not exist`);
  if (to.id === from.id) throw alreadyBooked();
  const mayAfter = !origin.memberRules && actsAfterStart(caller, body);
  const found = { row, from, to, origin, mayAfter };
  requireMayLeave(tx, found, body);
  requireMayEnter(tx, found);
  const session = requireSeat(tx, to, body);
  const paid = keepPayment(tx, row, session, origin.memberRules);
  const columns = { ...paid, ...columnsIn(tx, session, hasStarted(session, tx.now)) };
  const next = changeSeats(tx, { ...found, to: session }, columns, reactions);
  // Its deadlines follow its session of now.
  return bookingById(tx, next.id) ?? next;
};
