import { createHash } from 'node:crypto';
import type { Tx } from '../../database/database.ts';
import type { CustomerRow, MethodRow } from '../../database/tables/methods.ts';
import type { Call, Conclude, Concluded } from '../../http/operations/operation.ts';
import type { MemberCaller } from '../../kernel/caller.ts';
import { isoInstant } from '../../kernel/clock.ts';
import { conflict, type Problem } from '../../kernel/problem.ts';
import { ProcessorFailure, type Setup } from '../../payments-processor/port.ts';
import { type ClientRecord, clientById } from '../clients/queries.ts';
import { type ChargeDeps, processorAway } from '../payments/charging/charge.ts';
import { isHere, placeOf } from '../payments/charging/charges.ts';
import { paymentSettings } from '../settings/queries.ts';
import { activateMethod, findMethod, removeMethod, requireRoom, requireUnused } from './payment-methods.ts';
import { customerOf, customerRows, forgetCustomer, methodOfRequest, methodRows } from './queries.ts';
import type { PaymentMethodSetupWire } from './shapes.ts';
import { methodView } from './view.ts';

/** How long a setup may stay unfinished, ms. */
export const SETUP_LIFE_MS = 24 * 60 * 60 * 1000;

/** A member's request; `Row` is the record that its path addresses. */
type MemberCall<Row = unknown> = Call<MemberCaller, unknown, unknown, Row>;

/** What a failure of the processor is answered with: nothing was changed, and it may be tried again. */
const unanswered = (deps: ChargeDeps, what: string, error: unknown): Problem => {
  if (!(error instanceof ProcessorFailure)) throw error;
  deps.report(what, error);
  return processorAway('Nothing was changed. Send the request again.');
};

const placeKey = ({ processor, account }: ChargeDeps, clientId: string) => ({
  clientId,
  processor: processor.name,
  mode: processor.mode,
  account: account ?? '',
});

const newMethod = (tx: Tx, deps: ChargeDeps, clientId: string, requestKey: string | undefined): MethodRow => ({
  id: tx.id(),
  clientId,
  status: 'pending',
  processor: deps.processor.name,
  mode: deps.processor.mode,
  account: deps.account,
  customerId: null,
  setupId: null,
  cardId: null,
  brand: null,
  last4: null,
  expMonth: null,
  expYear: null,
  funding: null,
  country: null,
  billingName: null,
  isDefault: 0,
  isLeftThere: 0,
  requestKey: requestKey ?? null,
  createdAt: tx.now,
  updatedAt: tx.now,
});

interface Begun {
  readonly method: MethodRow;
  readonly customer: CustomerRow;
  readonly client: ClientRecord;
}

/** Writes down what is about to be asked for: the ids of these rows are the keys of the questions. */
const begin = (tx: Tx, deps: ChargeDeps, { clientId, siteId }: MemberCaller, requestKey: string | undefined): Begun => {
  const since = isoInstant(tx.nowMs - SETUP_LIFE_MS);
  const earlier = requestKey === undefined ? undefined : methodOfRequest(tx, requestKey, since);
  const isSame = earlier?.clientId === clientId && earlier.status === 'pending' && isHere(earlier, deps);
  if (!isSame) requireRoom(tx, clientId, siteId);
  const method = earlier !== undefined && isSame ? earlier : newMethod(tx, deps, clientId, requestKey);
  if (method !== earlier) methodRows.insert(tx, method);
  const key = placeKey(deps, clientId);
  const known = customerOf(tx, key);
  const customer = known ?? { ...key, id: tx.id(), customerId: null, createdAt: tx.now };
  if (known === undefined) customerRows.insert(tx, customer);
  const client = clientById(tx, clientId);
  if (client === undefined) throw new Error(`the member is the client '${clientId}', who does not exist`);
  return { method, customer, client };
};

