import type { Read, Tx } from '../../../database/database.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { DAY_MS } from '../../../kernel/durations.ts';
import { conflict, type Problem } from '../../../kernel/problem.ts';
import { isKeyRejected } from '../../../payments-processor/port.ts';
import type { PaymentMethodRow } from '../../payment-methods/record.ts';
import { type PaymentRecord, paymentById, paymentOfRequest } from '../queries.ts';
import {
  ABANDONED,
  type ChargeDeps,
  type ChargeResult,
  callProcessor,
  processorUnavailable,
  requireEnabled,
} from './call-processor.ts';
import { isConfiguredFor } from './cards.ts';
import { beginCharge, type ChargeFailure, completeCharge, failCharge, type NewCharge } from './charges.ts';
import { openCharges } from './queries.ts';

/** How long an idempotency key is valid (conventions.md "Idempotency"), ms. */
export const KEY_VALID_MS = DAY_MS;

/** The result of `work`, or undefined as soon as the program stops, so that it need not wait for the processor. */
const unlessStopped = async <T>(signal: AbortSignal, work: Promise<T>): Promise<T | undefined> => {
  let stop: (() => void) | undefined;
  const stopped = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop);
  });
  try {
    return await Promise.race([work, stopped]);
  } finally {
    if (stop !== undefined) signal.removeEventListener('abort', stop);
  }
};

const cardDeclined = ({ code, message }: ChargeFailure): Problem =>
  conflict('card_declined', `The card was not charged: ${message} Choose another card or way to pay.`, [
    { param: 'paymentMethodId', code, message },
  ]);

const applyResult = (tx: Tx, { handlers }: ChargeDeps, paymentId: string, result: ChargeResult): void => {
  if (result.paid) completeCharge(tx, handlers, paymentId, result.chargeId);
  else failCharge(tx, handlers, paymentId, result);
};

/** The payment that the same request began earlier, unless its charge was abandoned. */
export const earlierPayment = (read: Read, requestKey: string | undefined): PaymentRecord | undefined => {
  if (requestKey === undefined) return undefined;
  const earlier = paymentOfRequest(read, requestKey, isoInstant(read.nowMs - KEY_VALID_MS));
  return earlier?.failureCode === ABANDONED.code ? undefined : earlier;
};

/** Begins a charge, or finds the one that the same request began, also before a crash. */
const beginOnce = (tx: Tx, deps: ChargeDeps, charge: NewCharge): PaymentRecord => {
  const earlier = earlierPayment(tx, charge.requestKey);
  if (earlier === undefined) return beginCharge(tx, deps, charge);
  const { clientId, amount, purpose } = earlier;
  if (clientId === charge.client.id && amount === charge.amount && purpose === charge.purpose) return earlier;
  throw conflict(
    'idempotency_key_reused',
    'This idempotency key was sent with another request. Use a new key for each request.',
  );
};

/**
 * Begins the charge of a request. Until the processor is called it counts as in flight, so that a job which settles
 * open charges at that very moment does not abandon it.
 */
const begin = async (deps: ChargeDeps, chargeOf: (tx: Tx) => NewCharge): Promise<PaymentRecord> => {
  let id = '';
  try {
    const payment = await deps.store.write((tx) => {
      const begun = beginOnce(tx, deps, chargeOf(tx));
      id = begun.id;
      deps.inFlight.add(id);
      return begun;
    });
    if (payment.status !== 'pending') deps.inFlight.delete(id);
    return payment;
  } catch (error) {
    deps.inFlight.delete(id);
    throw error;
  }
};

/**
 * Charges a saved card for a request: inserts the pending payment, calls the processor outside of transactions, and
 * stores the result with everything that follows from it.
 * @param chargeOf what to charge; when it throws, nothing is charged.
 * @param answer the response once the payment is complete.
 * @param conclude runs the last write, whose result is that response: the `conclude` of a flow, or a wrapper of it.
 * @throws Problem as `chargeOf`; 409 `card_declined`, `card_payments_not_enabled`; 503 `processor_unavailable`. After a
 *   503 the same request settles the payment; otherwise `settleOpenCharges` does, without charging.
 */
