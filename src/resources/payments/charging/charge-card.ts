import { apart } from '../../../database/apart.ts';
import type { Read, Tx } from '../../../database/database.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { DAY_MS } from '../../../kernel/durations.ts';
import { conflict, type Problem } from '../../../kernel/problem.ts';
import { type Approval, isKeyRejected } from '../../../payments-processor/port.ts';
import type { PaymentMethodRow } from '../../payment-methods/record.ts';
import { type PaymentRecord, paymentById, paymentOfRequest } from '../queries.ts';
import { ABANDONED, type ChargeDeps, callProcessor, processorUnavailable, requireEnabled } from './call-processor.ts';
import { isConfiguredFor } from './cards.ts';
import { applyResult, beginCharge, type ChargeFailure, failCharge, type NewCharge } from './charges.ts';
import { openCharges, waitingOf } from './queries.ts';

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

export const cardDeclined = ({ code, message }: ChargeFailure): Problem =>
  conflict(
    'card_declined',
    `The card was declined: ${message} Nothing was charged. Choose another card or payment method.`,
    [{ param: 'paymentMethodId', code, message }],
  );

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

/** A charge is in flight until the processor is called, so that a job of open charges does not abandon it. */
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
 * @param waits responds while the holder of the card has to approve the charge: for a charge with a `holder`.
 * @param conclude runs the last write, whose result is that response: the `conclude` of a flow, or a wrapper of it.
 * @throws Problem as `chargeOf`; 409 `card_declined`, `card_payments_not_enabled`; 503 `processor_unavailable`. After a
 *   503 the same request settles the payment; otherwise `settleOpenCharges` does, without charging.
 */
export const chargeCard = async <ApiResponse, Concluded>(
  deps: ChargeDeps,
  chargeOf: (tx: Tx) => NewCharge,
  response: (tx: Tx, payment: PaymentRecord) => ApiResponse,
  conclude: (work: (tx: Tx) => ApiResponse) => Promise<Concluded>,
  waits?: (payment: PaymentRecord, approval: Approval) => Promise<Concluded>,
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
  if (result?.paid === 'waits') {
    if (waits === undefined) throw new Error(`nobody is asked to approve the payment '${payment.id}'`);
    return waits(payment, result.approval);
  }
  if (result?.paid === false) {
    await deps.store.write((tx) => applyResult(tx, deps.handlers, payment.id, result));
    throw cardDeclined(result);
  }
  return conclude((tx) => {
    if (result !== undefined) applyResult(tx, deps.handlers, payment.id, result);
    return response(tx, paymentById(tx, payment.id) ?? payment);
  });
};

const unusable = (card: PaymentMethodRow, deps: ChargeDeps): ChargeFailure | undefined => {
  if (card.status !== 'active') return { code: 'payment_method_removed', message: 'The saved card was removed.' };
  if (isConfiguredFor(card, deps)) return undefined;
  return { code: 'payment_method_elsewhere', message: 'The card was saved with other processor keys.' };
};

/** Fails a new payment whose card can no longer be charged. Returns whether it can. */
export const failIfUnusable = (tx: Tx, deps: ChargeDeps, card: PaymentMethodRow, paymentId: string): boolean => {
  const failure = unusable(card, deps);
  if (failure !== undefined) failCharge(tx, deps.handlers, paymentId, failure);
  return failure === undefined;
};

/** For a payment that no request waits for. Returns false when the key is rejected: further charges would be too. */
const settleCharge = async (deps: ChargeDeps, payment: PaymentRecord, isAbandoned: boolean): Promise<boolean> => {
  const result = await unlessStopped(deps.signal, callProcessor(deps, payment, isAbandoned));
  if (result === undefined || result.paid === 'waits') return true;
  if (result.paid === null) return !isKeyRejected(result.error);
  await deps.store.write((tx) => applyResult(tx, deps.handlers, payment.id, result));
  return true;
};

/** No request waits. `settleOpenCharges` repeats unknown results. Returns false when the processor rejects the key. */
export const chargeAutomatically = (deps: ChargeDeps, payment: PaymentRecord): Promise<boolean> =>
  settleCharge(deps, payment, false);

/**
 * Settles every charge whose result is unknown: at start, since the program may have stopped before it stored an
 * answer of the processor, and every few minutes. When the request that waited is gone, a charge that did not happen
 * is abandoned, not made. A charge that its card holder may still approve is left alone. While the processor rejects the key, a run calls it once.
 */
export const settleOpenCharges = async (deps: ChargeDeps): Promise<void> => {
  const { store, inFlight } = deps;
  const next = (after: string) => openCharges(store.view(), after);
  for (let open = next(''); open.length > 0; open = next(open.at(-1)?.paymentId ?? '')) {
    for (const charge of open) {
      const { paymentId, isAutomatic } = charge;
      if (deps.signal.aborted) return;
      const isKeyGood = await apart(`the charge of the payment ${paymentId}`, () => {
        if ((waitingOf(charge)?.endsAt ?? '') > store.view().now) return true;
        const payment = inFlight.has(paymentId) ? undefined : paymentById(store.view(), paymentId);
        return payment === undefined || settleCharge(deps, payment, isAutomatic === 0);
      });
      if (isKeyGood === false) return;
    }
  }
};
