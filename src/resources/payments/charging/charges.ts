import type { Tx } from '../../../database/database.ts';
import { percentOf } from '../../../kernel/money.ts';
import { invalidParam } from '../../../kernel/problem.ts';
import type { Card } from '../../../payments-processor/port.ts';
import { isErased } from '../../../records/erased.ts';
import { pack, unpack } from '../../../records/json.ts';
import { setColumns } from '../../../records/store-changes.ts';
import { changePackage } from '../../packages/change.ts';
import { ARREARS, Package } from '../../packages/record.ts';
import { PaymentMethod, type PaymentMethodRow } from '../../payment-methods/record.ts';
import { paymentSettings } from '../../settings/queries.ts';
import { invoiceNumber } from '../invoices.ts';
import { type NewPayment, pendingPayment, raisePaymentEvent } from '../payments.ts';
import { type PaymentRecord, paymentById } from '../queries.ts';
import { isReturned, Payment, type PaymentRow, type ProcessorCharge } from '../record.ts';
import { NO_REACTIONS, recordProcessorRefund, refundByRule } from '../refunds/refunds.ts';
import type { ChargeRow } from '../tables.ts';
import { addArrears, reduceArrears } from './arrears.ts';
import type { ConfiguredProcessor } from './cards.ts';
import {
  chargeById,
  type Holder,
  holderOf,
  insertCharge,
  isRefundDue,
  setContext,
  setProcessing,
  updateCharge,
} from './queries.ts';

