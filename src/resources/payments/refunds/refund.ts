import type { Tx } from '../../../database/database.ts';
import { unpack } from '../../../database/json.ts';
import type { Store } from '../../../database/store.ts';
import type { RefundRow } from '../../../database/tables/payments.ts';
import type { Conclude, Concluded } from '../../../http/operations/operation.ts';
import { type Caller, staffOf } from '../../../kernel/caller.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { conflict, type Problem } from '../../../kernel/problem.ts';
import { type Processor, ProcessorFailure, type Refund } from '../../../payments-processor/port.ts';
import type { Reactions } from '../../reactions.ts';
import { findPayment } from '../payments.ts';
import { type PaymentRecord, paymentById, pendingRefunds, refundOfRequest } from '../queries.ts';
import type { PaymentWire, ProcessorCharge, RefundPaymentBody } from '../shapes.ts';
import { paymentView } from '../view.ts';
import { fail, noteThere, reserve, succeed } from './refunds.ts';

/** How long an idempotency key is remembered (conventions.md "Idempotency"). */
const REMEMBERED_MS = 24 * 60 * 60 * 1000;

/** What giving money back needs. */
export interface RefundDeps {
  readonly store: Store;
  readonly processor: Processor;
  readonly reactions: Pick<Reactions, 'packageCancelled'>;
  /** Told what an operator should know: the processor did not answer, or the keys do not fit. */
  readonly report: (message: string, error: unknown) => void;
}

/** A request for a refund, with its idempotency key, if it has one. */
export interface RefundCall {
  readonly caller: Caller;
  readonly paymentId: string;
  readonly body: RefundPaymentBody;
  readonly requestKey?: string | undefined;
}

/** How a refund ended; undefined when that is not known yet. */
type End = { readonly done: true; readonly id: string | null } | { readonly done: false; readonly code: string };

/** Where the money of a card was taken; null of what took none of the processor's. */
type Charged = ProcessorCharge & { readonly chargeId: string };

const chargeOf = (payment: PaymentRecord): Charged | null => {
  const processor = unpack<ProcessorCharge>(payment.processor);
  return processor === null || processor.chargeId === null ? null : { ...processor, chargeId: processor.chargeId };
};

/** A charge can be given back only with the keys it was made with. */
const fits = (charge: ProcessorCharge, processor: Processor): boolean =>
  charge.name === processor.name && charge.mode === processor.mode;

const endOf = (refund: RefundRow, answer: Refund): End | undefined => {
  if (answer.amount !== refund.amount) {
    throw new ProcessorFailure('garbage', `It answered ${answer.amount} for a refund of ${refund.amount}.`);
  }
  if (answer.status === 'pending') return undefined;
  if (answer.status === 'succeeded') return { done: true, id: answer.id };
  return { done: false, code: answer.failureCode ?? 'refund_failed' };
};

/**
 * Asks the processor, outside of every transaction. The key is the refund's own id, so that asking again after a
 * crash finds the same refund instead of making another one.
 */
const ask = async (deps: RefundDeps, refund: RefundRow, charge: Charged): Promise<End | undefined> => {
  const { mode, account, chargeId } = charge;
  const request = { chargeId, amount: refund.amount, currency: refund.currency };
  try {
    const answer = await deps.processor.refund({ mode, account }, `refund_${refund.id}`, request);
    const end = endOf(refund, answer);
    // An event about it names it by its id there.
    if (end === undefined) await deps.store.write((tx) => noteThere(tx, refund.id, answer.id));
    return end;
  } catch (error) {
    if (error instanceof ProcessorFailure && !error.retryable) return { done: false, code: error.code };
    deps.report(`the refund ${refund.id} is not settled yet; it will be asked for again`, error);
    return undefined;
  }
};

