import type { Tx } from '../../../database/database.ts';
import type { Conclude, Concluded } from '../../../http/operations/call.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { DAY_MS } from '../../../kernel/durations.ts';
import { fullName } from '../../../kernel/full-name.ts';
import { conflict } from '../../../kernel/problem.ts';
import { ProcessorFailure, type Setup } from '../../../payments-processor/port.ts';
import { requireNotErased } from '../../../records/erased.ts';
import { type ClientRecord, clientById } from '../../clients/queries.ts';
import { type ChargeDeps, processorProblem } from '../../payments/charging/call-processor.ts';
import { isConfiguredFor, placeOf } from '../../payments/charging/cards.ts';
import { paymentSettings } from '../../settings/queries.ts';
import { requireBelowLimit } from '../payment-methods.ts';
import { type CardOwner, customerOf, customerRows, deleteCustomer, methodOfRequest } from '../queries.ts';
import { PaymentMethod, type PaymentMethodRow } from '../record.ts';
import type { PaymentMethodSetupResponse } from '../shapes.ts';
import type { CustomerRow } from '../tables.ts';

export interface SetupRequest {
  /** `asks`: the client, or staff for the client. */
  readonly owner: SetupOwner;
  readonly requestKey?: string | undefined;
}

type SetupOwner = CardOwner & { readonly asks: keyof typeof ARCHIVED };

const ARCHIVED = {
  client: 'Your account is archived. Ask the studio.',
  staff: 'The client is archived. Restore the client first.',
} as const;

/** How long a setup can be completed, ms. */
export const SETUP_VALID_MS = DAY_MS;

const customerKey = ({ processor, account }: ChargeDeps, clientId: string) => ({
  clientId,
  processor: processor.name,
  mode: processor.mode,
  account: account ?? '',
});

interface Begun {
  readonly method: PaymentMethodRow;
  readonly customer: CustomerRow;
  readonly client: ClientRecord;
}

const newMethod = (tx: Tx, { processor, account }: ChargeDeps, clientId: string, requestKey: string | undefined) => {
  const { name, mode } = processor;
  const method = PaymentMethod.make(
    tx,
    {},
    { clientId, processor: name, mode, account, requestKey: requestKey ?? null },
  );
  PaymentMethod.rows.insert(tx, method);
  return method;
};

const newCustomer = (tx: Tx, key: ReturnType<typeof customerKey>): CustomerRow => {
  const customer = { ...key, id: tx.id(), customerId: null, mergedAt: null, createdAt: tx.now };
  customerRows.insert(tx, customer);
  return customer;
};

/** The ids of method and customer make the idempotency keys. A repeated request finds the method that it began. */
const begin = (tx: Tx, deps: ChargeDeps, { owner, requestKey }: SetupRequest, isSaved = true): Begun => {
  const { clientId, siteId } = owner;
  const client = clientById(tx, clientId);
  if (client === undefined) throw new Error(`a card is to be saved for the client '${clientId}', who does not exist`);
  requireNotErased(tx, clientId, 'Save the card of another client.');
  if (client.archivedAt !== null) throw conflict('client_archived', ARCHIVED[owner.asks]);
  const since = isoInstant(tx.nowMs - SETUP_VALID_MS);
  const earlier = requestKey === undefined ? undefined : methodOfRequest(tx, requestKey, since);
  const isSame = earlier?.clientId === clientId && earlier.status === 'pending' && isConfiguredFor(earlier, deps);
  if (!isSame && isSaved) requireBelowLimit(tx, clientId, siteId);
  const method = earlier !== undefined && isSame ? earlier : newMethod(tx, deps, clientId, requestKey);
  const key = customerKey(deps, clientId);
  const customer = customerOf(tx, key) ?? newCustomer(tx, key);
  return { method, customer, client };
};

/** Creates the customer of a client at the processor. Returns its id. */
const createCustomer = async (deps: ChargeDeps, { customer, client }: Begun): Promise<string> => {
  const person = { clientId: client.id, email: client.email, name: fullName(client) };
  // One key needs one request: a client whose email or name changed between two attempts gets another key.
  const digest = new Bun.CryptoHasher('sha256').update(`${person.email}\n${person.name}`).digest('hex').slice(0, 12);
  const key = `customer_${customer.id}_${digest}`;
  return customer.customerId ?? (await deps.processor.ensureCustomer(placeOf(deps), key, person));
};

