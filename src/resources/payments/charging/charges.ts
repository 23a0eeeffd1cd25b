import type { Read, Tx } from '../../../database/database.ts';
import { pack, unpack } from '../../../database/json.ts';
import type { MethodRow } from '../../../database/tables/methods.ts';
import type { ChargeRow, PaymentRow } from '../../../database/tables/payments.ts';
import { conflict, invalidParam, missingResource } from '../../../kernel/problem.ts';
import { type Place, type Processor, ProcessorFailure } from '../../../payments-processor/port.ts';
import { defaultCardOf, methodRows } from '../../payment-methods/queries.ts';
import { paymentSettings } from '../../settings/queries.ts';
import { invoiceNumber } from '../invoices.ts';
import { newPayment, type Taking, tellPayment } from '../payments.ts';
import {
  chargeById,
  insertCharge,
  insertPayment,
  type PaymentRecord,
  paymentById,
  setCharge,
  setPayment,
} from '../queries.ts';
import type { ProcessorCharge } from '../shapes.ts';

/** What becomes of that which a payment is for, once it is known how the payment ended. Twice is never asked. */
export interface Follower {
  paid(tx: Tx, payment: PaymentRecord, facts: object): void;
  unpaid(tx: Tx, payment: PaymentRecord, facts: object): void;
}

/** The followers by the name that a charge keeps. */
export type Followers = Readonly<Record<string, Follower>>;

/** Where the processor's keys work at present. */
export interface CardPlace {
  readonly processor: Processor;
  readonly account: string | null;
}

/** A charge through a saved card, before it is written. */
export interface Charging extends Omit<Taking, 'paymentMethod'> {
  readonly card: MethodRow;
  /** Which follower goes on, and what it has to know. */
  readonly follows: string;
  readonly facts: object;
  /** Nobody waits for it, as with a renewal. */
  readonly isAutomatic: boolean;
  readonly requestKey?: string | undefined;
}

/** Where the processor works now. */
export const placeOf = ({ processor, account }: CardPlace): Place => ({ mode: processor.mode, account });

/** Whether a card was saved with the keys and the account of now; it is used nowhere else. */
export const isHere = (card: MethodRow, { processor, account }: CardPlace): boolean =>
  card.processor === processor.name && card.mode === processor.mode && card.account === account;

/**
 * The card to charge: the one that is named, or the client's default.
 * @throws Problem 400 when there is none; 409 `payment_method_setup_failed` for one of another mode or account.
 */
export const cardToCharge = (read: Read, clientId: string, id: string | null | undefined, at: CardPlace): MethodRow => {
  const isNamed = id !== undefined && id !== null;
  const card = isNamed ? methodRows.find(read, id) : defaultCardOf(read, clientId);
  if (card === undefined && !isNamed) {
    throw invalidParam(
      'paymentMethodId',
      "The client has no saved card. Save one first, or choose another 'paymentMethod'.",
      'parameter_missing',
    );
  }
  if (card === undefined || card.clientId !== clientId || card.status !== 'active') {
    throw missingResource('paymentMethodId', 'saved card of this client', String(id));
  }
  if (isHere(card, at)) return card;
  throw conflict(
    'payment_method_setup_failed',
    'This card was saved with other processor keys than the present ones. Save it anew, or choose another card.',
  );
};

/** @throws Problem 409 `card_payments_not_enabled` where the settings of a site take no cards. */
export const requireAccepted = (read: Read, siteId: string): void => {
  if (paymentSettings(read, siteId).acceptedMethods.includes('card')) return;
  throw conflict(
    'card_payments_not_enabled',
    "This site takes no cards. Choose another 'paymentMethod', or add 'card' to payment.acceptedMethods.",
  );
};

const detailsOf = (card: MethodRow) => ({
  brand: card.brand,
  last4: card.last4,
  expMonth: card.expMonth,
  expYear: card.expYear,
  paymentMethodId: card.id,
});

const processorOf = (card: MethodRow, chargeId: string | null) => ({
  name: card.processor,
  mode: card.mode,
  account: card.account,
  chargeId,
});