export const chargeCard = async <ApiResponse, Concluded>(
  deps: ChargeDeps,
  chargeOf: (tx: Tx) => NewCharge,
  response: (tx: Tx, payment: PaymentRecord) => ApiResponse,
  conclude: (work: (tx: Tx) => ApiResponse) => Promise<Concluded>,
): Promise<Concluded> => {
  await requireEnabled(deps);
  const payment = await begin(deps, chargeOf);
  if (payment.status === 'failed') {
    throw cardDeclined({ code: String(payment.failureCode), message: String(payment.failureMessage) });
  }
  const result = payment.status === 'pending' ? await callProcessor(deps, payment, false) : undefined;
  if (result?.paid === null) {
    const advice = 'Send the request again with the same Idempotency-Key; nothing is charged twice.';
    throw processorUnavailable(result.error, advice);
  }
  if (result?.paid === false) {
    await deps.store.write((tx) => applyResult(tx, deps, payment.id, result));
    throw cardDeclined(result);
  }
  return conclude((tx) => {
    if (result !== undefined) applyResult(tx, deps, payment.id, result);
    return response(tx, paymentById(tx, payment.id) ?? payment);
  });
};

const unusable = (card: PaymentMethodRow, deps: ChargeDeps): ChargeFailure | undefined => {
  if (card.status !== 'active') return { code: 'payment_method_removed', message: 'The saved card was removed.' };
  if (isConfiguredFor(card, deps)) return undefined;
  return { code: 'payment_method_elsewhere', message: 'The card was saved with other processor keys.' };
};

/** Fails a new payment whose card cannot be charged any more. Returns whether it can. */
export const failIfUnusable = (tx: Tx, deps: ChargeDeps, card: PaymentMethodRow, paymentId: string): boolean => {
  const failure = unusable(card, deps);
  if (failure !== undefined) failCharge(tx, deps.handlers, paymentId, failure);
  return failure === undefined;
};

/**
 * Calls the processor for a payment that no request waits for, and stores the result if there is one.
 * @returns false when the processor rejects the key, so that the caller stops: further charges would be rejected too.
 */
const settleCharge = async (deps: ChargeDeps, payment: PaymentRecord, isAbandoned: boolean): Promise<boolean> => {
  const result = await unlessStopped(deps.signal, callProcessor(deps, payment, isAbandoned));
  if (result === undefined) return true;
  if (result.paid === null) return !isKeyRejected(result.error);
  await deps.store.write((tx) => applyResult(tx, deps, payment.id, result));
  return true;
};

/**
 * Charges a payment that no request waits for. While the result is unknown, `settleOpenCharges` tries again.
 * @returns false when the processor rejects the key: the next run of the job tries the next charge.
 */
export const chargeAutomatically = (deps: ChargeDeps, payment: PaymentRecord): Promise<boolean> =>
  settleCharge(deps, payment, false);

/**
 * Settles every charge whose result is unknown: at start, since the program may have stopped before it stored an
 * answer of the processor, and every few minutes. When the request that waited is gone, a charge that did not happen
 * is abandoned, not made. While the processor rejects the key, a run calls it once.
 */
export const settleOpenCharges = async (deps: ChargeDeps): Promise<void> => {
  const { store, inFlight } = deps;
  const next = (after: string) => openCharges(store.view(), after);
  for (let open = next(''); open.length > 0; open = next(open.at(-1)?.paymentId ?? '')) {
    for (const { paymentId, isAutomatic } of open) {
      if (deps.signal.aborted) return;
      const payment = inFlight.has(paymentId) ? undefined : paymentById(store.view(), paymentId);
      if (payment === undefined) continue;
      if (!(await settleCharge(deps, payment, isAutomatic === 0))) return;
    }
  }
};
