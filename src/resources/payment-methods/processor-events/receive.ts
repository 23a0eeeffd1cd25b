import { apart } from '../../../database/apart.ts';
import type { Read, Tx } from '../../../database/database.ts';
import { invalidParam } from '../../../kernel/problem.ts';
import {
  type ChargeState,
  type ProcessorEvent,
  ProcessorFailure,
  type Refund,
} from '../../../payments-processor/port.ts';
import { giveUpApproval } from '../../payments/charging/approvals.ts';
import { type ChargeDeps, processorUnavailable } from '../../payments/charging/call-processor.ts';
import { placeOf } from '../../payments/charging/cards.ts';
import { applyResult, completeCharge, failCharge } from '../../payments/charging/charges.ts';
import { chargeById, waitingOf } from '../../payments/charging/queries.ts';
import { storeDispute } from '../../payments/disputes/disputes.ts';
import { type PaymentRecord, paymentById, paymentOfCharge, processingPayments } from '../../payments/queries.ts';
import { isProcessing } from '../../payments/record.ts';
import { refundOfProcessor } from '../../payments/refunds/queries.ts';
import {
  chargeOf,
  completeRefund,
  failProcessorRefund,
  failRefund,
  recordProcessorRefund,
  reverseRefund,
} from '../../payments/refunds/refunds.ts';
import type { RefundReactions } from '../../reactions.ts';
import { refreshMethod, removeMethod } from '../payment-methods.ts';
import { methodOfCard, methodOfSetup } from '../queries.ts';
import { activateConfirmed } from '../setup/complete.ts';
import { markHandled, markReceived } from './queries.ts';

export interface ProcessorEventDeps {
  readonly charging: ChargeDeps;
  readonly reactions: RefundReactions;
  /** Called when the account changed at the processor. */
  readonly accountChanged: () => void;
}

type Handler = (deps: ProcessorEventDeps, objectId: string) => Promise<unknown>;

const onSetup: Handler = async ({ charging: deps }, objectId) => {
  const method = methodOfSetup(deps.store.view(), objectId);
  if (method?.status !== 'pending') return;
  const setup = await deps.processor.readSetup(placeOf(deps), objectId);
  if (setup.methodId !== method.id || setup.customerId !== method.customerId) return;
  await deps.store.write((tx) => {
    if (setup.status === 'succeeded') activateConfirmed(tx, method, setup);
    else if (setup.status === 'canceled') removeMethod(tx, method, true);
  });
};

const onCard: Handler = async ({ charging: deps }, objectId) => {
  if (methodOfCard(deps.store.view(), objectId) === undefined) return;
  const { card, customerId } = await deps.processor.readCard(placeOf(deps), objectId);
  await deps.store.write((tx) => {
    const method = methodOfCard(tx, objectId);
    if (method === undefined) return;
    if (customerId === null) removeMethod(tx, method, true);
    else refreshMethod(tx, method, card);
  });
};

/** The payment of a charge that its card holder has to approve; undefined for any other charge. */
const waitingPayment = (read: Read, { reference }: ChargeState): PaymentRecord | undefined => {
  const [paymentId = ''] = (reference ?? '').split(' ');
  const charge = chargeById(read, paymentId);
  return charge?.isOpen === 1 && waitingOf(charge) !== undefined ? paymentById(read, paymentId) : undefined;
};

/** Stores the result of a charge. A failure counts only for the current attempt, and not while a request waits for it. */
const storeResult = (tx: Tx, { handlers, inFlight }: ChargeDeps, state: ChargeState): void => {
  const [referenced = '', attempt] = (state.reference ?? '').split(' ');
  const { failure } = state;
  // A charge that was found again after a restore has the reference of a payment that the restore has lost.
  const payment = paymentById(tx, referenced) ?? paymentOfCharge(tx, state.id);
  if (payment?.amount !== state.amount) return;
  const paymentId = payment.id;
  const made = { chargeId: state.id, method: state.method };
  if (state.status === 'succeeded') completeCharge(tx, handlers, paymentId, made);
  const isNewest = paymentId !== referenced || chargeById(tx, paymentId)?.attempt === Number(attempt);
  const isCurrent = isNewest && !inFlight.has(paymentId);
  if (state.isProcessing === true && isCurrent) applyResult(tx, handlers, paymentId, { paid: 'processing', ...made });
  if (state.status === 'failed' && failure !== null && isCurrent) failCharge(tx, handlers, paymentId, failure);
};

/**
 * What has become of a charge. A debit that its bank returns may be paid anew by its holder, so that only the charge itself says that it has
 * failed.
 */
const readState = async (deps: ChargeDeps, objectId: string): Promise<ChargeState> => {
  const [place, { processor, store }] = [placeOf(deps), deps];
  const state = await processor.readCharge(place, objectId);
  if (state.approval === null) return state;
  const [paymentId = ''] = (state.reference ?? '').split(' ');
  const payment = paymentById(store.view(), paymentId);
  const charge = payment !== undefined && isProcessing(payment) ? chargeOf(payment) : null;
  return charge === null || charge.chargeId === objectId ? state : processor.readCharge(place, charge.chargeId);
};

/** Stores the result and refunds. Events of both do the same: they come in any order, and a response may be lost. */
const onCharge: Handler = async ({ charging: deps, reactions }, objectId) => {
  const state = await readState(deps, objectId);
  const waiting = state.status === 'failed' ? waitingPayment(deps.store.view(), state) : undefined;
  // A refused charge is given up at the processor too: its holder could try again there.
  if (waiting !== undefined) await giveUpApproval(deps, waiting);
  await deps.store.write((tx) => {
    storeResult(tx, deps, state);
    const payment = paymentOfCharge(tx, state.id);
    if (payment !== undefined) recordProcessorRefund(tx, payment.id, state.amountRefunded, reactions);
  });
};

