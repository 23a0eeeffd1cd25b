import type { Read, Tx } from '../../database/database.ts';
import type { Conclude, Concluded } from '../../http/operations/operation.ts';
import type { Caller } from '../../kernel/caller.ts';
import { allOf, invalidParam, missingResource } from '../../kernel/problem.ts';
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
import { checkCurrency, checkMethod, findPayer, insertCompletedPayment, type NewPayment } from './payments.ts';
import type { PaymentRecord } from './queries.ts';
import type { PaymentPurpose } from './record.ts';
import type { LineInput, RecordPaymentBody } from './shapes.ts';
import { paymentView } from './view.ts';

/** The purposes that a client can be in arrears for. */
const ARREARS_PURPOSES: readonly PaymentPurpose[] = ['membership_renewal', 'late_cancel_fee', 'no_show_fee'];

const reduceDebt = (tx: Tx, payment: PaymentRecord): void => {
  if (!ARREARS_PURPOSES.includes(payment.purpose)) return;
  reduceArrears(tx, payment.clientId, payment, payment.purpose === 'membership_renewal' ? payment.amount : 0);
};

/** What a completed payment does that settles no penalty. */
const settle = (tx: Tx, { dropInChanged }: Pick<Reactions, 'dropInChanged'>, payment: PaymentRecord): void => {
  reduceDebt(tx, payment);
  if (payment.purpose === 'drop_in' && payment.bookingId !== null) dropInChanged(tx, payment.bookingId);
};

/** Continues with the charge of a recorded payment. */
export const recordedPaymentHandler = (reactions: Pick<Reactions, 'dropInChanged'>): ChargeHandler => ({
  completed: (tx, payment) => settle(tx, reactions, payment),
  failed() {},
});

const linesOf = (body: RecordPaymentBody): readonly LineInput[] => {
  const { lineItems, description, purpose, amount, bookingId } = body;
  if (lineItems !== undefined) return lineItems;
  const line = description ?? purpose.replaceAll('_', ' ');
  return [{ description: line, unitAmount: amount, referenceId: bookingId ?? null }];
};

/** @throws Problem 400 for a booking that does not exist, is not at the caller's sites, or is another client's. */
const checkBooking = (read: Read, caller: Caller, { clientId, bookingId }: RecordPaymentBody): void => {
  if (bookingId === undefined || bookingId === null) return;
  const booking = bookingById(read, bookingId);
  if (booking === undefined || !Booking.canAccess(caller, booking)) {
    throw missingResource('bookingId', 'booking', bookingId);
  }
  if (booking.clientId !== clientId)
    throw invalidParam('bookingId', 'This booking belongs to another client. Send a booking of this client.');
};

/** Whether a payment is for a fee or a renewal that is owed in its currency: the site may have another one by now. */
const isOwedIn = (read: Read, { clientId, purpose, currency, bookingId }: RecordPaymentBody): boolean => {
  if (!ARREARS_PURPOSES.includes(purpose)) return false;
  const penalty = bookingId ? bookingById(read, bookingId)?.penalty : undefined;
  if (unpack<Penalty>(penalty ?? null)?.currency === currency) return true;
  return balancesOf(read, clientId).some((owed) => owed.currency === currency);
};

/** @throws Problem 400 when lines and amount differ, the currency is not the site's, or a comp has an amount. */
const paymentOf = (tx: Tx, caller: Caller, body: RecordPaymentBody): NewPayment => {
  const [payer] = allOf(
    () => findPayer(tx, caller, body),
    () => checkMethod(body.paymentMethod, body.paymentMethodId),
    () => checkBooking(tx, caller, body),
  );
  if (!isOwedIn(tx, body)) checkCurrency(payer.site, body.currency, 'currency');
  const { taxInclusive } = paymentSettings(tx, payer.site.id);
  const amounts = amountsOf(linesOf(body), taxInclusive, body.purpose);
  if (amounts.amount !== body.amount) {
    throw invalidParam('amount', `The line items amount to ${amounts.amount}. Send that, or change the lines.`);
  }
  if (body.paymentMethod === 'comp' && body.amount !== 0) {
    throw invalidParam(
      'amount',
      "A complimentary payment has amount 0. Put the value in a line item with 'discountAmount'.",
    );
  }
  return {
    ...payer,
    ...amounts,
    id: tx.id(),
    paymentMethod: body.paymentMethod,
    purpose: body.purpose,
    description: body.description ?? null,
    bookingId: body.bookingId ?? null,
    currency: body.currency,
    metadata: body.metadata === undefined ? null : mergeMetadata(null, body.metadata),
    externalId: body.externalId ?? null,
  };
};

/** The payment as the fee of a booking; undefined when it is for something else. */
const feeOf = (payment: Omit<NewPayment, 'paymentMethod'>): FeePayment | undefined => {
  const { id, bookingId = null, purpose, amount, currency = payment.site.currency } = payment;
  if (bookingId === null || (purpose !== 'late_cancel_fee' && purpose !== 'no_show_fee')) return undefined;
  return { paymentId: id, bookingId, purpose, amount, currency };
};

/** What continues with the charge, and what it stores for itself. */
const handlerOf = (tx: Tx, { reactions }: RecordDeps, charge: Omit<NewPayment, 'paymentMethod'>) => {
  const fee = feeOf(charge);
  const facts = fee === undefined ? undefined : reactions.feeBegun(tx, fee);
  return facts === undefined ? { handler: 'recorded_payment', facts: {} } : { handler: 'staff_fee', facts };
};

/** Records a payment that is complete. The penalty that it pays is settled; otherwise it reduces the client's arrears. */
const recordCompleted = (tx: Tx, { reactions }: RecordDeps, payment: NewPayment): PaymentRecord => {
  const row = insertCompletedPayment(tx, payment);
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
 * its penalty (rules.md "Payment").
 * @throws Problem as `findPayer`; 400 when the fields contradict each other; 409 `penalty_already_settled`; for a card as `chargeCard` and
 *   `cardToCharge`.
 */
export const recordPayment = (deps: RecordDeps, call: RecordCall, conclude: Conclude): Promise<Concluded> => {
  const { caller, body, requestKey } = call;
  const { charging } = deps;
  if (body.paymentMethod !== 'card') {
    return conclude((tx) => paymentView(recordCompleted(tx, deps, paymentOf(tx, caller, body))));
  }
  const chargeOf = (tx: Tx): NewCharge => {
    const { paymentMethod: _, ...payment } = paymentOf(tx, caller, body);
    requireCardsAccepted(tx, payment.site.id);
    const card = cardToCharge(tx, payment.client.id, body.paymentMethodId, charging);
    // A repeat of this request only gets the result of its charge.
    const isRepeat = earlierPayment(tx, requestKey) !== undefined;
    const followUp = isRepeat ? { handler: 'recorded_payment', facts: {} } : handlerOf(tx, deps, payment);
    return { ...payment, ...followUp, card, isAutomatic: false, requestKey };
  };
  return chargeCard(charging, chargeOf, (_tx, payment) => paymentView(payment), conclude);
};