/** Runs in the transaction that stores a charge's result. `Context` is what the beginner of the charge stored. */
export interface ChargeHandler<Context extends object = object> {
  completed(tx: Tx, payment: PaymentRecord, context: Context): void;
  failed(tx: Tx, payment: PaymentRecord, context: Context): void;
  /** Gives what is paid for while the payment takes days. Returns whether it did: then `completed` is not called. */
  ahead?(tx: Tx, payment: PaymentRecord, context: Context): boolean;
  /** Saves what the holder has chosen on the device, for further charges. */
  chosen?(tx: Tx, methodId: string, method: Card): void;
  /** Runs when a payment is complete for which `ahead` has given it. */
  settled?(tx: Tx, payment: PaymentRecord, context: Context): void;
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

/** A charge that was made, or that the bank takes days for. */
export interface Made {
  readonly paid: true | 'processing';
  readonly chargeId: string;
  /** What was given back already of a charge that a restore has lost, in minor units. */
  readonly amountRefunded?: number | undefined;
  /** What the holder has chosen on the device. */
  readonly method?: Card | undefined;
}

export type ChargeResult = Made | ({ readonly paid: false } & ChargeFailure);

type Charging = Pick<ConfiguredProcessor, 'processor'>;

/** A card has no type in what is stored of it, as before there was anything else. */
const detailsOf = (card: Pick<PaymentMethodRow, 'id' | 'type' | 'brand' | 'last4' | 'expMonth' | 'expYear'>) => ({
  ...(card.type === 'card' ? {} : { type: card.type }),
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

/**
 * What the holder has chosen on the device: the payment shows it, and it is saved where further charges need it. Nothing of a client who
 * was erased after the payment had failed.
 */
const keepMethod = (
  tx: Tx,
  handlers: ChargeHandlers,
  { payment, charge }: { readonly payment: PaymentRecord; readonly charge: ChargeRow },
  method: Card | undefined,
): Partial<PaymentRow> => {
  const holder = PaymentMethod.rows.find(tx, charge.methodId)?.clientId ?? payment.clientId;
  if (method === undefined || isErased(tx, payment.clientId) || isErased(tx, holder)) return {};
  if (holderOf(charge)?.isKept === true) handlerOf(handlers, charge).chosen?.(tx, charge.methodId, method);
  return { paymentMethodDetails: pack(detailsOf({ ...method, id: charge.methodId })) };
};

/** Whether what was given while the payment took days has been cancelled since: the money goes back, and nothing is owed. */
const isTakenBack = (tx: Tx, { packageId }: PaymentRecord, charge: ChargeRow): boolean =>
  isRefundDue(charge) || (packageId !== null && Package.rows.find(tx, packageId)?.status === 'cancelled');

/** Completing again changes nothing. A failed payment is completed too, since the processor has the money. */
export const completeCharge = (
  tx: Tx,
  handlers: ChargeHandlers,
  paymentId: string,
  { chargeId, method, amountRefunded = 0 }: Omit<Made, 'paid'>,
): void => {
  const found = find(tx, paymentId);
  if (found === undefined || !['pending', 'failed'].includes(found.payment.status)) return;
  const { payment, charge } = found;
  const completed = close(tx, payment, {
    ...keepMethod(tx, handlers, found, method),
    status: 'completed',
    processing: 0,
    processor: pack({ ...unpack<ProcessorCharge>(payment.processor), chargeId }),
    invoiceNumber: invoiceNumber(tx),
    paidAt: tx.now,
    failedAt: null,
    failureCode: null,
    failureMessage: null,
  });
  raisePaymentEvent(tx, 'payment.completed', completed);
  const handler = handlerOf(handlers, charge);
  if (charge.isAhead === 0) {
    handler.completed(tx, completed, contextOf(charge));
    if (isRefundDue(charge)) refundByRule(tx, paymentById(tx, paymentId) ?? completed, 'requested_by_customer');
    // Of a renewal or a fee: what a member has bought is not begun again after a restore.
    if (amountRefunded > 0) recordProcessorRefund(tx, paymentId, amountRefunded, NO_REACTIONS);
    return;
  }
  // It was owed since it had been returned.
  if (isReturned(payment)) reduceArrears(tx, payment.clientId, payment);
  if (isTakenBack(tx, payment, charge)) refundByRule(tx, completed, 'requested_by_customer');
  else handler.settled?.(tx, completed, contextOf(charge));
};

/**
 * Stores that the bank takes days for a charge. What it pays for is given meanwhile, unless the settings say otherwise
 * for what members buy themselves. Doing so again changes nothing.
 */
const beginProcessing = (tx: Tx, handlers: ChargeHandlers, paymentId: string, { chargeId, method }: Made): void => {
  const found = find(tx, paymentId);
  if (found?.payment.status !== 'pending' || found.payment.processing === 1) return;
  const { payment, charge } = found;
  const row = close(tx, payment, {
    ...keepMethod(tx, handlers, found, method),
    processing: 1,
    processor: pack({ ...unpack<ProcessorCharge>(payment.processor), chargeId }),
  });
  const mayUse = holderOf(charge) === null || paymentSettings(tx, payment.siteId).usableWhileProcessing;
  const handler = handlerOf(handlers, charge);
  setProcessing(tx, paymentId, mayUse && handler.ahead?.(tx, row, contextOf(charge)) === true);
};

/** What was given already is owed, and the package is on hold until that is paid. */
const oweReturned = (tx: Tx, payment: PaymentRecord, charge: ChargeRow): void => {
  if (isTakenBack(tx, payment, charge)) return;
  Payment.rows.update(tx, payment.id, { returned: 1 });
  const context: { readonly owed?: number } = contextOf(charge);
  // A payment at the desk finds by it what it has paid.
  if (charge.handler === 'renewal') setContext(tx, payment.id, { ...context, owed: payment.amount });
  const row = payment.packageId === null ? undefined : Package.rows.find(tx, payment.packageId);
  const isOpen = row?.status === 'active' || row?.status === 'depleted';
  if (row !== undefined && isOpen && row.onHold === 0) changePackage(tx, row, { onHold: 1, holdReason: ARREARS });
  // A renewal may have been owed before it was tried again.
  addArrears(tx, payment.clientId, { amount: payment.amount - (context.owed ?? 0), currency: payment.currency });
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
  const failed = close(tx, payment, { ...failure, failedAt: tx.now, processing: 0 });
  raisePaymentEvent(tx, 'payment.failed', failed);
  if (charge.isAhead === 1) oweReturned(tx, failed, charge);
  else handlerOf(handlers, charge).failed(tx, failed, contextOf(charge));
};

/** Stores the result of a charge, with everything that follows from it. */
export const applyResult = (tx: Tx, handlers: ChargeHandlers, paymentId: string, result: ChargeResult): void => {
  if (result.paid === 'processing') beginProcessing(tx, handlers, paymentId, result);
  else if (result.paid) completeCharge(tx, handlers, paymentId, result);
  else failCharge(tx, handlers, paymentId, result);
};
