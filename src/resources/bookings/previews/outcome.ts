// What the rules of canceling and of no-shows have done, in a transaction that is rolled back.

import type { Read, Tx } from '../../../database/database.ts';
import type { WouldRaise } from '../../../database/dry-run.ts';
import { type Asking, namesFor, notifiedOf } from '../../notified.ts';
import { Package } from '../../packages/record.ts';
import { defaultMethodOf } from '../../payment-methods/queries.ts';
import { dropInPayments } from '../../payments/queries.ts';
import { refundable } from '../../payments/record.ts';
import { freeSeats } from '../../sessions/booking/seats.ts';
import { paymentSettings } from '../../settings/queries.ts';
import { chargeDueAt, penaltyOf } from '../fees/penalties.ts';
import { type BookingRecord, bookingById, sessionOfBooking } from '../queries.ts';
import { hasSeat } from '../status/states.ts';
import { isFilledNow, isOpenToAll, settingsOf } from '../waitlist/eligibility.ts';
import { waitlistFills } from '../waitlist/tables.ts';
import type { BookingCancelPreviewResponse, NoShowPreviewResponse } from './shapes.ts';

type Outcome = Omit<NoShowPreviewResponse, 'object'>;

/** What a booking was, and what its rule has done. */
export interface Acted {
  readonly before: BookingRecord;
  readonly events: readonly WouldRaise[];
}

const creditOf = (
  { read: tx, caller, readableAmong }: Asking,
  after: BookingRecord,
  { events }: Acted,
): Outcome['credit'] => {
  const { packageId, creditOutcome: outcome } = after;
  const row = packageId === null ? undefined : Package.rows.find(tx, packageId);
  const isShown =
    row !== undefined &&
    Package.canAccess(caller, row) &&
    readableAmong(tx, caller, ['getPackage', 'manageGetPackage'], [row.id]).has(row.id);
  let credits = 0;
  for (const { type, data } of events) {
    if (type === 'package.credits_changed' && data.bookingId === after.id) credits += data.delta;
  }
  return {
    outcome,
    credits: Math.max(0, credits),
    packageId,
    creditsRemaining: isShown && row.creditsTotal !== null ? row.creditsRemaining : null,
  };
};

const feeOf = (read: Read, after: BookingRecord): Outcome['fee'] => {
  const penalty = penaltyOf(after);
  if (penalty === null) return null;
  const hasCard = penalty.status === 'pending' && defaultMethodOf(read, after.clientId) !== undefined;
  return { ...penalty, chargedAt: hasCard ? chargeDueAt(after, paymentSettings(read, after.siteId)) : null };
};

const withoutSeat = (reason: Outcome['seat']['reason']): Outcome['seat'] => ({
  goesTo: null,
  offerExpiresAt: null,
  reason,
});

/** Whom the seat goes to. Only the first one gets it; a further seat may have been free. */
const seatOf = (asking: Asking, after: BookingRecord, { before, events }: Acted): Outcome['seat'] => {
  const tx = asking.read;
  if (hasSeat(after) || (!hasSeat(before) && before.holdsSeat === 0)) return withoutSeat('not_freed');
  for (const { type, data } of events) {
    if (type !== 'booking.waitlist_promoted' && type !== 'booking.waitlist_offered') continue;
    if (data.sessionId !== after.sessionId) continue;
    const goesTo = namesFor(asking, [data.clientId])(data.clientId);
    if (type === 'booking.waitlist_promoted') return { goesTo, offerExpiresAt: null, reason: 'promoted' };
    return { goesTo, offerExpiresAt: data.offerExpiresAt, reason: 'offered' };
  }
  const session = sessionOfBooking(tx, after);
  const settings = settingsOf(tx, session);
  if (freeSeats(session) === 0) return withoutSeat('still_full');
  if (session.waitlistedCount === 0) return withoutSeat('nobody_waits');
  if (waitlistFills.find(tx, session.id) !== undefined) return withoutSeat('undecided');
  if (isOpenToAll(tx, session, settings)) return withoutSeat('first_come');
  return withoutSeat(isFilledNow(tx, session, settings) ? 'nobody_eligible' : 'desk_decides');
};

/** What has become of the credit, the fee and the seat of a booking, and who is notified. */
export const outcomeOf = (asking: Asking, acted: Acted): Outcome => {
  const after = bookingById(asking.read, acted.before.id) ?? acted.before;
  return {
    bookingId: after.id,
    credit: creditOf(asking, after, acted),
    fee: feeOf(asking.read, after),
    seat: seatOf(asking, after, acted),
    ...notifiedOf(asking, acted.events),
  };
};

/** How many guests lose their spots with the booking of the member who brings them. */
export const guestsCancelled = (read: Read, { before, events }: Acted): number =>
  events.filter(
    ({ type, data }) => type === 'booking.cancelled' && bookingById(read, data.bookingId)?.hostBookingId === before.id,
  ).length;

export const refundableDropIn = (read: Read, bookingId: string) => {
  const payments = dropInPayments(read, bookingId);
  return {
    amount: payments.reduce((sum, payment) => sum + refundable(payment), 0),
    currency: payments[0]?.currency ?? '',
    isPending: payments.some(({ amountRefunding }) => amountRefunding > 0),
  };
};

/** What the rule has given back, compared with what could be given back before. */
export const refundSince = (tx: Tx, bookingId: string, before: number): BookingCancelPreviewResponse['refund'] => {
  const { amount, currency, isPending } = refundableDropIn(tx, bookingId);
  return amount === before ? null : { amount: before - amount, currency, status: isPending ? 'pending' : 'succeeded' };
};
