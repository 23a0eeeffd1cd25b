// The dry runs of what members do: booking, taking a seat, canceling.

import type { Read, Tx } from '../../../database/database.ts';
import type { WouldRaise } from '../../../database/dry-run.ts';
import type { Call, DryRun, Trial } from '../../../http/operations/call.ts';
import type { MemberCaller } from '../../../kernel/caller.ts';
import { Package } from '../../packages/record.ts';
import type { PaymentMethodRow } from '../../payment-methods/record.ts';
import type { ChargeDeps } from '../../payments/charging/call-processor.ts';
import { sessionsById } from '../../sessions/queries.ts';
import { bookingSettings, paymentSettings } from '../../settings/queries.ts';
import { book } from '../create/book.ts';
import { freeCancelUntil, freeReason } from '../deadlines.ts';
import { usableCard } from '../fees/charge.ts';
import { chargeDueAt, penaltyFor, penaltyOf } from '../fees/penalties.ts';
import { MEMBER } from '../origin.ts';
import { refundableDropIn, refundSince } from '../previews/outcome.ts';
import { type BookingRecord, bookingById } from '../queries.ts';
import type { CreateMemberBookingBody } from '../shapes.ts';
import { withoutHosts } from '../view.ts';
import { waitlistPositions } from '../waitlist/queries.ts';
import { type TriedVisit, tryVisit } from './drop-in.ts';
import {
  MemberBookingPreview,
  type MemberBookingPreviewResponse,
  MemberCancelPreview,
  type MemberCancelPreviewResponse,
} from './preview-shapes.ts';
import { bookingOf, isVisitBody } from './visit-price.ts';

type BookingCall = Call<MemberCaller, object, CreateMemberBookingBody, unknown>;
type OwnCall = Call<MemberCaller, object, object, BookingRecord>;
type Terms = Pick<MemberBookingPreviewResponse, 'freeCancelUntil' | 'freeReason' | 'lateCancel'>;

const cardView = ({ id, type, brand, last4 }: PaymentMethodRow) => ({
  paymentMethodId: id,
  brand: brand ?? (type === 'card' ? 'unknown' : type),
  last4: last4 ?? '',
});

const priceView = ({ payment: { amount, site, taxAmount, discountAmount } }: Pick<TriedVisit, 'payment'>) => ({
  amount,
  currency: site.currency,
  taxAmount,
  discountAmount,
});

const packageView = (read: Read, packageId: string | null) => {
  const row = packageId === null ? undefined : Package.rows.find(read, packageId);
  const left = row?.creditsRemaining ?? null;
  return {
    packageId,
    packageName: row?.name ?? null,
    creditsTotal: row?.creditsTotal ?? null,
    creditsAfter: left === null ? null : Math.max(0, left),
  };
};

/** What a late cancellation of a booking with a seat costs; null while it waits. */
const lateCancelOf = (tx: Tx, row: BookingRecord): Terms['lateCancel'] => {
  if (row.status === 'waitlisted') return null;
  const fee = penaltyFor(tx, row, 'late_cancel', undefined);
  return {
    isAllowed: bookingSettings(tx, row.siteId, row.overrides).allowMemberLateCancel,
    credits: row.creditsUsed,
    fee: fee === null ? null : { amount: fee.amount, currency: fee.currency },
  };
};

const termsOf = (tx: Tx, row: BookingRecord): Terms => ({
  freeCancelUntil: freeCancelUntil(tx, row),
  freeReason: freeReason(tx, row),
  lateCancel: lateCancelOf(tx, row),
});

/** The member's places on waitlists that a promotion has ended. */
const leftBy = (read: Read, row: BookingRecord, events: readonly WouldRaise[]) => {
  const left = events.flatMap(({ type, data }) =>
    type === 'booking.cancelled' && data.clientId === row.clientId && data.bookingId !== row.id ? [data] : [],
  );
  const sessions = sessionsById(
    read,
    left.map(({ sessionId }) => sessionId),
  );
  const names = new Map(sessions.map(({ id, name }) => [id, name]));
  return left.map(({ bookingId, sessionId }) => ({ bookingId, sessionId, name: names.get(sessionId) ?? '' }));
};