/** Whether any way to pay may be saved, at the site of the owner. */
const anyWay = ({ store }: ChargeDeps, { siteId, asks }: SetupOwner): { readonly isAnyWay?: true } =>
  asks === 'client' && paymentSettings(store.view(), siteId).waysToPay ? { isAnyWay: true } : {};

/** Creates the customer and the setup at the processor, each with its own idempotency key. */
const createSetup = async (deps: ChargeDeps, begun: Begun, owner: SetupOwner) => {
  const { method } = begun;
  const place = placeOf(deps);
  const customerId = await createCustomer(deps, begun);
  const request = { customerId, methodId: method.id, ...anyWay(deps, owner) };
  const setup = await deps.processor.createSetup(place, `setup_${method.id}`, request);
  if (setup.methodId !== method.id) throw new ProcessorFailure('unexpected', 'It answered the setup of another card.');
  return { customerId, setup };
};

const setupView = (
  tx: Tx,
  deps: ChargeDeps,
  siteId: string,
  method: PaymentMethodRow,
  setup: Setup,
): PaymentMethodSetupResponse => {
  const { confirmOnConnectedAccount } = paymentSettings(tx, siteId).processor;
  return {
    object: 'payment_method_setup',
    id: method.id,
    setupIntentClientSecret: setup.clientSecret,
    publishableKey: deps.processor.publishableKey(placeOf(deps)),
    mode: deps.processor.mode,
    processorAccount: confirmOnConnectedAccount ? deps.account : null,
    expiresAt: isoInstant(Date.parse(method.createdAt) + SETUP_VALID_MS),
  };
};

/** The next attempt creates a customer that was deleted at the processor again. @throws Problem 503. */
const refused = async (deps: ChargeDeps, { customer }: Begun, error: unknown): Promise<never> => {
  const isDeleted = error instanceof ProcessorFailure && error.kind === 'not_found';
  if (isDeleted) await deps.store.write((tx) => deleteCustomer(tx, customer.id));
  throw processorProblem(deps, 'beginning to save a card', error);
};

/**
 * What a member is to choose on the device: a payment method that is not saved yet. It is saved with the payment, or forgotten.
 * @throws Problem 409 `client_archived`; 503 `processor_unavailable`.
 */
export const methodOnDevice = async (deps: ChargeDeps, owner: SetupOwner): Promise<PaymentMethodRow> => {
  const begun = await deps.store.write((tx) => begin(tx, deps, { owner }, false));
  const { method, customer } = begun;
  const customerId = await createCustomer(deps, begun).catch((error: unknown) => refused(deps, begun, error));
  await deps.store.write((tx) => {
    customerRows.update(tx, customer.id, { customerId });
    PaymentMethod.rows.update(tx, method.id, { customerId, updatedAt: tx.now });
  });
  return { ...method, customerId };
};

/**
 * Begins to save a card (`initiatePaymentMethod`, `initiateClientPaymentMethod`): the response is what a device needs to
 * confirm it at the processor.
 * @throws Problem 409 `payment_method_limit` at the limit of saved cards, `client_archived`; 503 `processor_unavailable`.
 */
export const initiateSetup = async (
  deps: ChargeDeps,
  request: SetupRequest,
  conclude: Conclude,
): Promise<Concluded> => {
  const begun = await deps.store.write((tx) => begin(tx, deps, request));
  const { method, customer } = begun;
  const created = await createSetup(deps, begun, request.owner).catch((error: unknown) => refused(deps, begun, error));
  const { customerId, setup } = created;
  return conclude((tx) => {
    customerRows.update(tx, customer.id, { customerId });
    PaymentMethod.rows.update(tx, method.id, { customerId, setupId: setup.id, updatedAt: tx.now });
    return setupView(tx, deps, request.owner.siteId, method, setup);
  });
};
