import type { Read, Tx } from '../../../database/database.ts';
import { unpackList } from '../../../database/json.ts';
import type { Store } from '../../../database/store.ts';
import type { MethodRow } from '../../../database/tables/methods.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { conflict, Problem } from '../../../kernel/problem.ts';
import { ProcessorFailure } from '../../../payments-processor/port.ts';
import { methodRows } from '../../payment-methods/queries.ts';
import { chargeById, chargeOfRequest, openCharges, type PaymentRecord, paymentById } from '../queries.ts';
import type { LineItem } from '../shapes.ts';
import {
  beginCharge,
  type CardPlace,
  type ChargeFailure,
  type Charging,
  completeCharge,
  type Followers,
  failCharge,
  failureOf,
  isHere,
  placeOf,
} from './charges.ts';

/** How long an idempotency key is remembered (conventions.md "Idempotency"). */
const REMEMBERED_MS = 24 * 60 * 60 * 1000;
/** After how many seconds a processor that is away may be asked again. */
const RETRY_AFTER = 5;
/** The failure of a charge that was given up, since nobody knew whether it had happened. */
const ABANDONED = { code: 'abandoned', message: 'The processor did not answer in time, and no card was charged.' };

/** What charging cards needs. */
export interface ChargeDeps extends CardPlace {
  readonly store: Store;
  readonly followers: Followers;
  /** Whether the account may charge cards yet. @throws ProcessorFailure when nobody can tell. */
  readonly isEnabled: () => Promise<boolean>;
  /** Told what an operator should know. */
  readonly report: (message: string, error: unknown) => void;
  /** The program is ending: nobody waits for the processor any more, and what is open is settled at the next start. */
  readonly signal: AbortSignal;
  /** The payments that are being asked for in this process. */
  readonly underWay: Set<string>;
}

/** How a charge ended. */
type End = { readonly paid: true; readonly chargeId: string } | ({ readonly paid: false } & ChargeFailure);

/** 503: the processor does not answer. */
export const processorAway = (what: string): Problem =>
  new Problem(503, 'processor_unavailable', `The card processor does not answer. ${what}`, { retryAfter: RETRY_AFTER });

/**
 * @throws Problem 409 `card_payments_not_enabled` while the account may not charge cards in live mode yet; 503 when the
 *   processor cannot tell.
 */
const requireEnabled = async ({ processor, isEnabled }: ChargeDeps): Promise<void> => {
  if (processor.mode === 'test') return;
  let enabled: boolean;
  try {
    enabled = await isEnabled();
  } catch (error) {
    if (!(error instanceof ProcessorFailure)) throw error;
    throw processorAway('Nothing was changed. Send the request again.');
  }
  if (enabled) return;
  throw conflict(
    'card_payments_not_enabled',
    'Card payments are not enabled yet: finish the onboarding at the processor. Cards can be saved meanwhile.',
  );
};

const firstLine = (payment: PaymentRecord): string =>
  unpackList<LineItem>(payment.lineItems)[0]?.description ?? payment.purpose;

/** What is asked of the processor: only of what never changes, since the same key wants the same words. */
const requestOf = (payment: PaymentRecord, card: MethodRow, attempt: number) => ({
  customerId: card.customerId ?? '',
  cardId: card.cardId ?? '',
  amount: payment.amount,
  currency: payment.currency,
  description: firstLine(payment),
  platformFee: payment.platformFeeAmount,
  reference: `${payment.id} ${attempt}`,
});

/** Asks outside of every transaction; undefined when the end stays unknown. */
const askFor = async (deps: ChargeDeps, payment: PaymentRecord, isGivenUp: boolean): Promise<End | undefined> => {
  const charge = chargeById(deps.store.view(), payment.id);
  const card = charge && methodRows.find(deps.store.view(), charge.methodId);
  if (charge === undefined || card === undefined) throw new Error(`the payment '${payment.id}' has no card`);
  if (!isHere(card, deps)) {
    deps.report(`the payment ${payment.id} needs the ${card.processor} processor in ${card.mode} mode`, undefined);
    return undefined;
  }
  const request = requestOf(payment, card, charge.attempt);
  const key = `charge_${payment.id}_${charge.attempt}`;
  // A card that was removed meanwhile is not charged any more; whether it was charged before that is still to be learned.
  const verb = isGivenUp || card.status !== 'active' ? 'abandon' : 'charge';
  try {
    const answer = await deps.processor[verb](placeOf(deps), key, request);
    if (answer === null) return { paid: false, ...ABANDONED };
    if (answer.amount === request.amount && answer.currency === request.currency) {
      return { paid: true, chargeId: answer.id };
    }
    throw new ProcessorFailure('garbage', `It answered ${answer.amount} ${answer.currency} for another charge.`);
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined || (error as ProcessorFailure).kind !== 'declined') {
      deps.report(`charging the payment ${payment.id}`, error);
    }
    return failure && { paid: false, ...failure };
  }
};

/** The result of `work`, or undefined as soon as the program is ending: what nobody waits for does not hold it up. */
const unlessEnding = async <T>(signal: AbortSignal, work: Promise<T>): Promise<T | undefined> => {
  let stop: (() => void) | undefined;
  const ending = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop);
  });
  try {
    return await Promise.race([work, ending]);
  } finally {
    if (stop !== undefined) signal.removeEventListener('abort', stop);
  }
};

