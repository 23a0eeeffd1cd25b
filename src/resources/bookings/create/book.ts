import type { Tx } from '../../../database/database.ts';
import { upperSnake } from '../../../events/payload-fields.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { Problem } from '../../../kernel/problem.ts';
import { isUniqueViolation } from '../../../records/query.ts';
import { consumption } from '../../packages/credits/spend.ts';
import { MEMBER_LIMITS, NOT_ADMITTED } from '../../sessions/booking/obstacles.ts';
import { takeCredit } from '../credits.ts';
import { type BookingOrigin, originOf } from '../origin.ts';
import { type BookableSession, type BookingRecord, isBooked } from '../queries.ts';
import { Booking, type BookingRow } from '../record.ts';
import type { CreateBookingBody } from '../shapes.ts';
import { raiseAvailability } from '../status/availability.ts';
import { bookingIds } from '../status/change.ts';
import { countBooking, countSeats, markBooked } from '../status/counters.ts';
import { nextJoinedAt } from '../waitlist/eligibility.ts';
import { takeOwnSeat } from './held-seat.ts';
import { type Parties, requireParties } from './parties.ts';
import { type Payment, paidAlone, requirePayment } from './payment.ts';
import { type Place, requirePlace } from './placement.ts';
import { alreadyBooked, attemptOf, refuseFor } from './refusals.ts';

/** What callers other than the Business API say of a booking. */
export interface BookingOptions {
  readonly id?: string;
  readonly origin?: BookingOrigin;
  /** A seat was held for it, and the caller has just released it. */
  readonly hasHeldSeat?: boolean;
  /** This seat alone is paid for, or costs nothing by a code: no package pays. */
  readonly paidAs?: 'drop_in' | 'comp';
  /** Who brings the client, and what pays for them then. */
  readonly guestOf?: { readonly hostBookingId: string; readonly payment: (place: Place) => Payment };
}

/** The error to answer with: `already_booked` comes before whatever else is wrong. */
const bookingError = (tx: Tx, { client, session }: Parties, error: unknown): unknown => {
  if (isUniqueViolation(error)) return alreadyBooked();
  return error instanceof Problem && isBooked(tx, session.id, client.id) ? alreadyBooked() : error;
};

const newBooking = (
  tx: Tx,
  body: CreateBookingBody,
  { session, status }: Place,
  { bookingSource, credit, requiresCredit }: Payment,
  { channel }: BookingOrigin,
  { id, guestOf }: Pick<BookingOptions, 'id' | 'guestOf'>,
): BookingRow => {
  const isWaiting = status === 'waitlisted';
  return Booking.make(tx, body, {
    ...(id === undefined ? {} : { id }),
    siteId: session.siteId,
    startTime: session.startTime,
    status,
    bookingSource,
    channel,
    hostBookingId: guestOf?.hostBookingId ?? null,
    packageId: credit?.id ?? null,
    ...(credit === undefined || isWaiting ? {} : consumption(credit, session.creditCost)),
    bookedAt: tx.now,
    confirmedAt: isWaiting ? null : tx.now,
    requiresCredit: Number(requiresCredit),
    joinedAt: isWaiting ? nextJoinedAt(tx, session) : null,
  });
};

const raiseCreated = (tx: Tx, row: BookingRow, { session, status }: Place): void => {
  const payload = { ...bookingIds(row), status: upperSnake(status) };
  tx.raise('booking.created', row.siteId, { ...payload, bookingSource: upperSnake(row.bookingSource) });
  if (status === 'confirmed') return;
  tx.raise('booking.waitlisted', row.siteId, { ...payload, waitlistPosition: session.waitlistedCount + 1 });
};

/** @throws Problem 409 for a client who may not book this session, whether or not it has a seat. */
const checkClient = (tx: Tx, { client, session }: Parties, { memberRules }: BookingOrigin): void =>
  refuseFor(
    memberRules ? [...NOT_ADMITTED, ...MEMBER_LIMITS] : NOT_ADMITTED,
    attemptOf(tx, session, client),
    memberRules,
  );

/**
 * Books a client into a session, or adds them to its waitlist (rules.md "Booking"). The unique index over live bookings
 * guards against a second one, so that only an error looks for it.
 * @throws Problem 400 `resource_missing`, 403, or 409 in the order of the rules.
 */
export const book = (tx: Tx, caller: Caller, body: CreateBookingBody, options: BookingOptions = {}): BookingRecord => {
  const { origin = originOf(caller), paidAs, guestOf } = options;
  // What is paid for by the charge itself has its own seat.
  const hasHeldSeat = options.hasHeldSeat ?? (paidAs !== 'drop_in' && takeOwnSeat(tx, body));
  const parties = requireParties(tx, caller, body, origin);
  let place: Place;
  let payment: Payment;
  let row: BookingRow;
  try {
    checkClient(tx, parties, origin);
    place = requirePlace(tx, parties.session, body, hasHeldSeat);
    if (guestOf !== undefined) payment = guestOf.payment(place);
    else payment = paidAs === undefined ? requirePayment(tx, caller, place, body, origin) : paidAlone(paidAs);
    row = newBooking(tx, body, place, payment, origin, options);
    Booking.rows.insert(tx, row);
  } catch (error) {
    throw bookingError(tx, parties, error);
  }

  const { session, status } = place;
  if (session.hasBookings === 0) markBooked(tx, session.id);
  countSeats(tx, session.id, undefined, status);
  countBooking(tx, undefined, { ...row, status });
  raiseCreated(tx, row, place);
  const record: BookingRecord = { ...row, rescheduledId: null, overrides: session.overrides };
  if (status === 'waitlisted') return record;

  // A held seat was not free before, either.
  const before = hasHeldSeat ? { ...session, offersHeld: session.offersHeld + 1 } : session;
  raiseAvailability(tx, before, { ...session, confirmedCount: session.confirmedCount + 1 });
  if (payment.credit !== undefined) takeCredit(tx, row, session, payment.credit);
  return record;
};

/** Makes the checks of `book` and books nothing. Returns the session as it is now. @throws Problem as `book`. */
export const requireBookable = (
  tx: Tx,
  caller: Caller,
  body: CreateBookingBody,
  origin: BookingOrigin,
): BookableSession => {
  const parties = requireParties(tx, caller, body, origin);
  try {
    checkClient(tx, parties, origin);
    const { session } = requirePlace(tx, parties.session, body, false);
    if (isBooked(tx, session.id, parties.client.id)) throw alreadyBooked();
    return session;
  } catch (error) {
    throw bookingError(tx, parties, error);
  }
};