/** Asks for the customer and the setup, each with its key. */
const prepare = async (deps: ChargeDeps, { method, customer, client }: Begun) => {
  const place = placeOf(deps);
  const person = { clientId: client.id, email: client.email, name: `${client.firstName} ${client.lastName}` };
  // A client who changed the email between two tries is asked for with another key: the same one wants the same words.
  const words = createHash('sha256').update(`${person.email}\n${person.name}`).digest('hex').slice(0, 12);
  const customerId =
    customer.customerId ?? (await deps.processor.ensureCustomer(place, `customer_${customer.id}_${words}`, person));
  const request = { customerId, methodId: method.id };
  const setup = await deps.processor.createSetup(place, `setup_${method.id}`, request);
  if (setup.methodId !== method.id) throw new ProcessorFailure('garbage', 'It answered the setup of another card.');
  return { customerId, setup };
};

const setupView = (
  tx: Tx,
  deps: ChargeDeps,
  siteId: string,
  method: MethodRow,
  setup: Setup,
): PaymentMethodSetupWire => {
  const { confirmOnConnectedAccount } = paymentSettings(tx, siteId).processor;
  return {
    object: 'payment_method_setup',
    id: method.id,
    setupIntentClientSecret: setup.clientSecret,
    publishableKey: deps.processor.publishableKey(placeOf(deps)),
    mode: deps.processor.mode,
    processorAccount: confirmOnConnectedAccount ? deps.account : null,
    expiresAt: isoInstant(Date.parse(method.createdAt) + SETUP_LIFE_MS),
  };
};

/**
 * Begins to save a card: the member's device confirms it with the processor, by what is answered here.
 * @throws Problem 409 `payment_method_setup_failed` at too many cards; 503 when the processor is away.
 */
export const initiate = async (deps: ChargeDeps, call: MemberCall, conclude: Conclude): Promise<Concluded> => {
  const { caller, requestKey } = call;
  const begun = await deps.store.write((tx) => begin(tx, deps, caller, requestKey));
  const { method, customer } = begun;
  const prepared = await prepare(deps, begun).catch(async (error: unknown) => {
    // A customer that was deleted there is made anew by the next try.
    const isGone = error instanceof ProcessorFailure && error.kind === 'not_found';
    if (isGone) await deps.store.write((tx) => forgetCustomer(tx, customer.id));
    throw unanswered(deps, 'beginning to save a card', error);
  });
  const { customerId, setup } = prepared;
  return conclude((tx) => {
    customerRows.update(tx, customer.id, { customerId });
    methodRows.update(tx, method.id, { customerId, setupId: setup.id, updatedAt: tx.now });
    return setupView(tx, deps, caller.siteId, method, setup);
  });
};

const failed = (message: string, code = 'setup_failed'): Problem =>
  conflict('payment_method_setup_failed', message, [{ param: 'id', code, message }]);

const elsewhere = (deps: ChargeDeps, method: MethodRow): Problem => {
  const text = `the setup of ${method.id} belongs to ${method.processor}, ${method.mode}, account ${method.account}`;
  deps.report(`${text}, which is not where the keys work now`, undefined);
  return failed('This card was begun with other processor keys than the present ones. Begin anew.', 'mode_mismatch');
};

/** @throws Problem 409 when a setup is not what was begun: another mode or account, another card. */
const checkSetup = (deps: ChargeDeps, method: MethodRow, { place, methodId, customerId }: Setup): void => {
  const isOurs = methodId === method.id && customerId === method.customerId;
  const isInPlace = place.mode === method.mode && place.account === method.account;
  if (!isOurs || !isInPlace) throw elsewhere(deps, method);
};

/** @throws Problem 409 for a setup that has not succeeded. */
const refuseUnfinished = ({ status, failure }: Setup): void => {
  if (status === 'succeeded') return;
  if (status === 'canceled') throw failed('This setup was cancelled. Begin anew.', 'setup_cancelled');
  if (status === 'requires_payment_method' && failure !== null) {
    throw failed(`The card was refused: ${failure.message} The same secret may be tried again.`, failure.code);
  }
  const message = 'The card was not confirmed with the processor yet. Confirm it with the client secret first.';
  throw conflict('payment_method_setup_incomplete', message, [{ param: 'id', code: status, message }]);
};

