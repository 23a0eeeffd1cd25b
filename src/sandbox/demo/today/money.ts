import { reactions } from '../../../api.ts';
import type { Tx } from '../../../database/database.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../../../kernel/durations.ts';
import { instantOf, localDateAt } from '../../../kernel/local-time.ts';
import type { SandboxProcessor } from '../../../payments-processor/sandbox/processor.ts';
import { book } from '../../../resources/bookings/create/book.ts';
import { feeHandler } from '../../../resources/bookings/fees/charge.ts';
import { findFee, setPenalty } from '../../../resources/bookings/fees/settle.ts';
import { bookingById } from '../../../resources/bookings/queries.ts';
import { checkIn } from '../../../resources/bookings/status/attendance.ts';
import { cancel } from '../../../resources/bookings/status/cancel.ts';
import { clientById } from '../../../resources/clients/queries.ts';
import { BOOKINGS, METHODS, PACKAGES, PAYMENTS, SESSIONS, SITES, STAFF } from '../../../resources/demo-ids.ts';
import { changePackage } from '../../../resources/packages/change.ts';
import { Package } from '../../../resources/packages/record.ts';
import { PaymentMethod, type PaymentMethodRow } from '../../../resources/payment-methods/record.ts';
import { amountsOf } from '../../../resources/payments/amounts.ts';
import { beginCharge, failCharge, type NewCharge } from '../../../resources/payments/charging/charges.ts';
import { renewalHandler } from '../../../resources/payments/charging/renewals.ts';
import { createSession } from '../../../resources/sessions/create.ts';
import { changeSettings, findSettings } from '../../../resources/settings/settings.ts';
import { Site } from '../../../resources/sites/record.ts';
import { SETUP_CALLER } from '../setup.ts';
import { idOf } from './people.ts';

/** What a late cancellation costs from now on. It is charged automatically a day later. */
export const setFees = (tx: Tx, lateCancelFee: number): void => {
  const settings = findSettings(tx, SETUP_CALLER, { siteId: SITES.downtown });
  const payment = { lateCancelFee, feesApplyTo: 'all', autoChargeFees: true } as const;
  changeSettings(tx, SETUP_CALLER, settings, { payment }, reactions);
};

/** Someone cancels a class at the last minute, some days ago, when that cost more. */
export const cancelTooLate = (tx: Tx): void => {
  setFees(tx, 2_000);
  const session = {
    name: 'Mobility Lab',
    category: 'Mobility',
    roomName: 'Studio B',
    instructorId: STAFF.lucia,
    capacity: 8,
    siteId: SITES.downtown,
    startTime: isoInstant(tx.nowMs + 2 * HOUR_MS),
    durationMinutes: 45,
  };
  createSession(tx, SETUP_CALLER, session, SESSIONS.mobility);
  const seatOf = (name: string) => ({ clientId: idOf(name), sessionId: SESSIONS.mobility });
  const booking = book(tx, SETUP_CALLER, seatOf('Ivan'), { id: BOOKINGS.owed });
  cancel(tx, SETUP_CALLER, booking, { isLateCancel: true }, reactions);
  book(tx, SETUP_CALLER, seatOf('Grace'), { id: BOOKINGS.visited });
};

/** The one who had booked the same class has come. */
export const endMobility = (tx: Tx): void => {
  const row = bookingById(tx, BOOKINGS.visited);
  const by = { source: 'staff', staffId: STAFF.frontDesk } as const;
  if (row !== undefined) checkIn(tx, row, { checkedInAt: row.startTime, by }, reactions);
};

/** A charge that a card has refused. */
const decline = (
  tx: Tx,
  processor: SandboxProcessor,
  charge: Omit<NewCharge, 'client' | 'site' | 'isAutomatic'>,
): void => {
  const client = clientById(tx, charge.card.clientId);
  const site = Site.rows.find(tx, SITES.downtown);
  if (client === undefined || site === undefined) throw new Error('the demo studio has nobody to charge');
  beginCharge(tx, { processor }, { ...charge, client, site, isAutomatic: true });
};

const NO_FUNDS = { code: 'insufficient_funds', message: 'The card has insufficient funds.' };

/** The fee of the one who canceled too late could not be charged, and is owed. The card is removed since. */
export const declineFee = (tx: Tx, processor: SandboxProcessor): void => {
  const fee = findFee(tx, BOOKINGS.owed);
  if (fee === undefined) return;
  const { row, penalty } = fee;
  const place = { clientId: row.clientId, processor: processor.name, mode: 'test' } as const;
  const expiry = { expMonth: 5, expYear: Number(tx.now.slice(0, 4)) } as const;
  const gone = { id: METHODS.removed, status: 'removed', brand: 'visa', last4: '9995', ...expiry } as const;
  const card: PaymentMethodRow = PaymentMethod.make(tx, {}, { ...place, ...gone });
  PaymentMethod.rows.insert(tx, card);
  const line = { description: 'Late-cancel fee', unitAmount: penalty.amount, referenceId: row.id };
  const context = { bookingId: row.id };
  const paid = {
    id: PAYMENTS.fee,
    purpose: 'late_cancel_fee',
    description: line.description,
    bookingId: row.id,
  } as const;
  decline(tx, processor, { card, ...amountsOf([line], true, paid.purpose), ...paid, handler: 'fee', context });
  setPenalty(tx, row, { ...penalty, paymentId: PAYMENTS.fee });
  failCharge(tx, { fee: feeHandler }, PAYMENTS.fee, NO_FUNDS);
};

/** When the renewal of today was tried: just after midnight. */
export const renewedAt = (now: number, zone: string): number =>
  Math.min(now, instantOf(localDateAt(now, zone), '00:00', zone) + MINUTE_MS);

/** The card of a membership was refused last night. It is tried again tomorrow. */
export const declineRenewal = (tx: Tx, processor: SandboxProcessor, card: PaymentMethodRow): void => {
  const sold = Package.find(tx, SETUP_CALLER, PACKAGES.membership);
  const expiresAt = isoInstant(tx.nowMs - MINUTE_MS - 1);
  const renewing = { autoRenews: 1, paymentMethodId: card.id, expiresAt, nextRenewalAt: tx.now };
  const row = changePackage(tx, sold, renewing);
  const line = { description: row.name, unitAmount: row.price, referenceId: row.id };
  const context = { packageId: row.id, owed: 0 };
  const paid = {
    id: PAYMENTS.renewal,
    purpose: 'membership_renewal',
    description: row.name,
    package: row,
  } as const;
  decline(tx, processor, { card, ...amountsOf([line], true, paid.purpose), ...paid, handler: 'renewal', context });
  failCharge(tx, { renewal: renewalHandler }, PAYMENTS.renewal, NO_FUNDS);
};