/** Writes down that a card is about to be charged: the payment is pending, and its id is the key of the question. */
export const beginCharge = (tx: Tx, charging: Charging): PaymentRecord => {
  const { card, follows, facts, isAutomatic, requestKey, ...taking } = charging;
  if (taking.amount === 0) {
    throw invalidParam('paymentMethod', "There is nothing to charge. Choose 'comp' for what costs nothing.");
  }
  const { platformFeePercent } = paymentSettings(tx, taking.site.id);
  const row: PaymentRow = {
    ...newPayment(tx, { ...taking, paymentMethod: 'card' }),
    status: 'pending',
    platformFeeAmount: Math.round((taking.amount * platformFeePercent) / 100),
    paymentMethodDetails: pack(detailsOf(card)),
    processor: pack(processorOf(card, null)),
  };
  insertPayment(tx, row);
  insertCharge(tx, {
    paymentId: row.id,
    methodId: card.id,
    attempt: 1,
    isOpen: 1,
    isAutomatic: Number(isAutomatic),
    follows,
    facts: JSON.stringify(facts),
    requestKey: requestKey ?? null,
  });
  tellPayment(tx, 'payment.created', row);
  return { ...row, refunds: '[]' };
};

/** Asks again for what failed, through this card and with a key of its own. */
export const retryCharge = (tx: Tx, payment: PaymentRecord, card: MethodRow): void => {
  const charge = chargeById(tx, payment.id);
  if (charge === undefined) throw new Error(`the payment '${payment.id}' was never charged to a card`);
  setCharge(tx, payment.id, { methodId: card.id, attempt: charge.attempt + 1, isOpen: 1 });
  setPayment(tx, payment.id, {
    status: 'pending',
    paymentMethodDetails: pack(detailsOf(card)),
    processor: pack(processorOf(card, null)),
    updatedAt: tx.now,
  });
};

const factsOf = (charge: ChargeRow): object => JSON.parse(charge.facts) as object;

const followerOf = (followers: Followers, { follows }: ChargeRow): Follower => {
  const follower = followers[follows];
  if (follower === undefined) throw new Error(`nothing is known to follow a charge for '${follows}'`);
  return follower;
};

/** The payment of a charge with its charge, as they are now. */
const openPayment = (tx: Tx, paymentId: string): { payment: PaymentRecord; charge: ChargeRow } | undefined => {
  const payment = paymentById(tx, paymentId);
  const charge = chargeById(tx, paymentId);
  return payment === undefined || charge === undefined ? undefined : { payment, charge };
};

const end = (tx: Tx, payment: PaymentRecord, patch: Partial<PaymentRow>): PaymentRecord => {
  const written = { ...patch, updatedAt: tx.now };
  setPayment(tx, payment.id, written);
  setCharge(tx, payment.id, { isOpen: 0 });
  return { ...payment, ...written };
};

/**
 * The money has come. Whoever learns it second changes nothing; a payment that was given up for failed is completed
 * all the same, since the money is here.
 */
export const completeCharge = (tx: Tx, followers: Followers, paymentId: string, chargeId: string): void => {
  const found = openPayment(tx, paymentId);
  if (found === undefined || !['pending', 'failed'].includes(found.payment.status)) return;
  const { payment, charge } = found;
  const processor = { ...unpack<ProcessorCharge>(payment.processor), chargeId };
  const paid = end(tx, payment, {
    status: 'completed',
    processor: pack(processor),
    invoiceNumber: invoiceNumber(tx),
    paidAt: tx.now,
    failedAt: null,
    failureCode: null,
    failureMessage: null,
  });
  tellPayment(tx, 'payment.completed', paid);
  followerOf(followers, charge).paid(tx, paid, factsOf(charge));
};

/** Why no money came. */
export interface ChargeFailure {
  readonly code: string;
  readonly message: string;
}

/** No money has come, and with this attempt none will. */
export const failCharge = (tx: Tx, followers: Followers, paymentId: string, { code, message }: ChargeFailure): void => {
  const found = openPayment(tx, paymentId);
  if (found?.payment.status !== 'pending') return;
  const { payment, charge } = found;
  const failure = { status: 'failed', failedAt: tx.now, failureCode: code, failureMessage: message.slice(0, 500) };
  const failed = end(tx, payment, failure);
  tellPayment(tx, 'payment.failed', failed);
  followerOf(followers, charge).unpaid(tx, failed, factsOf(charge));
};

/** What an answer of the processor that is none of a charge says; undefined when the end is still unknown. */
export const failureOf = (error: unknown): ChargeFailure | undefined => {
  if (!(error instanceof ProcessorFailure) || error.retryable) return undefined;
  return { code: error.code, message: error.message };
};
