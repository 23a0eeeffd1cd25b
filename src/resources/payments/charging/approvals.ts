import { apart } from '../../../database/apart.ts';
import type { Tx } from '../../../database/database.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { MINUTE_MS } from '../../../kernel/durations.ts';
import { conflict, Problem } from '../../../kernel/problem.ts';
import type { Approval } from '../../../payments-processor/port.ts';
import { type PaymentRecord, paymentById } from '../queries.ts';
import { isProcessing } from '../record.ts';
import { type ChargeDeps, callProcessor, processorProblem, processorUnavailable } from './call-processor.ts';
import { placeOf } from './cards.ts';
import { applyResult } from './charges.ts';
import { chargeById, endedApprovals, holderOf, lostOf, setWaiting, type Waiting, waitingOf } from './queries.ts';

/** How long the holder of a card may take to approve a charge, ms. What was reserved for it is held as long. */
const APPROVAL_MS = 10 * MINUTE_MS;

const AGAIN = 'Nothing was changed. Send the request again.';

/** A charge that its card holder has to approve, with what the device of the holder needs. */
export interface RequestedApproval extends Approval, Pick<Waiting, 'endsAt'> {}

const now = ({ store }: ChargeDeps, payment: PaymentRecord): PaymentRecord =>
  paymentById(store.view(), payment.id) ?? payment;

/** A purchase by card: its payment, and what the holder of the card still has to approve, if anything. */
export interface ApprovalState {
  readonly payment: PaymentRecord;
  readonly approval?: RequestedApproval;
}

/** Stores that a charge waits for its card holder, and until when; undefined when it was settled meanwhile. */
const waitForHolder = (tx: Tx, paymentId: string, { id }: Approval) => {
  const charge = chargeById(tx, paymentId);
  const holder = charge && holderOf(charge);
  if (charge?.isOpen !== 1 || holder == null) return undefined;
  const lost = lostOf(charge);
  const endsAt = waitingOf(charge)?.endsAt ?? (lost === undefined ? isoInstant(tx.nowMs + APPROVAL_MS) : tx.now);
  setWaiting(tx, paymentId, { ...holder, chargeId: id, endsAt });
  return { lost, endsAt };
};

/**
 * Prevents a charge that waits for its card holder. Returns the payment: complete where the holder was faster.
 * @throws Problem 503 `processor_unavailable`; the charge waits then.
 */
export const giveUpApproval = async (deps: ChargeDeps, payment: PaymentRecord): Promise<PaymentRecord> => {
  if (payment.status !== 'pending' || isProcessing(payment)) return payment;
  const result = await callProcessor(deps, payment, true);
  if (result.paid === null || result.paid === 'waits') {
    throw processorUnavailable(result.paid === null ? result.error : undefined, AGAIN);
  }
  await deps.store.write((tx) => applyResult(tx, deps.handlers, payment.id, result));
  return now(deps, payment);
};

/**
 * Lets a charge wait for its card holder. No one is asked to pay for what was booked otherwise while the processor was
 * called: such a charge is given up immediately.
 * @throws Problem 409 with the reason where it was given up; 503 `processor_unavailable`, and the sweep of open charges
 *   gives it up then.
 */
export const requestApproval = async (
  deps: ChargeDeps,
  payment: PaymentRecord,
  approval: Approval,
): Promise<ApprovalState> => {
  const waiting = await deps.store.write((tx) => waitForHolder(tx, payment.id, approval));
  if (waiting === undefined) return { payment: now(deps, payment) };
  const { lost, endsAt } = waiting;
  if (lost === undefined) return { payment, approval: { ...approval, endsAt } };
  const ended = await giveUpApproval(deps, payment);
  if (ended.status === 'failed') throw conflict(lost.code, `${lost.message} The card was not charged.`);
  return { payment: ended };
};

/**
 * Asks the processor what has become of a charge that waits for its card holder, and stores the result.
 * @returns the payment, and what the holder still has to approve, if anything.
 * @throws Problem 503 `processor_unavailable`.
 */
export const settleApproval = async (deps: ChargeDeps, payment: PaymentRecord): Promise<ApprovalState> => {
  const read = deps.store.view();
  const charge = chargeById(read, payment.id);
  const waiting = charge && waitingOf(charge);
  if (waiting === undefined || payment.status !== 'pending' || isProcessing(payment)) return { payment };
  const state = await deps.processor.readCharge(placeOf(deps), waiting.chargeId).catch((error: unknown) => {
    throw processorProblem(deps, `reading the charge of the payment ${payment.id}`, error);
  });
  if (state.status === 'succeeded' || state.isProcessing === true) {
    const paid = state.isProcessing === true ? 'processing' : true;
    const result = { paid, chargeId: state.id, method: state.method } as const;
    await deps.store.write((tx) => applyResult(tx, deps.handlers, payment.id, result));
    return { payment: now(deps, payment) };
  }
  const { approval } = state;
  if (approval !== null && waiting.endsAt > read.now)
    return { payment, approval: { ...approval, endsAt: waiting.endsAt } };
  return { payment: await giveUpApproval(deps, payment) };
};

/** Gives up the charges that no longer wait for their card holders. Without a response, `settleOpenCharges` tries again. */
export const giveUpEnded = async (deps: ChargeDeps): Promise<void> => {
  for (const id of endedApprovals(deps.store.view())) {
    await apart(`the approval of the payment ${id}`, async () => {
      const payment = paymentById(deps.store.view(), id);
      if (payment === undefined || deps.signal.aborted) return;
      try {
        await giveUpApproval(deps, payment);
      } catch (error) {
        // The call of the processor has reported it.
        if (!(error instanceof Problem)) throw error;
      }
    });
  }
};
