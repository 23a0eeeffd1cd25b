import { Store } from '../../database/store.ts';
import { Timeline } from '../../kernel/timer.ts';
import type { SandboxProcessor } from '../../payments-processor/sandbox/processor.ts';
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
/** How many years the card is good for after the start of the sandbox. */
const GOOD_FOR_YEARS = 9;

/** Saves a card for a client through the sandbox processor, as a member would. */
const saveCard = async (
  store: Store,
  processor: SandboxProcessor,
  clientId: string,
  methodId: string,
  number: string,
): Promise<PaymentMethodRow> => {
  const client = clientById(store.view(), clientId);
  if (client === undefined) throw new Error(`the demo studio has no client '${clientId}'`);
  const name = `${client.firstName} ${client.lastName}`;
  const person = { clientId: client.id, email: client.email, name };
  const customerId = await processor.ensureCustomer(PLACE, `demo customer ${methodId}`, person);
  const { id: setupId, clientSecret } = await processor.createSetup(PLACE, `demo setup ${methodId}`, {
    customerId,
    methodId,
  });
  const expYear = Number(store.view().now.slice(0, 4)) + GOOD_FOR_YEARS;
  await processor.confirm(processor.publishableKey(PLACE), clientSecret, { ...CARD, number, expYear, name });
  const { card } = await processor.readSetup(PLACE, setupId);
  if (card === null) throw new Error('the demo card was not saved');
  return store.write((tx) => {
    const place = { clientId: client.id, processor: processor.name, mode: PLACE.mode };
    customerRows.insert(tx, { ...place, account: '', id: tx.id(), customerId, mergedAt: null, createdAt: tx.now });
    const method = PaymentMethod.make(tx, {}, { ...place, id: methodId, customerId, setupId });
    PaymentMethod.rows.insert(tx, method);
    return activateMethod(tx, method, card);
  });
};

/** Saves cards for the client of the ready line, and for two of today: one pays a fee later, one was declined. */
export const saveDemoCards = async (store: Store, processor: SandboxProcessor): Promise<void> => {
  const now = store.clock.now();
  await saveCard(store, processor, CLIENTS[0]?.id ?? '', METHODS.visa, GOOD);
  await saveCard(store, processor, idOf('Luca'), METHODS.full, GOOD);
  const empty = await saveCard(store, processor, idOf('Priya'), METHODS.empty, WITHOUT_FUNDS);
  const lastNight = new Store(store.db, new Timeline(renewedAt(now, zoneOf(store.view()))), store.ids);
  await lastNight.write((tx) => {
    declineFee(tx, processor);
    declineRenewal(tx, processor, empty);
    keepLastEvents(tx);
  });
};
