import { apart } from '../../../database/apart.ts';
import type { Tx } from '../../../database/database.ts';
import type { Store } from '../../../database/store.ts';
import type { Conclude, Concluded } from '../../../http/operations/call.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { conflict, type Problem } from '../../../kernel/problem.ts';
import { applyTransition } from '../../../kernel/transitions.ts';
import { type Processor, ProcessorFailure, type Refund } from '../../../payments-processor/port.ts';
import type { RefundReactions } from '../../reactions.ts';
import { forgottenSince } from '../charging/call-processor.ts';
import { KEY_VALID_MS } from '../charging/charge-card.ts';
import { findPayment, type PaymentRecord, paymentById } from '../queries.ts';
import type { PaymentResponse, ProcessorCharge } from '../record.ts';
import type { RefundPaymentBody } from '../shapes.ts';
import type { RefundRow } from '../tables.ts';
import { paymentView } from '../view.ts';
import { pendingDropInRefunds, pendingRefunds, refundOfRequest } from './queries.ts';
import {
  type Charge,
  chargeOf,
  completeRefund,
  failRefund,
  reserveRefund,
  setProcessorRefund,
  voidFree,
} from './refunds.ts';
import { verbs } from './states.ts';
import { requireVoidable } from './void.ts';

export interface RefundDeps {
  readonly store: Store;
  readonly processor: Processor;
  readonly reactions: RefundReactions;
  readonly report: (message: string, error: unknown) => void;
}

export interface RefundCall {
  readonly caller: Caller;
  readonly paymentId: string;
  readonly body: RefundPaymentBody;
  readonly requestKey?: string | undefined;
  /** Whether the sale is voided: all of it is refunded, and what was sold is taken back. */
  readonly isVoid?: boolean;
}

type Result = { readonly succeeded: true; readonly id: string } | { readonly succeeded: false; readonly code: string };

/** Whether a charge was made with the processor and the mode that are configured now: only they can refund it. */
const isConfiguredFor = (charge: ProcessorCharge, processor: Processor): boolean =>
  charge.name === processor.name && charge.mode === processor.mode;

const resultOf = (refund: RefundRow, response: Refund): Result | undefined => {
  if (response.amount !== refund.amount) {
    throw new ProcessorFailure('unexpected', `It answered ${response.amount} for a refund of ${refund.amount}.`);
  }
  if (response.status === 'pending') return undefined;
  if (response.status === 'succeeded') return { succeeded: true, id: response.id };
  return { succeeded: false, code: response.failureCode ?? 'refund_failed' };
};

/**
 * Calls the processor, outside of transactions. The refund's own id makes the idempotency key, so that a call after a
 * crash finds the same refund. One that the processor has begun is read: a repeated call would be answered as the
 * first one, and be a further refund once the key is forgotten. Returns undefined when the result is unknown.
 */
const callProcessor = async (deps: RefundDeps, refund: RefundRow, charge: Charge): Promise<Result | undefined> => {
  const { mode, account, chargeId } = charge;
  const place = { mode, account };
  const request = { chargeId, amount: refund.amount, currency: refund.currency };
  const { id, processorRefundId: begunId } = refund;
  const { processor, store } = deps;
  try {
    const response =
      begunId === null
        ? await processor.refund(place, `refund_${id}`, request, forgottenSince(store.view(), refund))
        : await processor.readRefund(place, begunId);
    const result = resultOf(refund, response);
    if (result === undefined && begunId === null)
      await deps.store.write((tx) => setProcessorRefund(tx, refund.id, response.id));
    return result;
  } catch (error) {
    const isRejected = error instanceof ProcessorFailure && !error.retryable && begunId === null;
    if (isRejected) return { succeeded: false, code: error.code };
    deps.report(`the refund ${refund.id} is not settled yet; it will be tried again`, error);
    return undefined;
  }
};

/** Calls the processor and stores the result. A refund whose result is unknown stays pending. */
const settle = async (deps: RefundDeps, refund: RefundRow, charge: Charge): Promise<void> => {
  if (!isConfiguredFor(charge, deps.processor)) {
    deps.report(`the refund ${refund.id} needs the ${charge.name} processor in ${charge.mode} mode`, undefined);
    return;
  }
  const result = await callProcessor(deps, refund, charge);
  if (result === undefined) return;
  if (!result.succeeded) {
    const message = `the processor rejected the refund ${refund.id} (${result.code}): refund the client in another way`;
    deps.report(message, undefined);
  }
  await deps.store.write((tx) => {
    if (result.succeeded) completeRefund(tx, refund.id, result.id, deps.reactions);
    else failRefund(tx, refund.id, result.code);
  });
};

const requireConfigured = (deps: RefundDeps, charge: ProcessorCharge): void => {
  if (isConfiguredFor(charge, deps.processor)) return;
  deps.report(`a refund needs the ${charge.name} processor in ${charge.mode} mode`, undefined);
  throw conflict(
    'payment_not_refundable',
    'This payment was charged with different processor keys. Set those keys, or refund it with the processor.',
  );
};