const readSetup = async (deps: ChargeDeps, method: MethodRow, setupId: string): Promise<Setup> => {
  try {
    return await deps.processor.readSetup(placeOf(deps), setupId);
  } catch (error) {
    if (error instanceof ProcessorFailure && error.kind === 'not_found') throw elsewhere(deps, method);
    throw unanswered(deps, `reading the setup of ${method.id}`, error);
  }
};

/** Activates what is confirmed; learning it twice is the same as once. */
export const concludeSetup = (tx: Tx, methodId: string, setup: Setup): MethodRow | undefined => {
  const now = methodRows.find(tx, methodId);
  if (now?.status !== 'pending' || setup.card === null) return now;
  return activateMethod(tx, now, setup.card);
};

/**
 * Finishes saving a card once it is confirmed at the processor. Twice, also at once, is the same as once.
 * @throws Problem 404; 409 `payment_method_setup_incomplete` or `payment_method_setup_failed`; 503.
 */
export const complete = async (
  deps: ChargeDeps,
  call: MemberCall<MethodRow>,
  conclude: Conclude,
): Promise<Concluded> => {
  const { caller, id, record: method } = call;
  if (method.status === 'active') return conclude((tx) => methodView(findMethod(tx, caller, id)));
  if (!isHere(method, deps)) throw elsewhere(deps, method);
  if (method.setupId === null) throw failed('This setup never reached the processor. Begin anew.', 'setup_unknown');
  const setup = await readSetup(deps, method, method.setupId);
  checkSetup(deps, method, setup);
  refuseUnfinished(setup);
  return conclude((tx) => {
    const now = findMethod(tx, caller, id);
    if (now.status === 'pending') requireRoom(tx, now.clientId, caller.siteId);
    concludeSetup(tx, id, setup);
    return methodView(findMethod(tx, caller, id));
  });
};

/** Lets the processor forget what was removed here. @throws ProcessorFailure. */
const forgetThere = async ({ processor, ...deps }: ChargeDeps, method: MethodRow): Promise<void> => {
  const place = placeOf({ ...deps, processor });
  const { cardId, setupId } = method;
  if (cardId !== null) return processor.detach(place, cardId);
  if (setupId === null) return;
  await processor.cancelSetup(place, setupId);
  // One that was confirmed in the end has left a card behind.
  const { card } = await processor.readSetup(place, setupId);
  if (card !== null) await processor.detach(place, card.id);
};

/** Does so for a card that was removed here; where it fails, a job does it again. */
export const tidyUpThere = async (deps: ChargeDeps, method: MethodRow): Promise<void> => {
  if (!isHere(method, deps)) return;
  try {
    await forgetThere(deps, method);
  } catch (error) {
    if (!(error instanceof ProcessorFailure)) throw error;
    if (error.kind !== 'not_found') {
      deps.report(`the card of ${method.id} is removed here, and not yet at the processor`, error);
      return;
    }
  }
  await deps.store.write((tx) => methodRows.update(tx, method.id, { isLeftThere: 0 }));
};

/**
 * Removes a saved card here at once, and at the processor as soon as that can be done.
 * @throws Problem 404; 409 `payment_method_in_use`.
 */
export const remove = async (deps: ChargeDeps, call: MemberCall, conclude: Conclude): Promise<Concluded> => {
  const { caller, id } = call;
  let removed: MethodRow | undefined;
  const answer = await conclude((tx) => {
    const method = findMethod(tx, caller, id);
    requireUnused(tx, method);
    removed = removeMethod(tx, method, false);
    return { id, object: 'payment_method', deleted: true };
  });
  if (removed?.isLeftThere === 1) await tidyUpThere(deps, removed);
  return answer;
};
