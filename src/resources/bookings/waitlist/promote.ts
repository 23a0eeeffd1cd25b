import type { Tx } from '../../../database/database.ts';
import type { BookingRow } from '../../../database/tables/bookings.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { transition } from '../../../kernel/machine.ts';
import { conflict } from '../../../kernel/problem.ts';
import { noEligiblePackage } from '../../packages/credits/choose.ts';
import type { PackageRow } from '../../packages/record.ts';
import type { BookingSettings } from '../../settings/shapes.ts';
import { creditInLine, giveBack, holdCredit, pay } from '../credits.ts';
import { decided } from '../fees/penalties.ts';
import { type BookingRecord, bookerById, type Seats, seatsOf } from '../queries.ts';
import type { ManageBookingBody } from '../shapes.ts';
import { type BookingStatus, verbs } from '../states.ts';
import { endBooking, freeSeats, names, statusOf, tellSeats, turn } from '../transitions.ts';
import { freeCancelUntil, graceFrom, offerEnd } from './deadlines.ts';
import { FRONT, lapsedOffers, nextWaiting, waitingElsewhere } from './queries.ts';
import { movesByItself, policyOf, type SkipReason, skip, standingOf } from './waitlist.ts';

/** The sessions whose seats an act frees, each as it was before. */
export type Freed = Map<string, Seats>;

/** The seats of a session that exists. */
export const seatsNow = (tx: Tx, sessionId: string): Seats => {
  const seats = seatsOf(tx, sessionId);
  if (seats === undefined) throw new Error(`a booking refers to the session '${sessionId}', which does not exist`);
  return seats;
};

/** Remembers a session before one of its seats is freed. */
export const watch = (tx: Tx, freed: Freed, sessionId: string): void => {
  if (!freed.has(sessionId)) freed.set(sessionId, seatsNow(tx, sessionId));
};

/** Takes a promoted client out of the lines of what is at the same time; that may free seats held for them there. */
const clearOverlaps = (tx: Tx, row: BookingRecord, seats: Seats, freed: Freed): void => {
  for (const other of waitingElsewhere(tx, row.clientId, seats)) {
    if (other.holdsSeat === 1) watch(tx, freed, other.sessionId);
    endBooking(tx, other, { by: 'system', reason: 'overlap_cleared' });
  }
};

interface Promotion {
  readonly credit: PackageRow | undefined;
  readonly settings: BookingSettings;
  readonly freed: Freed;
  readonly desk?: string | null;
}

/** Gives a seat to somebody who waited: the credit is taken, and for the grace time they may leave free of charge. */
const seat = (tx: Tx, row: BookingRecord, seats: Seats, promotion: Promotion): BookingRecord => {
  const { credit, settings, freed, desk = row.desk } = promotion;
  const next = turn(tx, row, {
    ...pay(tx, row.id, seats, credit),
    status: transition<BookingStatus>(verbs.promote, statusOf(row)),
    confirmedAt: tx.now,
    promotedAt: tx.now,
    graceUntil: graceFrom(tx.nowMs, settings),
    desk,
  });
  tx.raise('booking.waitlist_promoted', row.siteId, {
    ...names(row),
    status: 'CONFIRMED',
    previousStatus: 'WAITLISTED',
    packageId: next.packageId,
    freeCancelUntil: freeCancelUntil(tx, next),
  });
  if (!settings.allowOverlappingBookings) clearOverlaps(tx, next, seats, freed);
  return next;
};

/** Holds a seat for somebody who waits until they confirm. */
const offer = (tx: Tx, row: BookingRecord, seats: Seats, { credit, settings }: Promotion): void => {
  const offerExpiresAt = isoInstant(offerEnd(tx.nowMs, seats.startTime, settings));
  const paid = holdCredit(tx, row.id, seats, credit);
  turn(tx, row, { ...paid, status: 'waitlisted', offeredAt: tx.now, offerExpiresAt, holdsSeat: 1 });
  tx.raise('booking.waitlist_offered', row.siteId, { ...names(row), offerExpiresAt });
};

/** Lets go of the seat that an offer held. Whoever let one lapse is offered no other; the desk may still promote them. */
const lapse = (tx: Tx, row: BookingRecord): void => {
  const lastSkipReason: SkipReason = 'offer_lapsed';
  turn(tx, row, { ...giveBack(tx, row), status: 'waitlisted', holdsSeat: 0, lastSkipReason });
};

/** Gives the free seats of a session to those who wait, first in, first out; each seat promotes once. */
const fill = (tx: Tx, sessionId: string, freed: Freed): Seats => {
  let seats = seatsNow(tx, sessionId);
  if (seats.offersHeld > 0) {
    for (const row of lapsedOffers(tx, sessionId)) lapse(tx, row);
    seats = seatsNow(tx, sessionId);
  }
  if (seats.waitlistedCount === 0) return seats;
  const settings = policyOf(tx, seats);
  if (!movesByItself(tx, seats, settings)) return seats;
  const give = settings.waitlistPromotionMode === 'automatic' ? seat : offer;
  let place: Pick<BookingRow, 'joinedAt' | 'id'> = FRONT;
  while (freeSeats(seats) !== 0) {
    const row = nextWaiting(tx, sessionId, place);
    if (row === undefined) break;
    place = row;
    const { reason, credit } = standingOf(tx, row, seats, settings);
    if (reason === undefined) {
      give(tx, row, seats, { credit, settings, freed });
      seats = seatsNow(tx, sessionId);
    } else {
      skip(tx, row, reason);
    }
  }
  return seats;
};

