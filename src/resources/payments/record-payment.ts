import type { Read, Tx } from '../../database/database.ts';
import type { Conclude, Concluded } from '../../http/operations/call.ts';
import { type Caller, requirePermission, staffIdOf } from '../../kernel/caller.ts';
import { allOf, invalidParam, missingResource } from '../../kernel/problem.ts';
import { requireNotErased } from '../../records/erased.ts';
import { unpack } from '../../records/json.ts';
import { mergeMetadata } from '../../records/merges.ts';
import { bookingById } from '../bookings/queries.ts';
import { Booking, type Penalty } from '../bookings/record.ts';
import { balancesOf } from '../clients/queries.ts';
import type { FeePayment, Reactions } from '../reactions.ts';
import { paymentSettings } from '../settings/queries.ts';
import { amountsOf } from './amounts.ts';
import { reduceArrears } from './charging/arrears.ts';
import type { ChargeDeps } from './charging/call-processor.ts';
import { cardToCharge, requireCardsAccepted } from './charging/cards.ts';
import { chargeCard, earlierPayment } from './charging/charge-card.ts';
import type { ChargeHandler, NewCharge } from './charging/charges.ts';
import {
  contextOf,
  type DeclinedRenewal,
  declinedRenewal,
  payRenewal,
  requireWhole,
} from './charging/desk-renewals.ts';
import { feeSubject } from './charging/lost.ts';
import { payOwedVisit, payTakenBack } from './disputes/taken-back.ts';
import { checkCurrency, checkMethod, findPayer, insertCompletedPayment, type NewPayment } from './payments.ts';
import type { PaymentRecord } from './queries.ts';
import { PURPOSE_LINES } from './receipts/purpose-lines.ts';
import type { PaymentPurpose } from './record.ts';
import type { LineInput, RecordPaymentBody } from './shapes.ts';
import { paymentView } from './view.ts';

/** The purposes that a client can be in arrears for. */
const ARREARS_PURPOSES: readonly PaymentPurpose[] = ['membership_renewal', 'late_cancel_fee', 'no_show_fee'];

/** Whether a payment writes off what is owed for renewals: no money is taken, and its discount is what is forgiven. */
const isWriteOff = ({ paymentMethod, purpose }: Pick<PaymentRecord, 'paymentMethod' | 'purpose'>): boolean =>
  paymentMethod === 'comp' && purpose === 'membership_renewal';

const reduceDebt = (tx: Tx, payment: PaymentRecord): void => {
  if (payment.purpose === 'drop_in') payOwedVisit(tx, payment);
  if (!ARREARS_PURPOSES.includes(payment.purpose)) return;
  const { clientId, currency } = payment;
  const amount = isWriteOff(payment) ? payment.discountAmount : payment.amount;
  const isForRenewals = payment.purpose === 'membership_renewal';
  const forRenewals = isForRenewals ? amount - payTakenBack(tx, clientId, { amount, currency }) : 0;
  reduceArrears(tx, clientId, { amount, currency }, forRenewals);
};

/** What a completed payment does that settles no penalty. */
const settle = (tx: Tx, { dropInChanged }: Pick<Reactions, 'dropInChanged'>, payment: PaymentRecord): void => {
  reduceDebt(tx, payment);
  if (payment.purpose === 'drop_in' && payment.bookingId !== null) dropInChanged(tx, payment.bookingId);
};

export const recordedPaymentHandler = (reactions: Pick<Reactions, 'dropInChanged'>): ChargeHandler => ({
  completed: (tx, payment) => settle(tx, reactions, payment),
  failed() {},
});

const linesOf = (body: RecordPaymentBody, renewal: DeclinedRenewal | undefined): readonly LineInput[] => {
  const { lineItems, description, purpose, amount, bookingId, packageId } = body;
  if (lineItems !== undefined) return lineItems;
  const line = description ?? renewal?.row.name ?? PURPOSE_LINES[purpose];
  return [{ description: line, unitAmount: amount, referenceId: bookingId ?? packageId ?? null }];
};

/** @throws Problem 400 for a booking that does not exist, is not at the caller's sites, or is another client's. */
const checkBooking = (read: Read, caller: Caller, { clientId, bookingId }: RecordPaymentBody): void => {
  if (bookingId === undefined || bookingId === null) return;
  const booking = bookingById(read, bookingId);
  if (booking === undefined || !Booking.canAccess(caller, booking)) {
    throw missingResource('bookingId', 'booking', bookingId);
  }
  if (booking.clientId !== clientId)
    throw invalidParam('bookingId', 'This booking belongs to another client. Send a booking of this client.', {
      reason: 'of_another_client',
    });
};

/** Whether a payment is for a fee or a renewal that is owed in its currency: the site may have another one by now. */
const isOwedIn = (
  read: Read,
  { clientId, purpose, currency, bookingId }: RecordPaymentBody,
  renewal: DeclinedRenewal | undefined,
): boolean => {
  if (!ARREARS_PURPOSES.includes(purpose)) return false;
  if (renewal?.row.currency === currency) return true;
  const penalty = bookingId ? bookingById(read, bookingId)?.penalty : undefined;
  if (unpack<Penalty>(penalty ?? null)?.currency === currency) return true;
  return balancesOf(read, clientId).some((owed) => owed.currency === currency);
};

/** A payment before it is inserted, with the declined renewal that it is for. */
interface Recorded {
  readonly payment: NewPayment;
  readonly renewal: DeclinedRenewal | undefined;
}