/** Fails a refund that had succeeded, also one that was made at the processor itself. @returns its id. */
const failSucceeded = (
  tx: Tx,
  { id, chargeId, amount }: Refund,
  failureCode: string,
  reactions: RefundReactions,
): string | undefined => {
  const known = refundOfProcessor(tx, id);
  if (known !== undefined) {
    if (known.status !== 'succeeded') return undefined;
    reverseRefund(tx, known.id, failureCode, reactions);
    return known.id;
  }
  const payment = paymentOfCharge(tx, chargeId);
  return payment && failProcessorRefund(tx, payment.id, { id, amount, failureCode }, reactions);
};

const onRefund: Handler = async ({ charging: deps, reactions }, objectId) => {
  const state = await deps.processor.readRefund(placeOf(deps), objectId);
  const code = state.failureCode ?? 'refund_failed';
  await deps.store.write((tx) => {
    const refund = refundOfProcessor(tx, objectId);
    if (state.status === 'succeeded' && refund !== undefined) completeRefund(tx, refund.id, objectId, reactions);
    if (state.status !== 'failed') return;
    const reversedId = failSucceeded(tx, state, code, reactions);
    if (reversedId !== undefined) {
      deps.report(
        `the refund ${reversedId} failed after it had succeeded (${code}): the client was not paid`,
        undefined,
      );
    } else if (refund !== undefined) failRefund(tx, refund.id, code);
  });
};

/** What is disputed may be a charge whose response was lost: it is read first. */
const onDispute: Handler = async (deps, objectId) => {
  const { charging } = deps;
  const dispute = await charging.processor.readDispute(placeOf(charging), objectId);
  if (paymentOfCharge(charging.store.view(), dispute.chargeId) === undefined) await onCharge(deps, dispute.chargeId);
  const isNew = await charging.store.write((tx) => storeDispute(tx, dispute));
  if (isNew) charging.report(`a client disputes the charge ${dispute.chargeId}. Respond at the processor.`, undefined);
};

const HANDLERS: Readonly<Record<string, Handler>> = {
  'setup_intent.succeeded': onSetup,
  'setup_intent.setup_failed': onSetup,
  'setup_intent.canceled': onSetup,
  'payment_method.detached': onCard,
  'payment_method.automatically_updated': onCard,
  'payment_intent.processing': onCharge,
  'payment_intent.succeeded': onCharge,
  'payment_intent.payment_failed': onCharge,
  'charge.refunded': onCharge,
  'refund.updated': onRefund,
  'refund.failed': onRefund,
  'charge.dispute.created': onDispute,
  'charge.dispute.updated': onDispute,
  'charge.dispute.closed': onDispute,
  'charge.dispute.funds_withdrawn': onDispute,
  'account.updated': async ({ accountChanged }) => accountChanged(),
};

const verify = async ({ processor }: ChargeDeps, body: string, signature: string): Promise<ProcessorEvent> => {
  try {
    return await processor.verifyEvent(body, signature);
  } catch (error) {
    if (!(error instanceof ProcessorFailure)) throw error;
    throw invalidParam('signature', 'The signature of this message does not match its body.', {
      reason: 'not_accepted',
    });
  }
};

const handle = async (deps: ProcessorEventDeps, event: ProcessorEvent): Promise<void> => {
  const { report } = deps.charging;
  const { mode, account } = placeOf(deps.charging);
  const { place } = event;
  if (place.mode !== mode || place.account !== account) {
    report(`ignored an event of the processor in ${place.mode} mode, account ${place.account}`, undefined);
    return;
  }
  try {
    await HANDLERS[event.type]?.(deps, event.objectId);
  } catch (error) {
    if (!(error instanceof ProcessorFailure)) throw error;
    report(`handling the event ${event.id} (${event.type}) of the processor`, error);
    if (error.retryable) throw processorUnavailable(error, 'Send the event again.');
  }
};

/**
 * Reads what takes days and may have ended: the events of a processor that sends none, and payments whose events were lost.
 * What fails is read again by the next run.
 */
export const settleProcessing = async (deps: ProcessorEventDeps): Promise<void> => {
  const { charging } = deps;
  await charging.processor.tellDueEvents?.(placeOf(charging), async (event) => {
    if (charging.signal.aborted) return false;
    const taken = await apart(`the event ${event.id} of the processor`, async () => {
      await handle(deps, event);
      return true;
    });
    return taken === true;
  });
  const next = (after: string) => processingPayments(charging.store.view(), after);
  for (let found = next(''); found.length > 0; found = next(found.at(-1)?.id ?? '')) {
    for (const { id, chargeId } of found) {
      if (charging.signal.aborted) return;
      await apart(`the processing of the payment ${id}`, async () => {
        try {
          await onCharge(deps, chargeId);
        } catch (error) {
          if (!(error instanceof ProcessorFailure)) throw error;
          charging.report(`reading the charge of the payment ${id}`, error);
        }
      });
    }
  }
};

/**
 * Handles an event of the processor. Its id is stored first, so that a repeated event is handled once. Handlers read
 * the object from the processor, since an event may be old.
 * @param body the exact text of the request.
 * @throws Problem 400 for a wrong signature; 503 when the processor cannot be asked, so that it sends the event again.
 */
export const receiveProcessorEvent = async (
  deps: ProcessorEventDeps,
  body: string,
  signature: string,
): Promise<void> => {
  const { store } = deps.charging;
  const event = await verify(deps.charging, body, signature);
  if (!(await store.write((tx) => markReceived(tx, event.id, event.type)))) return;
  await handle(deps, event);
  await store.write((tx) => markHandled(tx, event.id));
};
