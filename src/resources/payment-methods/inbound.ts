import type { Tx } from '../../database/database.ts';
import { invalidParam } from '../../kernel/problem.ts';
import { type ProcessorEvent, ProcessorFailure } from '../../payments-processor/port.ts';
import { type ChargeDeps, processorAway } from '../payments/charging/charge.ts';
import { completeCharge, failCharge, placeOf } from '../payments/charging/charges.ts';
import { chargeById, paymentById, paymentOfCharge, refundOfProcessor } from '../payments/queries.ts';
import { fail, noteRefundedThere, succeed, undo } from '../payments/refunds/refunds.ts';
import type { Reactions } from '../reactions.ts';
import { concludeSetup } from './flows.ts';
import { refreshMethod, removeMethod } from './payment-methods.ts';
import { methodOfCard, methodOfSetup, noteHandled, noteReceived } from './queries.ts';

/** What taking in the processor's events needs. */
export interface InboundDeps {
  readonly charging: ChargeDeps;
  readonly reactions: Pick<Reactions, 'packageCancelled'>;
  /** The account has changed, so that it has to be asked for anew. */
  readonly accountChanged: () => void;
}

type Handler = (deps: InboundDeps, objectId: string) => Promise<unknown>;

const onSetup: Handler = async ({ charging: deps }, objectId) => {
  const method = methodOfSetup(deps.store.view(), objectId);
  if (method?.status !== 'pending') return;
  const setup = await deps.processor.readSetup(placeOf(deps), objectId);
  if (setup.methodId !== method.id || setup.customerId !== method.customerId) return;
  await deps.store.write((tx) => {
    if (setup.status === 'succeeded') concludeSetup(tx, method.id, setup);
    else if (setup.status === 'canceled') removeMethod(tx, method, true);
  });
};

const onCard: Handler = async ({ charging: deps }, objectId) => {
  const method = methodOfCard(deps.store.view(), objectId);
  if (method === undefined) return;
  const { card, customerId } = await deps.processor.readCard(placeOf(deps), objectId);
  await deps.store.write((tx) => {
    const now = methodOfCard(tx, objectId);
    if (now === undefined) return;
    if (customerId === null) removeMethod(tx, now, true);
    else refreshMethod(tx, now, card);
  });
};

/** An end of the present try of a charge; what belongs to an earlier one is history. */
const onCharge: Handler = async ({ charging: deps }, objectId) => {
  const state = await deps.processor.readCharge(placeOf(deps), objectId);
  const [paymentId = '', attempt] = (state.reference ?? '').split(' ');
  const { failure } = state;
  await deps.store.write((tx) => {
    if (paymentById(tx, paymentId)?.amount !== state.amount) return;
    if (state.status === 'succeeded') completeCharge(tx, deps.followers, paymentId, state.id);
    const isPresent = chargeById(tx, paymentId)?.attempt === Number(attempt) && !deps.underWay.has(paymentId);
    if (state.status === 'failed' && failure !== null && isPresent) failCharge(tx, deps.followers, paymentId, failure);
  });
};

const onRefunds: Handler = async ({ charging: deps }, objectId) => {
  const state = await deps.processor.readCharge(placeOf(deps), objectId);
  await deps.store.write((tx) => {
    const payment = paymentOfCharge(tx, state.id);
    if (payment !== undefined) noteRefundedThere(tx, payment, state.amountRefunded);
  });
};

const onRefund: Handler = async ({ charging: deps, reactions }, objectId) => {
  const state = await deps.processor.readRefund(placeOf(deps), objectId);
  const code = state.failureCode ?? 'refund_failed';
  const settle = (tx: Tx): void => {
    const refund = refundOfProcessor(tx, objectId);
    if (refund === undefined) return;
    if (state.status === 'succeeded') succeed(tx, refund.id, objectId, reactions);
    if (state.status !== 'failed') return;
    if (refund.status === 'succeeded') {
      undo(tx, refund.id, code);
      deps.report(`the refund ${refund.id} failed after all (${code}): the client has not got the money`, undefined);
    } else fail(tx, refund.id, code);
  };
  await deps.store.write(settle);
};

const HANDLERS: Readonly<Record<string, Handler>> = {
  'setup_intent.succeeded': onSetup,
  'setup_intent.setup_failed': onSetup,
  'setup_intent.canceled': onSetup,
  'payment_method.detached': onCard,
  'payment_method.automatically_updated': onCard,
  'payment_intent.succeeded': onCharge,
  'payment_intent.payment_failed': onCharge,
  'charge.refunded': onRefunds,
  'refund.updated': onRefund,
  'refund.failed': onRefund,
  'charge.dispute.created': async ({ charging }, objectId) =>
    charging.report(`a card holder disputes a charge: ${objectId}. Answer at the processor.`, undefined),
  'account.updated': async ({ accountChanged }) => accountChanged(),
};

const verified = async ({ processor }: ChargeDeps, body: string, signature: string): Promise<ProcessorEvent> => {
  try {
    return await processor.verifyEvent(body, signature);
  } catch (error) {
    if (!(error instanceof ProcessorFailure)) throw error;
    throw invalidParam('signature', 'The signature of this message does not fit its body.');
  }
};

const handle = async (deps: InboundDeps, event: ProcessorEvent): Promise<void> => {
  const { report } = deps.charging;
  const here = placeOf(deps.charging);
  if (event.place.mode !== here.mode || event.place.account !== here.account) {
    report(`the processor tells of ${event.place.mode} mode, account ${event.place.account}: dropped`, undefined);
    return;
  }
  try {
    await HANDLERS[event.type]?.(deps, event.objectId);
  } catch (error) {
    if (!(error instanceof ProcessorFailure)) throw error;
    report(`the event ${event.id} (${event.type}) of the processor`, error);
    // What does not exist there any more has nothing more to tell.
    if (error.retryable) throw processorAway('Send the event again.');
  }
};

/**
 * Takes in what the processor tells. The id is stored first, so that what is sent twice is done once; what it is about
 * is fetched anew, since an event may be old.
 * @param body the exact text of the request.
 * @throws Problem 400 for a wrong signature; 503 when the processor cannot be asked, so that it sends the event again.
 */
export const receiveEvent = async (deps: InboundDeps, body: string, signature: string): Promise<void> => {
  const { store } = deps.charging;
  const event = await verified(deps.charging, body, signature);
  if (!(await store.write((tx) => noteReceived(tx, event.id, event.type)))) return;
  await handle(deps, event);
  await store.write((tx) => noteHandled(tx, event.id));
};