/** @throws Problem 409 `payment_not_refundable` for a card that was charged with other keys of the processor. */
export const requireRefundable = (deps: RefundDeps, payment: PaymentRecord): void => {
  const charge = chargeOf(payment);
  if (charge !== null) requireConfigured(deps, charge);
};

/** Reserves a refund, or finds the one that the same request began, also before a crash. */
const beginOnce = (tx: Tx, { caller, paymentId, body, requestKey, isVoid }: RefundCall): RefundRow => {
  const payment = findPayment(tx, caller, paymentId);
  const since = isoInstant(tx.nowMs - KEY_VALID_MS);
  const earlier = requestKey === undefined ? undefined : refundOfRequest(tx, requestKey, since);
  if (earlier?.paymentId === payment.id) return earlier;
  if (isVoid === true) requireVoidable(tx, payment);
  return reserveRefund(tx, payment, body, { caller, requestKey, isVoid });
};

const response = (tx: Tx, caller: Caller, paymentId: string): PaymentResponse =>
  paymentView(findPayment(tx, caller, paymentId));

const refundWithoutProcessor = (tx: Tx, deps: RefundDeps, call: RefundCall): PaymentResponse => {
  const { caller, paymentId, body, isVoid } = call;
  const payment = findPayment(tx, caller, paymentId);
  // Its charge has succeeded since it was read as pending. Without the processor no one would get the money back.
  if (chargeOf(payment) !== null) applyTransition(verbs.refund, 'pending');
  if (isVoid === true) {
    requireVoidable(tx, payment);
    if (payment.amount === 0) {
      voidFree(tx, payment, deps.reactions);
      return response(tx, caller, payment.id);
    }
  }
  const refund = reserveRefund(tx, payment, body, { caller, isVoid });
  completeRefund(tx, refund.id, null, deps.reactions);
  return response(tx, caller, payment.id);
};

const refundFailed = (code: string | null): Problem =>
  conflict(
    'refund_failed',
    `The card processor rejected the refund (${code}). Nothing was refunded. Refund the client another way.`,
  );

/**
 * Refunds a payment (rules.md "Payment"). Payments without a card are refunded in one transaction. For a card it
 * reserves the amount, calls the processor and stores the result; when the result is unknown the refund stays pending.
 * @throws Problem 404; 403, 400 and 409 as `reserveRefund`, or `refund_failed` when the processor rejects it.
 */
export const refundPayment = async (deps: RefundDeps, call: RefundCall, conclude: Conclude): Promise<Concluded> => {
  const { store } = deps;
  const charge = chargeOf(findPayment(store.view(), call.caller, call.paymentId));
  if (charge === null) return conclude((tx) => refundWithoutProcessor(tx, deps, call));
  requireConfigured(deps, charge);
  const refund = await store.write((tx) => beginOnce(tx, call));
  if (refund.status === 'failed') throw refundFailed(refund.failureCode);
  const result = refund.status === 'pending' ? await callProcessor(deps, refund, charge) : undefined;
  if (result?.succeeded === false) {
    await store.write((tx) => failRefund(tx, refund.id, result.code));
    throw refundFailed(result.code);
  }
  return conclude((tx) => {
    if (result !== undefined) completeRefund(tx, refund.id, result.id, deps.reactions);
    return response(tx, call.caller, refund.paymentId);
  });
};

const settleEach = async (deps: RefundDeps, refunds: readonly RefundRow[]): Promise<void> => {
  for (const refund of refunds) {
    await apart(`the refund ${refund.id}`, async () => {
      const payment = paymentById(deps.store.view(), refund.paymentId);
      const charge = payment === undefined ? null : chargeOf(payment);
      if (charge !== null) await settle(deps, refund, charge);
    });
  }
};

/** Runs at start, as a stop may have lost a response, and every few minutes. Without a response, the next run tries. */
export const settlePendingRefunds = async (deps: RefundDeps): Promise<void> => {
  const next = (after: string) => pendingRefunds(deps.store.view(), after);
  for (let found = next(''); found.length > 0; found = next(found.at(-1)?.id ?? '')) await settleEach(deps, found);
};

/**
 * Settles the refunds of drop-ins that are new since its last call. Those that get no response are left to
 * `settlePendingRefunds`, so that a processor that is away is not called for each cancellation.
 */
export const dropInRefunds = (deps: RefundDeps): (() => Promise<void>) => {
  let last = '';
  const next = (): RefundRow[] => {
    const found = pendingDropInRefunds(deps.store.view(), last);
    last = found.at(-1)?.id ?? last;
    return found;
  };
  return async () => {
    for (let found = next(); found.length > 0; found = next()) await settleEach(deps, found);
  };
};
