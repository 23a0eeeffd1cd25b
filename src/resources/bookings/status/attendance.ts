import type { Read, Tx } from '../../../database/database.ts';
import { type Caller, staffIdOf } from '../../../kernel/caller.ts';
import { epochOf, isoInstant } from '../../../kernel/clock.ts';
import { invalidParam, requireRecent } from '../../../kernel/problem.ts';
import { applyTransition } from '../../../kernel/transitions.ts';
import { AHEAD_MS } from '../../facts/queries.ts';
import { forfeit, recordVisit, reinstate } from '../../packages/credits/spend.ts';
import type { CheckedInBy, FactReactions, Reactions } from '../../reactions.ts';
import { isAtDesk } from '../../sessions/booking/afterwards.ts';
import { paymentSettings } from '../../settings/queries.ts';
import { restoreCredit, takeCredit, waitlistCredit } from '../credits.ts';
import {
  dropOpenPenalty,
  penaltyColumns,
  penaltyFor,
  penaltyOf,
  raiseIfWaived,
  requestedWaiver,
  type Waiver,
} from '../fees/penalties.ts';
import { type BookingRecord, sessionOfBooking } from '../queries.ts';
import type { BookingRow, BookingStatus } from '../record.ts';
import type { CheckInBookingBody, MarkNoShowBody } from '../shapes.ts';
import { raiseAvailability } from '../status/availability.ts';
import { addFreed, type FreedSeats, fillFreedSeats } from '../waitlist/fill.ts';
import { bookingIds, changeStatus } from './change.ts';
import { hasSeat, transitions } from './states.ts';
import { bookingToChange } from './to-change.ts';
import { addBookedVisit } from './visits.ts';

/** Takes the credit of a client who waited and came; staff let them in, with a package or without. */
const payOnArrival = (tx: Tx, row: BookingRecord): Partial<BookingRow> => {
  if (row.holdsSeat === 1) restoreCredit(tx, row);
  const session = sessionOfBooking(tx, row);
  return takeCredit(tx, row, session, waitlistCredit(tx, row, session));
};

/** Pays for a booking that never had a seat, and takes back what a no-show cost. */
const settleVisit = (tx: Tx, row: BookingRecord): Partial<BookingRow> => {
  if (row.confirmedAt === null) return payOnArrival(tx, row);
  if (row.status !== 'noshow') return {};
  const penalty = dropOpenPenalty(tx, row);
  return row.packageId === null ? { penalty } : { penalty, creditOutcome: reinstate(tx, row.id) };
};

/** The instant is now, unless the request says so. @throws Problem 400 for a time too far ahead, or before 1900. */
export const checkInInstant = (read: Read, sent: string | undefined): string => {
  const at = sent === undefined ? read.nowMs : epochOf(sent);
  if (at > read.nowMs + AHEAD_MS) {
    throw invalidParam('checkedInAt', "'checkedInAt' is in the future. Send a time in the past, or leave it out.", {
      reason: 'in_the_future',
    });
  }
  return requireRecent('checkedInAt', isoInstant(at));
};

interface Arrival extends CheckInBookingBody {
  readonly by?: CheckedInBy;
}

/** Who checks a client in. At the desk, whoever is checked in once the session is over came at its start, so that the visit is of its day. */
export const arrivalBy = (read: Read, caller: Caller, row: BookingRecord): Arrival => {
  const staffId = staffIdOf(caller);
  if (!isAtDesk(caller)) return { by: { source: 'api', staffId } };
  const { startTime, endTime } = sessionOfBooking(read, row);
  return { by: { source: 'staff', staffId }, ...(read.now >= endTime ? { checkedInAt: startTime } : {}) };
};

/**
 * Records that the client attends. A no-show is taken back, with a penalty that is not charged yet. A waitlisted client
 * gets a seat, past the capacity if necessary.
 * @throws Problem 409 `already_checked_in`, `booking_cancelled`; 400 for a time too far ahead.
 */
export const checkIn = (
  tx: Tx,
  given: BookingRecord,
  { by, ...body }: Arrival,
  reactions: FactReactions & Pick<Reactions, 'bookingCheckedIn'>,
): BookingRecord => {
  const row = bookingToChange(tx, given, reactions);
  const status = applyTransition<BookingStatus>(transitions.checkIn, row.status);
  const checkedInAt = checkInInstant(tx, body.checkedInAt);
  const before = hasSeat(row) ? undefined : sessionOfBooking(tx, row);
  const next = changeStatus(tx, row, { ...settleVisit(tx, row), status, checkedInAt, noShowAt: null });
  if (next.packageId !== null) recordVisit(tx, next.packageId);
  const checkinId = reactions.bookingCheckedIn(tx, next, by);
  tx.raise('booking.checked_in', row.siteId, { ...bookingIds(row), status: 'ATTENDED', checkedInAt, checkinId });
  if (before !== undefined) raiseAvailability(tx, before, sessionOfBooking(tx, row));
  addBookedVisit(tx, next, reactions);
  return next;
};

/** What a no-show costs; a waitlisted client loses nothing. */
const settleNoShow = (tx: Tx, row: BookingRecord, waivedBy: Waiver | undefined): Partial<BookingRow> => {
  if (row.status === 'waitlisted') return restoreCredit(tx, row);
  const creditOutcome = row.packageId === null ? {} : { creditOutcome: forfeit(tx, row.id, 'no_show') };
  return { ...creditOutcome, ...penaltyColumns(row, penaltyFor(tx, row, 'no_show', waivedBy), waivedBy) };
};

const recordNoShow = (
  tx: Tx,
  given: BookingRecord,
  waivedBy: Waiver | undefined,
  reactions: FactReactions,
): BookingRecord => {
  const row = bookingToChange(tx, given, reactions);
  const status = applyTransition<BookingStatus>(transitions.markNoShow, row.status);
  const freed: FreedSeats = new Map();
  if (row.holdsSeat === 1) addFreed(tx, freed, row);
  const next = changeStatus(tx, row, { ...settleNoShow(tx, row, waivedBy), status, noShowAt: tx.now });
  const penalty = penaltyOf(next);
  tx.raise('booking.noshow', row.siteId, {
    ...bookingIds(row),
    status: 'NOSHOW',
    noShowAt: tx.now,
    penaltyAmount: penalty?.status === 'pending' ? penalty.amount : 0,
    currency: paymentSettings(tx, row.siteId).currency,
  });
  raiseIfWaived(tx, row, next);
  fillFreedSeats(tx, freed);
  return next;
};

/**
 * Records that the client did not come: the credit is forfeited, and a fee is due where the settings say so. Who was
 * on the waitlist loses nothing and takes no seat.
 * @throws Problem 409 `already_processed`; 403 for a waiver without its scope.
 */
export const markNoShow = (
  tx: Tx,
  caller: Caller,
  row: BookingRecord,
  body: MarkNoShowBody,
  reactions: FactReactions,
): BookingRecord => recordNoShow(tx, row, requestedWaiver(caller, body), reactions);

/** Records that a client who is still confirmed did not come to a session that has ended. */
export const markDueNoShow = (tx: Tx, row: BookingRecord, reactions: FactReactions): BookingRecord =>
  recordNoShow(tx, row, undefined, reactions);
