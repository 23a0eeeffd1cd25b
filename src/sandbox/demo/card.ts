import type { Store } from '../../database/store.ts';
import type { SandboxProcessor } from '../../payments-processor/sandbox/processor.ts';
import { clientById } from '../../resources/clients/queries.ts';
import { METHODS } from '../../resources/demo-ids.ts';
import { activateMethod } from '../../resources/payment-methods/payment-methods.ts';
import { customerRows } from '../../resources/payment-methods/queries.ts';
import { PaymentMethod } from '../../resources/payment-methods/record.ts';
import { CLIENTS } from './clients.ts';
import { keepOneEvent } from './event.ts';

const PLACE = { mode: 'test', account: null } as const;
const CARD = { number: '4242424242424242', expMonth: 12, cvc: '123' } as const;
/** How many years the card is good for after the start of the sandbox. */
const GOOD_FOR_YEARS = 9;

/** Saves a card for the client of the ready line through the sandbox processor, as a member would. */
export const saveDemoCard = async (store: Store, processor: SandboxProcessor): Promise<void> => {
  const client = clientById(store.view(), CLIENTS[0]?.id ?? '');
  if (client === undefined) throw new Error('the demo studio has no client');
  const name = `${client.firstName} ${client.lastName}`;
  const person = { clientId: client.id, email: client.email, name };
  const customerId = await processor.ensureCustomer(PLACE, 'demo customer', person);
  const { id: setupId, clientSecret } = await processor.createSetup(PLACE, 'demo setup', {
    customerId,
    methodId: METHODS.visa,
  });
  const expYear = Number(store.view().now.slice(0, 4)) + GOOD_FOR_YEARS;
  await processor.confirm(processor.publishableKey(PLACE), clientSecret, { ...CARD, expYear, name });
  const { card } = await processor.readSetup(PLACE, setupId);
  if (card === null) throw new Error('the demo card was not saved');
  await store.write((tx) => {
    const place = { clientId: client.id, processor: processor.name, mode: PLACE.mode };
    customerRows.insert(tx, { ...place, account: '', id: tx.id(), customerId, createdAt: tx.now });
    const method = PaymentMethod.make(tx, {}, { ...place, id: METHODS.visa, customerId, setupId });
    PaymentMethod.rows.insert(tx, method);
    activateMethod(tx, method, card);
    keepOneEvent(tx);
  });
};