/** @throws Problem 400 when lines and amount differ, the currency is not the site's, or a comp has an amount. */
const recordedOf = (tx: Tx, caller: Caller, body: RecordPaymentBody): Recorded => {
  const [payer, renewal] = allOf(
    () => findPayer(tx, caller, body),
    () => declinedRenewal(tx, caller, body),
    () => checkMethod(body.paymentMethod, body.paymentMethodId),
    () => checkBooking(tx, caller, body),
  );
  if (!isOwedIn(tx, body, renewal)) checkCurrency(payer.site, body.currency, 'currency');
  if (body.lineItems !== undefined) requireNotErased(tx, payer.client.id, 'Leave out the line items.');
  const { taxInclusive } = paymentSettings(tx, payer.site.id);
  const amounts = amountsOf(linesOf(body, renewal), taxInclusive, body.purpose);
  if (amounts.amount !== body.amount) {
    throw invalidParam('amount', `The line items add up to ${amounts.amount}. Send that, or change the lines.`, {
      reason: 'sum_differs',
    });
  }
  if (body.paymentMethod === 'comp' && body.amount !== 0) {
    throw invalidParam(
      'amount',
      "A complimentary payment has the amount 0. Put the value in a line item with 'discountAmount'.",
      { reason: 'comp_is_free' },
    );
  }
  const forgives = isWriteOff(body) || renewal !== undefined;
  if (forgives && amounts.discountAmount > 0) requirePermission(caller, 'packages:adjust');
  if (renewal !== undefined) requireWhole(renewal, { ...body, amount: amounts.amount + amounts.discountAmount });
  const payment: NewPayment = {
    ...payer,
    ...amounts,
    id: tx.id(),
    paymentMethod: body.paymentMethod,
    purpose: body.purpose,
    description: body.description ?? renewal?.row.name ?? null,
    package: renewal?.row ?? null,
    bookingId: body.bookingId ?? null,
    currency: body.currency,
    metadata: body.metadata === undefined ? null : mergeMetadata(null, body.metadata),
    externalId: body.externalId ?? null,
    soldByStaffId: staffIdOf(caller),
  };
  return { payment, renewal };
};

/** The payment as the fee of a booking; undefined when it is for something else. */
const feeOf = (payment: Omit<NewPayment, 'paymentMethod'>): FeePayment | undefined => {
  const { id, bookingId = null, purpose, amount, currency = payment.site.currency } = payment;
  if (bookingId === null || (purpose !== 'late_cancel_fee' && purpose !== 'no_show_fee')) return undefined;
  return { paymentId: id, bookingId, purpose, amount, currency };
};

/** What continues with the charge, and what it stores for itself. */
const handlerOf = (
  tx: Tx,
  { reactions }: RecordDeps,
  charge: Omit<NewPayment, 'paymentMethod'>,
  renewal: DeclinedRenewal | undefined,
) => {
  if (renewal !== undefined) return { handler: 'desk_renewal', context: contextOf(renewal) };
  const fee = feeOf(charge);
  const context = fee === undefined ? undefined : reactions.feeBegun(tx, fee);
  if (fee === undefined || context === undefined) return { handler: 'recorded_payment', context: {} };
  return { handler: 'staff_fee', context: { ...context, subject: feeSubject(fee.bookingId) } };
};

/** Records a payment that is complete. The penalty that it pays is settled; otherwise it reduces the client's arrears. */
const recordCompleted = (tx: Tx, { reactions }: RecordDeps, { payment, renewal }: Recorded): PaymentRecord => {
  const row = insertCompletedPayment(tx, payment);
  if (renewal !== undefined) {
    payRenewal(tx, row, contextOf(renewal));
    return row;
  }
  const fee = feeOf(payment);
  if (fee === undefined || !reactions.feePaid(tx, fee)) settle(tx, reactions, row);
  return row;
};

export interface RecordDeps {
  readonly charging: ChargeDeps;
  readonly reactions: Pick<Reactions, 'feePaid' | 'feeBegun' | 'dropInChanged'>;
}

/** A request to record a payment, with its idempotency key. */
interface RecordCall {
  readonly caller: Caller;
  readonly body: RecordPaymentBody;
  readonly requestKey?: string | undefined;
}

/**
 * Records a payment that staff took, or charges a saved card (`recordPayment`). The payment of a booking's fee settles
 * its penalty (rules.md "Payment"), and the payment of a declined renewal starts the next period of its package.
 * @throws Problem as `findPayer`; 400 when the fields contradict each other; 409 `penalty_already_settled`, `renewal_not_owed`; for a
 *   card as `chargeCard` and `cardToCharge`.
 */
export const recordPayment = (deps: RecordDeps, call: RecordCall, conclude: Conclude): Promise<Concluded> => {
  const { caller, body, requestKey } = call;
  const { charging } = deps;
  if (body.paymentMethod !== 'card') {
    return conclude((tx) => paymentView(recordCompleted(tx, deps, recordedOf(tx, caller, body))));
  }
  const chargeOf = (tx: Tx): NewCharge => {
    // A repeat of this request only gets the result of its charge.
    const isRepeat = earlierPayment(tx, requestKey) !== undefined;
    const { payment: recorded, renewal } = recordedOf(tx, caller, isRepeat ? { ...body, packageId: null } : body);
    const { paymentMethod: _, ...payment } = recorded;
    requireCardsAccepted(tx, payment.site.id);
    const card = cardToCharge(tx, caller, payment.client.id, body.paymentMethodId, charging);
    const followUp = isRepeat ? { handler: 'recorded_payment', context: {} } : handlerOf(tx, deps, payment, renewal);
    return { ...payment, ...followUp, card, isAutomatic: false, requestKey };
  };
  return chargeCard(charging, chargeOf, (_tx, payment) => paymentView(payment), conclude);
};