interface Booked {
  readonly row: BookingRecord;
  readonly isNew: boolean;
  readonly visit?: Omit<TriedVisit, 'row'> | undefined;
  readonly events?: readonly WouldRaise[];
}

const bookedView = (tx: Tx, { row: booked, isNew, visit, events = [] }: Booked): MemberBookingPreviewResponse => {
  const row = withoutHosts(booked);
  return {
    object: 'member_booking_preview',
    bookingId: isNew ? null : row.id,
    sessionId: row.sessionId,
    status: row.status === 'waitlisted' ? 'waitlisted' : 'confirmed',
    waitlistPosition: waitlistPositions(tx, [row]).get(row.id) ?? null,
    credit: { outcome: row.creditOutcome, credits: row.creditsUsed },
    ...packageView(tx, row.packageId),
    ...termsOf(tx, row),
    price: visit === undefined ? null : priceView(visit),
    card: visit === undefined || visit.card === null ? null : cardView(visit.card),
    leaves: leftBy(tx, row, events),
  };
};

const tryBooking = (tx: Tx, member: MemberCaller, body: CreateMemberBookingBody, charging: ChargeDeps): Booked => {
  if (isVisitBody(body)) {
    const { row, ...visit } = tryVisit(tx, charging, { member, body });
    return { row, visit, isNew: true };
  }
  return { row: book(tx, member, bookingOf(member.clientId, body), { origin: MEMBER }), isNew: true };
};

export const bookingPreview = (charging: ChargeDeps): Trial<BookingCall> => ({
  response: MemberBookingPreview,
  run: ({ caller, body }, simulate) => simulate((tx) => bookedView(tx, tryBooking(tx, caller, body, charging))),
});

export const acceptPreview: DryRun<OwnCall> = {
  response: MemberBookingPreview,
  preview(tx, { record }, act) {
    const { events } = act();
    return bookedView(tx, { row: bookingById(tx, record.id) ?? record, isNew: false, events });
  },
};

const feeOf = (tx: Tx, after: BookingRecord, charging: ChargeDeps): MemberCancelPreviewResponse['fee'] => {
  const penalty = penaltyOf(after);
  if (penalty?.status !== 'pending') return null;
  const card = usableCard(tx, charging, after);
  const chargedAt = card === undefined ? null : chargeDueAt(after, paymentSettings(tx, after.siteId));
  return {
    amount: penalty.amount,
    currency: penalty.currency,
    chargedAt,
    card: card === undefined || chargedAt === null ? null : cardView(card),
  };
};

const creditsBack = (events: readonly WouldRaise[], { id: bookingId, packageId }: BookingRecord): number =>
  packageId === null
    ? 0
    : events.reduce(
        (sum, { type, data }) =>
          type === 'package.credits_changed' && data.bookingId === bookingId ? sum + Math.max(0, data.delta) : sum,
        0,
      );

export const cancelOwnPreview = (charging: ChargeDeps): DryRun<OwnCall> => ({
  response: MemberCancelPreview,
  preview(tx, { record }, act): MemberCancelPreviewResponse {
    const before = withoutHosts(record);
    const terms = termsOf(tx, before);
    const position = waitlistPositions(tx, [before]).get(before.id) ?? null;
    const { amount } = refundableDropIn(tx, before.id);
    const { events } = act();
    const after = withoutHosts(bookingById(tx, before.id) ?? before);
    return {
      object: 'member_cancel_preview',
      bookingId: after.id,
      sessionId: after.sessionId,
      status: before.status === 'waitlisted' ? 'waitlisted' : 'confirmed',
      waitlistPosition: position,
      isLate: after.isLateCancel === 1,
      credit: { outcome: after.creditOutcome, credits: creditsBack(events, after) },
      ...packageView(tx, after.packageId),
      ...terms,
      fee: feeOf(tx, after, charging),
      refund: before.hostBookingId === null ? refundSince(tx, before.id, amount) : null,
    };
  },
});
