import type { Tx } from '../../database/database.ts';
import { Store } from '../../database/store.ts';
import { Timeline } from '../../kernel/timer.ts';
import type { KnownSecret, SandboxProcessor } from '../../payments-processor/sandbox/processor.ts';
import { clientById } from '../../resources/clients/queries.ts';
import { METHODS } from '../../resources/demo-ids.ts';
import { activateMethod } from '../../resources/payment-methods/payment-methods.ts';
import { customerRows } from '../../resources/payment-methods/queries.ts';
import { PaymentMethod, type PaymentMethodRow } from '../../resources/payment-methods/record.ts';
import { CLIENTS } from './clients.ts';
import { keepLastEvents } from './event.ts';
import { zoneOf } from './setup.ts';
import { declineFee, declineRenewal, renewedAt } from './today/money.ts';
import { idOf } from './today/people.ts';

const PLACE = { mode: 'test', account: null } as const;
const CARD = { expMonth: 12, cvc: '123' } as const;
const GOOD = '4242424242424242';
/** It can be saved, and refuses every charge. */
const WITHOUT_FUNDS = '4000000000009995';
/** The bank asks the member before it is saved. */
const ASKS_THE_MEMBER = '4000002500003155';
/** How many years the card is good for after the start of the sandbox. */
const GOOD_FOR_YEARS = 9;

const customerOf = async (store: Store, processor: SandboxProcessor, clientId: string, methodId: string) => {
  const client = clientById(store.view(), clientId);
  if (client === undefined) throw new Error(`the demo studio has no client '${clientId}'`);
  const name = `${client.firstName} ${client.lastName}`;
  const person = { clientId, email: client.email, name };
  return { name, customerId: await processor.ensureCustomer(PLACE, `demo customer ${methodId}`, person) };
};

/** Stores a card that is not completed yet, with its customer. */
const addMethod = (
  tx: Tx,
  { name: processor }: SandboxProcessor,
  ids: { readonly id: string; readonly clientId: string; readonly customerId: string; readonly setupId: string },
): PaymentMethodRow => {
  const { clientId, customerId } = ids;
  const place = { clientId, processor, mode: PLACE.mode };
  customerRows.insert(tx, { ...place, account: '', id: tx.id(), customerId, mergedAt: null, createdAt: tx.now });
  const method = PaymentMethod.make(tx, {}, { ...place, ...ids });
  PaymentMethod.rows.insert(tx, method);
  return method;
};

/** Saves a card for a client through the sandbox processor, as a member would. */
const saveCard = async (
  store: Store,
  processor: SandboxProcessor,
  clientId: string,
  methodId: string,
  number: string,
): Promise<PaymentMethodRow> => {
  const { name, customerId } = await customerOf(store, processor, clientId, methodId);
  const { id: setupId, clientSecret } = await processor.createSetup(PLACE, `demo setup ${methodId}`, {
    customerId,
    methodId,
  });
  const expYear = Number(store.view().now.slice(0, 4)) + GOOD_FOR_YEARS;
  await processor.confirm(processor.publishableKey(PLACE), clientSecret, { ...CARD, number, expYear, name });
  const { card } = await processor.readSetup(PLACE, setupId);
  if (card === null) throw new Error('the demo card was not saved');
  return store.write((tx) =>
    activateMethod(tx, addMethod(tx, processor, { id: methodId, clientId, customerId, setupId }), card),
  );
};

const known = (id: string): KnownSecret => ({ id, secret: `${id}_secret_KnownToEveryone` });

/** Cards of two members that wait: for the number, and for the approval of the bank. */
export const DEMO_SETUPS = { toConfirm: known('seti_to_confirm'), toApprove: known('seti_to_approve') } as const;

/** A charge that waits for what its holder decides. It belongs to no payment of the studio. */
export const DEMO_CHARGE = known('ch_to_decide');

const beginCard = async (
  store: Store,
  processor: SandboxProcessor,
  setup: KnownSecret,
  { id, clientId }: { readonly id: string; readonly clientId: string },
): Promise<string> => {
  const { name, customerId } = await customerOf(store, processor, clientId, id);
  await processor.addSetup(PLACE, setup, { customerId, methodId: id });
  await store.write((tx) => addMethod(tx, processor, { id, clientId, customerId, setupId: setup.id }));
  return name;
};

const beginDemoCards = async (store: Store, processor: SandboxProcessor): Promise<void> => {
  const { toConfirm, toApprove } = DEMO_SETUPS;
  await beginCard(store, processor, toConfirm, { id: METHODS.toConfirm, clientId: idOf('Mei') });
  const name = await beginCard(store, processor, toApprove, { id: METHODS.toApprove, clientId: idOf('Kofi') });
  const expYear = Number(store.view().now.slice(0, 4)) + GOOD_FOR_YEARS;
  const card = { ...CARD, number: ASKS_THE_MEMBER, expYear, name };
  await processor.confirm(processor.publishableKey(PLACE), toApprove.secret, card);
  await processor.addWaitingCharge(PLACE, DEMO_CHARGE, {
    customerId: 'cus_demo',
    cardId: 'pm_demo',
    reference: DEMO_CHARGE.id,
    amount: 2_500,
    currency: 'USD',
    description: 'Vinyasa',
    platformFee: 0,
  });
};

/** Saves cards for the client of the ready line, and for two of today: one pays a fee later, one was declined. */
export const saveDemoCards = async (store: Store, processor: SandboxProcessor): Promise<void> => {
  const now = store.clock.now();
  await saveCard(store, processor, CLIENTS[0]?.id ?? '', METHODS.visa, GOOD);
  await saveCard(store, processor, idOf('Luca'), METHODS.full, GOOD);
  await beginDemoCards(store, processor);
  const empty = await saveCard(store, processor, idOf('Priya'), METHODS.empty, WITHOUT_FUNDS);
  const lastNight = new Store(store.db, new Timeline(renewedAt(now, zoneOf(store.view()))), store.ids);
  await lastNight.write((tx) => {
    declineFee(tx, processor);
    declineRenewal(tx, processor, empty);
    keepLastEvents(tx);
  });
};