/**
 * Hands on the seats that an act freed, and tells which sessions became full or open by it all. Offers that are over
 * are let go first. A promotion may free seats elsewhere: they are handed on in the same way.
 */
export const handOn = (tx: Tx, freed: Freed): void => {
  for (const [sessionId, before] of freed) {
    freed.delete(sessionId);
    tellSeats(tx, before, fill(tx, sessionId, freed));
  }
};

/** Brings the line of a session up to now, as if the jobs had just run; answers the seats as they are then. */
export const caughtUp = (tx: Tx, seats: Seats): Seats => {
  if (seats.waitlistedCount === 0) return seats;
  handOn(tx, new Map([[seats.id, seats]]));
  return seatsNow(tx, seats.id);
};

/** Ends a place in the line of a session that has started, at no cost. */
export const expire = (tx: Tx, row: BookingRecord): BookingRecord =>
  endBooking(tx, row, { by: 'system', reason: 'waitlist_expired' });

/** A booking as it is now: nobody waits any more for a session that has started. Every verb starts from here. */
export const current = (tx: Tx, row: BookingRecord): BookingRecord =>
  row.status === 'waitlisted' && tx.now >= row.startTime ? expire(tx, row) : row;

/** Somebody in line as they are now, who may be given a seat if there is one. */
const inLine = (tx: Tx, given: BookingRecord): BookingRecord => {
  const row = current(tx, given);
  transition<BookingStatus>(verbs.promote, statusOf(row));
  if (bookerById(tx, row.clientId)?.status === 'suspended') {
    throw conflict('client_suspended', 'The client is suspended and may not book. Make the client active first.');
  }
  return row;
};

/** Whether an offer holds a seat for somebody in line. */
const isOffered = (tx: Tx, row: BookingRecord): boolean => row.holdsSeat === 1 && tx.now < String(row.offerExpiresAt);

/** Seats somebody in line with a credit that can pay now. @throws Problem 409 `no_eligible_package`. */
const seatFromLine = (tx: Tx, row: BookingRecord, before: Seats, desk = row.desk): BookingRecord => {
  if (row.holdsSeat === 1) giveBack(tx, row);
  const credit = creditInLine(tx, row, before);
  if (credit === undefined && row.requiresCredit === 1) throw noEligiblePackage(tx, row.clientId, before);
  const freed: Freed = new Map([[before.id, before]]);
  const next = seat(tx, row, before, { credit, settings: policyOf(tx, before), freed, desk });
  handOn(tx, freed);
  return next;
};

/**
 * Gives a seat to somebody who waits, by the desk's decision (manage.md): a free one, or the one that is held for
 * them. The desk may choose anyone in line, inside the cut-off too.
 * @throws Problem 409 `already_processed`, `booking_cancelled`, `client_suspended`, `session_full`, or
 *   `no_eligible_package` where this booking requires a credit.
 */
export const promote = (tx: Tx, decidedBy: string, given: BookingRecord, body: ManageBookingBody): BookingRecord => {
  const row = inLine(tx, given);
  const before = seatsNow(tx, row.sessionId);
  if (freeSeats(before) === 0 && !isOffered(tx, row)) {
    throw conflict('session_full', 'Every seat is taken or held by an offer. Free one, or raise the capacity first.');
  }
  return seatFromLine(tx, row, before, decided(row, { promotedBy: decidedBy, promoteReason: body.reason ?? null }));
};

/**
 * Takes the seat that is offered to somebody who waits, by their own decision (rules.md "Waiting list"). Whoever may
 * not have it any more is told so, and the offer stays until it lapses.
 * @throws Problem 409 `already_processed`, `booking_cancelled`, `client_suspended`; `session_full` when no seat is
 *   offered, or no longer; `already_booked` with a booking at the same time; `no_eligible_package`.
 */
export const acceptOffer = (tx: Tx, given: BookingRecord): BookingRecord => {
  const row = inLine(tx, given);
  if (!isOffered(tx, row)) {
    const since =
      row.offerExpiresAt === null ? 'is offered yet' : `is offered any more: that ended at ${row.offerExpiresAt}`;
    throw conflict('session_full', `No seat ${since}. Stay in line, or choose another session.`);
  }
  const before = seatsNow(tx, row.sessionId);
  const { reason } = standingOf(tx, row, before, policyOf(tx, before));
  if (reason === 'overlapping_booking') {
    const message = 'The member has a booking of another session at that time. Cancel that one first.';
    throw conflict('already_booked', message, [{ param: 'id', code: reason, message }]);
  }
  return seatFromLine(tx, row, before);
};
