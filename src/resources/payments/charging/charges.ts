import type { Tx } from '../../../database/database.ts';
import { percentOf } from '../../../kernel/money.ts';
import { invalidParam } from '../../../kernel/problem.ts';
import { pack, unpack } from '../../../records/json.ts';
import { setColumns } from '../../../records/store-changes.ts';
import type { PaymentMethodRow } from '../../payment-methods/record.ts';
import { paymentSettings } from '../../settings/queries.ts';
import { invoiceNumber } from '../invoices.ts';
import { type NewPayment, pendingPayment, raisePaymentEvent } from '../payments.ts';
import { type PaymentRecord, paymentById } from '../queries.ts';
import { Payment, type PaymentRow, type ProcessorCharge } from '../record.ts';
import type { ChargeRow } from '../tables.ts';
import type { ConfiguredProcessor } from './cards.ts';
import { chargeById, type Holder, insertCharge, updateCharge } from './queries.ts';

/** Runs in the transaction that stores a charge's result. `Context` is what the beginner of the charge stored. */
export interface ChargeHandler<Context extends object = object> {
  completed(tx: Tx, payment: PaymentRecord, context: Context): void;
  failed(tx: Tx, payment: PaymentRecord, context: Context): void;
}

/** The handlers by the name that a charge stores. */
export type ChargeHandlers = Readonly<Record<string, ChargeHandler>>;

/** A charge to a saved card before it is inserted. */
export interface NewCharge extends Omit<NewPayment, 'paymentMethod'> {
  readonly card: PaymentMethodRow;
  /** The name of the handler that continues, and what it stores for itself. */
  readonly handler: string;
  readonly context: object;
  /** No request waits for the result, as with a renewal. */
  readonly isAutomatic: boolean;
  readonly requestKey?: string | undefined;
  /** The holder of the card is there to approve it. */
  readonly holder?: Holder;
}

export interface ChargeFailure {
  readonly code: string;
  readonly message: string;
}

export type ChargeResult =
  | { readonly paid: true; readonly chargeId: string }
  | ({ readonly paid: false } & ChargeFailure);

type Charging = Pick<ConfiguredProcessor, 'processor'>;

const detailsOf = (card: PaymentMethodRow) => ({
  brand: card.brand,
  last4: card.last4,
  expMonth: card.expMonth,
  expYear: card.expYear,
  paymentMethodId: card.id,
});

const cardColumns = (
  tx: Tx,
  charging: Charging,
  card: PaymentMethodRow,
  { siteId, amount, currency }: Pick<PaymentRow, 'siteId' | 'amount' | 'currency'>,
): Pick<PaymentRow, 'paymentMethodDetails' | 'processor' | 'platformFeeAmount'> => {
  const { processor: name, mode, account } = card;
  const fee = percentOf(amount, paymentSettings(tx, siteId).platformFeePercent);
  return {
    paymentMethodDetails: pack(detailsOf(card)),
    processor: pack({ name, mode, account, chargeId: null } satisfies ProcessorCharge),
    platformFeeAmount: charging.processor.platformFee({ mode, account }, fee, currency),
  };
};

/** Runs before the processor is called: the payment's id makes the idempotency key. @throws Problem 400 for 0. */
export const beginCharge = (tx: Tx, charging: Charging, charge: NewCharge): PaymentRecord => {
  const { card, handler, context, isAutomatic, requestKey, holder, ...payment } = charge;
  if (payment.amount === 0) {
    throw invalidParam('paymentMethod', "The amount is 0. Choose 'comp' for a complimentary sale.", {
      reason: 'nothing_to_pay',
    });
  }
  const pending = pendingPayment(tx, { ...payment, paymentMethod: 'card' });
  const row: PaymentRow = { ...pending, ...cardColumns(tx, charging, card, pending) };
  Payment.rows.insert(tx, row);
  insertCharge(tx, {
    paymentId: row.id,
    methodId: card.id,
    attempt: 1,
    isOpen: 1,
    isAutomatic: Number(isAutomatic),
    handler,
    context: JSON.stringify(context),
    requestKey: requestKey ?? null,
    approval: holder === undefined ? null : pack(holder),
  });
  raisePaymentEvent(tx, 'payment.created', row);
  return { ...row, refunds: '[]' };
};

/** Begins another attempt of a failed charge, to this card and with a new idempotency key. */
export const retryCharge = (tx: Tx, charging: Charging, payment: PaymentRecord, card: PaymentMethodRow): void => {
  const charge = chargeById(tx, payment.id);
  if (charge === undefined) throw new Error(`the payment '${payment.id}' was never charged to a card`);
  updateCharge(tx, payment.id, { methodId: card.id, attempt: charge.attempt + 1, isOpen: 1 });
  const columns = cardColumns(tx, charging, card, payment);
  Payment.rows.update(tx, payment.id, { ...columns, status: 'pending', updatedAt: tx.now });
};

const contextOf = (charge: ChargeRow): object => JSON.parse(charge.context);

const handlerOf = (handlers: ChargeHandlers, { handler: name }: ChargeRow): ChargeHandler => {
  const handler = handlers[name];
  if (handler === undefined) throw new Error(`there is no handler '${name}' for a charge`);
  return handler;
};

const find = (tx: Tx, paymentId: string): { payment: PaymentRecord; charge: ChargeRow } | undefined => {
  const payment = paymentById(tx, paymentId);
  const charge = chargeById(tx, paymentId);
  return payment === undefined || charge === undefined ? undefined : { payment, charge };
};

const close = (tx: Tx, payment: PaymentRecord, patch: Partial<PaymentRow>): PaymentRecord => {
  updateCharge(tx, payment.id, { isOpen: 0 });
  return setColumns(tx, Payment, payment, patch);
};

/** Completing again changes nothing. A failed payment is completed too, since the processor has the money. */
export const completeCharge = (tx: Tx, handlers: ChargeHandlers, paymentId: string, chargeId: string): void => {
  const found = find(tx, paymentId);
  if (found === undefined || !['pending', 'failed'].includes(found.payment.status)) return;
  const { payment, charge } = found;
  const completed = close(tx, payment, {
    status: 'completed',
    processor: pack({ ...unpack<ProcessorCharge>(payment.processor), chargeId }),
    invoiceNumber: invoiceNumber(tx),
    paidAt: tx.now,
    failedAt: null,
    failureCode: null,
    failureMessage: null,
  });
  raisePaymentEvent(tx, 'payment.completed', completed);
  handlerOf(handlers, charge).completed(tx, completed, contextOf(charge));
};

/** Fails a pending payment: this attempt has charged nothing and never will. */
export const failCharge = (
  tx: Tx,
  handlers: ChargeHandlers,
  paymentId: string,
  { code, message }: ChargeFailure,
): void => {
  const found = find(tx, paymentId);
  if (found?.payment.status !== 'pending') return;
  const { payment, charge } = found;
  const failure = { status: 'failed', failureCode: code, failureMessage: message.slice(0, 500) } as const;
  const failed = close(tx, payment, { ...failure, failedAt: tx.now });
  raisePaymentEvent(tx, 'payment.failed', failed);
  handlerOf(handlers, charge).failed(tx, failed, contextOf(charge));
};

/** Stores the result of a charge, with everything that follows from it. */
export const applyResult = (tx: Tx, handlers: ChargeHandlers, paymentId: string, result: ChargeResult): void => {
  if (result.paid) completeCharge(tx, handlers, paymentId, result.chargeId);
  else failCharge(tx, handlers, paymentId, result);
};