const ask = async (deps: ChargeDeps, payment: PaymentRecord, isGivenUp: boolean): Promise<End | undefined> => {
  deps.underWay.add(payment.id);
  try {
    return await askFor(deps, payment, isGivenUp);
  } finally {
    deps.underWay.delete(payment.id);
  }
};

/** The refusal that a failed payment is answered with. */
const declined = ({ code, message }: ChargeFailure): Problem =>
  conflict('card_declined', `The card was not charged: ${message} Choose another card or way to pay.`, [
    { param: 'paymentMethodId', code, message },
  ]);

const settle = (tx: Tx, { followers }: ChargeDeps, paymentId: string, end: End): void => {
  if (end.paid) completeCharge(tx, followers, paymentId, end.chargeId);
  else failCharge(tx, followers, paymentId, end);
};

const reused = (): Problem =>
  conflict(
    'idempotency_key_reused',
    'This idempotency key was sent with another request. Use a new key for each request.',
  );

/** The payment that a request began before, unless that was given up. */
export const begunBefore = (read: Read, requestKey: string | undefined): PaymentRecord | undefined => {
  if (requestKey === undefined) return undefined;
  const earlier = chargeOfRequest(read, requestKey, isoInstant(read.nowMs - REMEMBERED_MS));
  return earlier?.failureCode === ABANDONED.code ? undefined : earlier;
};

/** A request that is repeated, also after a crash, finds the payment that it began. */
const begun = (tx: Tx, charging: Charging): PaymentRecord => {
  const earlier = begunBefore(tx, charging.requestKey);
  if (earlier === undefined) return beginCharge(tx, charging);
  const { clientId, amount, purpose } = earlier;
  const isSame = clientId === charging.client.id && amount === charging.amount && purpose === charging.purpose;
  if (!isSame) throw reused();
  return earlier;
};

/**
 * Charges a saved card for somebody who waits: the payment is written as pending, the processor is called outside of
 * every transaction, and the result is written with what follows from it.
 * @param begin says what to charge; when it throws, nothing is charged.
 * @param answer the answer once the payment is complete.
 * @param conclude runs the last write, whose result is that answer: the `conclude` of a flow, or a wrapper of it.
 * @throws Problem as `begin`; 409 `card_declined`, `card_payments_not_enabled`; 503 `processor_unavailable`, after which
 *   the payment is settled by the same request again, or by itself without charging anew.
 */
export const chargeCard = async <Answer, Result>(
  deps: ChargeDeps,
  begin: (tx: Tx) => Charging,
  answer: (tx: Tx, payment: PaymentRecord) => Answer,
  conclude: (work: (tx: Tx) => Answer) => Promise<Result>,
): Promise<Result> => {
  await requireEnabled(deps);
  const payment = await deps.store.write((tx) => begun(tx, begin(tx)));
  if (payment.status === 'failed') {
    throw declined({ code: String(payment.failureCode), message: String(payment.failureMessage) });
  }
  const end = payment.status === 'pending' ? await ask(deps, payment, false) : undefined;
  if (payment.status === 'pending' && end === undefined) {
    throw processorAway('Send the request again with the same Idempotency-Key; nothing is charged twice.');
  }
  if (end?.paid === false) {
    await deps.store.write((tx) => settle(tx, deps, payment.id, end));
    throw declined(end);
  }
  return conclude((tx) => {
    if (end !== undefined) settle(tx, deps, payment.id, end);
    return answer(tx, paymentById(tx, payment.id) as PaymentRecord);
  });
};

/** Why a card cannot be charged any more. */
const unusable = (card: MethodRow, at: CardPlace): ChargeFailure | undefined => {
  if (card.status !== 'active') return { code: 'payment_method_removed', message: 'The saved card was removed.' };
  if (isHere(card, at)) return undefined;
  return { code: 'payment_method_elsewhere', message: 'The card was saved with other processor keys.' };
};

/**
 * Ends a payment that has just begun where its card cannot be charged any more; answers whether it may be asked for.
 */
export const stillChargeable = (tx: Tx, deps: ChargeDeps, card: MethodRow, paymentId: string): boolean => {
  const reason = unusable(card, deps);
  if (reason !== undefined) failCharge(tx, deps.followers, paymentId, reason);
  return reason === undefined;
};

/** Charges for what nobody waits for; what stays unknown is asked for again later, with the same key. */
export const chargeAlone = async (deps: ChargeDeps, payment: PaymentRecord): Promise<void> => {
  const end = await unlessEnding(deps.signal, ask(deps, payment, false));
  if (end !== undefined) await deps.store.write((tx) => settle(tx, deps, payment.id, end));
};

/**
 * Finds out about every charge whose end is not known: at start, since the program may have ended between the
 * processor's answer and its own note of it, and every few minutes. Where somebody had waited in vain, a charge that
 * did not happen is given up rather than made now.
 */
export const settleOpenCharges = async (deps: ChargeDeps): Promise<void> => {
  const { store, underWay } = deps;
  const next = (after: string) => openCharges(store.view(), after);
  for (let found = next(''); found.length > 0; found = next(found.at(-1)?.paymentId ?? '')) {
    for (const { paymentId, isAutomatic } of found) {
      if (deps.signal.aborted) return;
      const payment = underWay.has(paymentId) ? undefined : paymentById(store.view(), paymentId);
      if (payment === undefined) continue;
      const end = await unlessEnding(deps.signal, ask(deps, payment, isAutomatic === 0));
      if (end !== undefined) await store.write((tx) => settle(tx, deps, paymentId, end));
    }
  }
};