/** Asks and settles; a refund whose end stays unknown remains pending and counts against the balance. */
const settle = async (deps: RefundDeps, refund: RefundRow, charge: Charged): Promise<void> => {
  if (!fits(charge, deps.processor)) {
    deps.report(`the refund ${refund.id} needs the ${charge.name} processor in ${charge.mode} mode`, undefined);
    return;
  }
  const end = await ask(deps, refund, charge);
  if (end === undefined) return;
  await deps.store.write((tx) => {
    if (end.done) succeed(tx, refund.id, end.id, deps.reactions);
    else fail(tx, refund.id, end.code);
  });
};

const checkProcessor = (deps: RefundDeps, charge: ProcessorCharge): void => {
  if (fits(charge, deps.processor)) return;
  deps.report(`a refund was asked of the ${charge.name} processor in ${charge.mode} mode`, undefined);
  throw conflict(
    'payment_not_refundable',
    'The card was charged with other processor keys than the present ones. Configure those, or refund it there.',
  );
};

/** A request that is repeated, also after a crash, finds the refund that it began. */
const begin = (tx: Tx, call: RefundCall): RefundRow => {
  const payment = findPayment(tx, call.caller, call.paymentId);
  const since = isoInstant(tx.nowMs - REMEMBERED_MS);
  const earlier = call.requestKey === undefined ? undefined : refundOfRequest(tx, call.requestKey, since);
  if (earlier?.paymentId === payment.id) return earlier;
  return reserve(tx, payment, call.body, { staffId: staffOf(call.caller), requestKey: call.requestKey });
};

const answer = (tx: Tx, paymentId: string): PaymentWire => paymentView(paymentById(tx, paymentId) as PaymentRecord);

/** What needs no processor is settled in the transaction that reserves it. */
const refundAtOnce = (tx: Tx, deps: RefundDeps, call: RefundCall): PaymentWire => {
  const payment = findPayment(tx, call.caller, call.paymentId);
  const refund = reserve(tx, payment, call.body, { staffId: staffOf(call.caller) });
  succeed(tx, refund.id, null, deps.reactions);
  return answer(tx, payment.id);
};

const refundFailed = (code: string | null): Problem =>
  conflict('refund_failed', `The processor refused the refund (${code}). Nothing was given back.`);

/**
 * Refunds a payment (rules.md "Payment"): cash and external payments in one transaction; for a card it reserves the
 * amount, calls the processor and writes the result. Without an answer of the processor the refund stays pending.
 * @param conclude runs the last write, whose result is the answer.
 * @throws Problem 404; 409 as `reserve`, or `refund_failed` when the processor refuses.
 */
export const refundPayment = async (deps: RefundDeps, call: RefundCall, conclude: Conclude): Promise<Concluded> => {
  const { store } = deps;
  const charge = chargeOf(findPayment(store.view(), call.caller, call.paymentId));
  if (charge === null) return conclude((tx) => refundAtOnce(tx, deps, call));
  checkProcessor(deps, charge);
  const refund = await store.write((tx) => begin(tx, call));
  if (refund.status === 'failed') throw refundFailed(refund.failureCode);
  const end = refund.status === 'pending' ? await ask(deps, refund, charge) : undefined;
  if (end?.done === false) {
    await store.write((tx) => fail(tx, refund.id, end.code));
    throw refundFailed(end.code);
  }
  return conclude((tx) => {
    if (end !== undefined) succeed(tx, refund.id, end.id, deps.reactions);
    return answer(tx, refund.paymentId);
  });
};

/**
 * Asks anew for every refund whose end is not known: at start, since the program may have ended between the
 * processor's answer and its own note of it, and every few minutes. One that still gets no answer waits for the next
 * run.
 */
export const settlePendingRefunds = async (deps: RefundDeps): Promise<void> => {
  const { store } = deps;
  const next = (after: string) => pendingRefunds(store.view(), after);
  for (let refunds = next(''); refunds.length > 0; refunds = next(refunds.at(-1)?.id ?? '')) {
    for (const refund of refunds) {
      const payment = paymentById(store.view(), refund.paymentId);
      const charge = payment === undefined ? null : chargeOf(payment);
      if (charge !== null) await settle(deps, refund, charge);
    }
  }
};
