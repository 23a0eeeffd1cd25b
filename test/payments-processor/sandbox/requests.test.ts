import { expect, test } from 'bun:test';
import { HOUR_MS } from '../../../src/kernel/durations.ts';
import { systemRandom } from '../../../src/kernel/random.ts';
import { createSandboxProcessor } from '../../../src/payments-processor/sandbox/processor.ts';
import { openStudio } from '../../helpers/api.ts';
import { CARDS } from '../suite.ts';

const place = { mode: 'test', account: 'acct_1' } as const;

/** A sandbox processor with a saved card. */
const open = async () => {
  const studio = await openStudio();
  const processor = createSandboxProcessor(studio.store, systemRandom(), studio.seal);
  const customerId = await processor.ensureCustomer(place, 'customer', { clientId: 'c', email: 'e', name: 'Ann' });
  const { id, clientSecret } = await processor.createSetup(place, 'setup', { customerId, methodId: 'm' });
  const card = { number: CARDS.good, expMonth: 12, expYear: 2030, cvc: '123' };
  await processor.confirm(processor.publishableKey(place), clientSecret, card);
  const cardId = (await processor.readSetup(place, id)).card?.id ?? '';
  const request = { customerId, cardId, amount: 1800, currency: 'USD', description: 'x', platformFee: 0 };
  const keys = () => studio.db.query('select idempotencyKey from sandboxProcessorRequests order by 1').values().flat();
  return { studio, processor, request: { ...request, reference: 'p 1' }, keys };
};

test('a request is forgotten after a day, and what it made is still made once', async () => {
  const { studio, processor, request, keys } = await open();
  const charge = await processor.charge(place, 'charge', request);
  const abandoned = { ...request, reference: 'q 1' };
  expect(await processor.abandon(place, 'abandoned', abandoned)).toBeNull();
  const refunded = { chargeId: charge.id, amount: 500, currency: 'USD' };
  const refund = await processor.refund(place, 'refund', refunded);
  studio.events();
  await studio.time.moveTo(studio.time.now() + 20 * HOUR_MS);
  expect(keys()).toEqual(['abandoned', 'charge', 'customer', 'refund', 'setup']);

  await studio.time.moveTo(studio.time.now() + 6 * HOUR_MS);
  expect(keys()).toEqual([]);
  expect(studio.events()).toEqual([]);
  expect(await processor.charge(place, 'charge', request)).toEqual(charge);
  expect(await processor.abandon(place, 'charge', request)).toEqual(charge);
  expect(await processor.abandon(place, 'abandoned', abandoned)).toBeNull();
  expect(await processor.refund(place, 'refund', refunded)).toEqual(refund);
  expect((await processor.readCharge(place, charge.id)).amountRefunded).toBe(500);
  // The key of another account is another key.
  const other = { mode: 'test', account: null } as const;
  await expect(processor.charge(other, 'charge', request)).rejects.toMatchObject({ kind: 'not_found' });
});

test('many requests are forgotten in short transactions', async () => {
  const { studio, keys } = await open();
  studio.db.run(`with recursive n (i) as (select 1 union all select i + 1 from n where i < 1700)
    insert into sandboxProcessorRequests (account, idempotencyKey, fingerprint, answerId)
    select '', i, '', 'ch_019a0000-0000-7000-8000-000000000000' from n`);
  let [before, most] = [keys().length, 0];
  studio.store.onCommit(() => {
    most = Math.max(most, before - keys().length);
    before = keys().length;
  });
  await studio.time.moveTo(studio.time.now() + HOUR_MS);
  expect(keys()).toEqual(['customer', 'setup']);
  expect(most).toBeLessThanOrEqual(500);
});
