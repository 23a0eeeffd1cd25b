import type { Read, Tx } from '../../database/database.ts';
import type { BookingRow } from '../../database/tables/bookings.ts';
import type { Caller } from '../../kernel/caller.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { transition } from '../../kernel/machine.ts';
import { invalidParam } from '../../kernel/problem.ts';
import { forfeit, recordVisit, reinstate } from '../packages/credits/spend.ts';
import type { Reactions } from '../reactions.ts';
import { paymentSettings } from '../settings/queries.ts';
import { waiverOf } from './cancel.ts';
import { creditInLine, giveBack, pay } from './credits.ts';
import {
  penaltyColumns,
  penaltyFor,
  penaltyOf,
  tellIfWaived,
  type Waiver,
  withoutOpenPenalty,
} from './fees/penalties.ts';
import { type BookingRecord, liveBookingsIn, type Seats } from './queries.ts';
import type { CheckInBookingBody, NoShowBookingBody } from './shapes.ts';
import { type BookingStatus, SEATED, verbs } from './states.ts';
import { names, statusOf, tellSeats, turn } from './transitions.ts';
import { current, seatsNow } from './waitlist/promote.ts';

/** How far ahead of now a check-in may be dated, for clocks that differ. */
const AHEAD_MS = 5 * 60_000;

/** Takes the credit of somebody who waited and came: the desk has decided, with a package or without. */
const payAtDoor = (tx: Tx, row: BookingRecord): Partial<BookingRow> => {
  if (row.holdsSeat === 1) giveBack(tx, row);
  const seats: Seats = seatsNow(tx, row.sessionId);
  return pay(tx, row.id, seats, creditInLine(tx, row, seats));
};

/** What a check-in does to what was paid: taken from who never had a seat, taken back from a no-show. */
const settleVisit = (tx: Tx, row: BookingRecord): Partial<BookingRow> => {
  if (row.confirmedAt === null) return payAtDoor(tx, row);
  if (row.status !== 'noshow') return {};
  const penalty = withoutOpenPenalty(tx, row);
  return row.packageId === null ? { penalty } : { penalty, creditOutcome: reinstate(tx, row.id) };
};

/**
 * When a client came: now, unless the request says so.
 * @throws Problem 400 for a time too far ahead.
 */
export const checkInInstant = (read: Read, sent: string | undefined): string => {
  const at = sent === undefined ? read.nowMs : epochOf(sent);
  if (at > read.nowMs + AHEAD_MS) {
    throw invalidParam('checkedInAt', "'checkedInAt' lies ahead. Send an instant that is past, or leave it out.");
  }
  return isoInstant(at);
};

/**
 * Records that the client is there; after a no-show it takes that back, with a penalty that is not charged yet.
 * Somebody who waited gets a seat by it, past the capacity if it must be.
 * @throws Problem 409 `already_checked_in`, `booking_cancelled`; 400 for a time too far ahead.
 */
export const checkIn = (
  tx: Tx,
  given: BookingRecord,
  body: CheckInBookingBody,
  reactions: Pick<Reactions, 'bookingCheckedIn'>,
): BookingRecord => {
  const row = current(tx, given);
  const status = transition<BookingStatus>(verbs.checkIn, statusOf(row));
  const checkedInAt = checkInInstant(tx, body.checkedInAt);
  const before = SEATED.has(statusOf(row)) ? undefined : seatsNow(tx, row.sessionId);
  const next = turn(tx, row, { ...settleVisit(tx, row), status, checkedInAt, noShowAt: null });
  if (next.packageId !== null) recordVisit(tx, next.packageId);
  const checkinId = reactions.bookingCheckedIn(tx, next);
  tx.raise('booking.checked_in', row.siteId, { ...names(row), status: 'ATTENDED', checkedInAt, checkinId });
  if (before !== undefined) tellSeats(tx, before, seatsNow(tx, row.sessionId));
  return next;
};

/** What staying away costs; who only waited loses nothing. */
const settleAbsence = (tx: Tx, row: BookingRecord, waivedBy: Waiver | undefined): Partial<BookingRow> => {
  if (row.status === 'waitlisted') return giveBack(tx, row);
  const creditOutcome = row.packageId === null ? {} : { creditOutcome: forfeit(tx, row.id, 'no_show') };
  return { ...creditOutcome, ...penaltyColumns(row, penaltyFor(tx, row, 'no_show', waivedBy), waivedBy) };
};

const recordNoShow = (tx: Tx, given: BookingRecord, waivedBy: Waiver | undefined): BookingRecord => {
  const row = current(tx, given);
  const status = transition<BookingStatus>(verbs.markNoShow, statusOf(row));
  const before = SEATED.has(statusOf(row)) ? undefined : seatsNow(tx, row.sessionId);
  const next = turn(tx, row, { ...settleAbsence(tx, row, waivedBy), status, noShowAt: tx.now });
  const penalty = penaltyOf(next);
  const penaltyAmount = penalty?.status === 'pending' ? penalty.amount : 0;
  const { currency } = paymentSettings(tx, row.siteId);
  const told = { status: 'NOSHOW', noShowAt: tx.now, penaltyAmount, currency } as const;
  tx.raise('booking.noshow', row.siteId, { ...names(row), ...told });
  tellIfWaived(tx, row, next);
  if (before !== undefined) tellSeats(tx, before, seatsNow(tx, row.sessionId));
  return next;
};

/**
 * Records that the client did not come: the credit is forfeited, and a fee falls due where the settings say so.
 * @throws Problem 409 `already_processed`; 403 for a waiver without its scope.
 */
export const markNoShow = (tx: Tx, caller: Caller, row: BookingRecord, body: NoShowBookingBody): BookingRecord =>
  recordNoShow(tx, row, waiverOf(caller, body));

/** Marks everybody of a session who is still confirmed as a no-show; answers how many. */
export const markAbsent = (tx: Tx, sessionId: string): number => {
  const rows = liveBookingsIn(tx, sessionId).filter(({ status }) => status === 'confirmed');
  for (const row of rows) recordNoShow(tx, row, undefined);
  return rows.length;
};
