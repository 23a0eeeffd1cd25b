import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import Stripe from 'stripe';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { type ChargeRequest, ProcessorFailure } from '../../../src/payments-processor/port.ts';
import { createStripeProcessor } from '../../../src/payments-processor/stripe/processor.ts';
import { startStripeMock } from './stripe-mock.ts';

const PLACE = { mode: 'test', account: null } as const;
const KEYS = { secretKey: 'sk_test_mock', publishableKey: 'pk_test_mock', webhookSecret: undefined };

let mock: Awaited<ReturnType<typeof startStripeMock>>;
beforeAll(async () => {
  mock = await startStripeMock();
});
afterAll(() => mock.stop());

const adapter = (apiUrl = mock.url) => createStripeProcessor({ ...KEYS, apiUrl });
const raw = (): Stripe => {
  const { hostname, port } = new URL(mock.url);
  return new Stripe(KEYS.secretKey, { host: hostname, port, protocol: 'http', telemetry: false });
};

let runs = 0;
/** A request to charge a saved card, with a reference of its own. */
const requestOf = async (terms: Partial<ChargeRequest> = {}): Promise<ChargeRequest> => {
  const name = `charges ${++runs}`;
  const processor = adapter();
  const customerId = await processor.ensureCustomer(PLACE, name, { clientId: 'c', email: 'e@example.com', name: 'n' });
  const setup = await processor.createSetup(PLACE, name, { customerId, methodId: 'm' });
  await fetch(`${mock.url}/v1/setup_intents/${setup.id}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_mock' },
    body: new URLSearchParams({
      client_secret: setup.clientSecret,
      'payment_method_data[card][number]': '4242424242424242',
    }),
  });
  const { card } = await processor.readSetup(PLACE, setup.id);
  const usual = { amount: 5000, currency: 'USD', description: 'x', platformFee: 0, reference: name };
  return { customerId, cardId: card?.id ?? '', ...usual, ...terms };
};
/** The intents of the customer of a request. */
const intentsOf = async ({ reference }: ChargeRequest) =>
  (await raw().paymentIntents.list()).data.filter(({ metadata }) => metadata.reference === reference);
const kindOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'none',
    (error: unknown) => {
      if (!(error instanceof ProcessorFailure)) throw error;
      return `${error.kind} ${error.code}`;
    },
  );

describe('currencies that Stripe counts in other units', () => {
  for (const [currency, amount, counted] of [
    ['ISK', 5000, 500_000],
    ['UGX', 20_000, 2_000_000],
    ['MGA', 500_000, 5000],
    ['JPY', 5000, 5000],
    ['EUR', 5000, 5000],
  ] as const) {
    test(`${amount} ${currency} are ${counted}, also in refunds and states`, async () => {
      const processor = adapter();
      const request = await requestOf({ amount, currency });
      const { id, ...charge } = await processor.charge(PLACE, request.reference, request);
      expect(charge).toEqual({ amount, currency });
      expect((await intentsOf(request)).map((intent) => intent.amount)).toEqual([counted]);
      const part = { chargeId: id, amount: amount / 10, currency };
      const refund = await processor.refund(PLACE, `${request.reference} refund`, part);
      expect(refund.amount).toBe(amount / 10);
      expect((await raw().refunds.retrieve(refund.id)).amount).toBe(counted / 10);
      expect((await processor.readRefund(PLACE, refund.id)).amount).toBe(amount / 10);
      expect(await processor.readCharge(PLACE, id)).toMatchObject({ amount, currency, amountRefunded: amount / 10 });
    });
  }

  test('a part of an ariary is not charged', async () => {
    const request = await requestOf({ amount: 1050, currency: 'MGA' });
    expect(await kindOf(adapter().charge(PLACE, request.reference, request))).toBe('invalid amount_invalid');
    expect(await intentsOf(request)).toEqual([]);
  });
});

test('only a connected account pays a platform fee, in the unit of Stripe', () => {
  const fee = (account: string | null, amount: number, currency: string) =>
    adapter().platformFee({ mode: 'test', account }, amount, currency);
  expect([fee(null, 29, 'USD'), fee('acct_1', 29, 'USD'), fee('acct_1', 0, 'USD')]).toEqual([0, 29, 0]);
  expect([fee('acct_1', 29, 'ISK'), fee('acct_1', 149, 'MGA'), fee('acct_1', 49, 'MGA')]).toEqual([29, 100, 0]);
});

describe('a call whose key is forgotten', () => {
  const begunAt = new Date(Date.now() - DAY_MS).toISOString();

  test('finds the charge that was made', async () => {
    const processor = adapter();
    const request = await requestOf();
    const first = await processor.charge(PLACE, request.reference, request);
    mock.forgetKeys();
    expect(await processor.charge(PLACE, request.reference, request, begunAt)).toEqual(first);
    expect(await processor.abandon(PLACE, request.reference, request, begunAt)).toEqual(first);
    expect(await intentsOf(request)).toHaveLength(1);
  });

  test('charges, or abandons, what was not made', async () => {
    const processor = adapter();
    const [late, never] = [await requestOf(), await requestOf()];
    expect((await processor.charge(PLACE, late.reference, late, begunAt)).amount).toBe(5000);
    expect(await processor.abandon(PLACE, never.reference, never, begunAt)).toBeNull();
    expect(await processor.abandon(PLACE, never.reference, never, begunAt)).toBeNull();
    expect((await intentsOf(never)).map(({ status }) => status)).toEqual(['canceled']);
  });

  test('finds the refund that was made', async () => {
    const processor = adapter();
    const request = await requestOf();
    const { id: chargeId } = await processor.charge(PLACE, request.reference, request);
    const part = { chargeId, amount: 1000, currency: 'USD' };
    const first = await processor.refund(PLACE, `${request.reference} refund`, part);
    expect(await processor.refund(PLACE, `${request.reference} refund`, part, begunAt)).toEqual(first);
    // The mock that makes refunds remembers its keys: one that the adapter has not used stands for a forgotten one.
    const { id } = await raw().refunds.create({
      charge: chargeId,
      amount: 1000,
      metadata: { reference: 'r' },
    });
    expect((await processor.refund(PLACE, 'r', part, begunAt)).id).toBe(id);
    expect((await processor.readCharge(PLACE, chargeId)).amountRefunded).toBe(2000);
  });
});

test('an error of the processor after the charge was made does not hide it, nor does the stored answer', async () => {
  const confirmed: string[] = [];
  const proxy = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const { method, headers } = request;
      const body = await request.text();
      const response = await fetch(mock.url + pathname + search, { method, headers, ...(body === '' ? {} : { body }) });
      if (!pathname.endsWith('/confirm')) return response;
      confirmed.push(pathname);
      return Response.json({ error: { type: 'api_error' } }, { status: 500 });
    },
  });
  try {
    const request = await requestOf();
    const processor = adapter(`http://127.0.0.1:${proxy.port}`);
    expect(await processor.charge(PLACE, request.reference, request)).toMatchObject({ amount: 5000, currency: 'USD' });
    expect(await intentsOf(request)).toHaveLength(1);
    expect(new Set(confirmed).size).toBe(1);
  } finally {
    await proxy.stop(true);
  }
});

test('a charge whose key was rejected in the middle is made once by the same call with a key that is accepted', async () => {
  const keys: (string | null)[] = [];
  const rejecting = { path: '/v1/payment_intents' };
  const proxy = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const { method, headers } = request;
      const body = await request.text();
      if (method === 'POST') keys.push(headers.get('idempotency-key'));
      if (pathname.endsWith(rejecting.path)) return Response.json({ error: { message: 'no' } }, { status: 401 });
      return fetch(mock.url + pathname + search, { method, headers, ...(body === '' ? {} : { body }) });
    },
  });
  try {
    const request = await requestOf();
    const processor = adapter(`http://127.0.0.1:${proxy.port}`);
    const charge = () => processor.charge(PLACE, 'the key', request);
    expect(await kindOf(charge())).toBe('unauthorized unauthorized');
    rejecting.path = '/confirm';
    // The intent can be read, and has no result.
    expect(await kindOf(charge())).toBe('unavailable unavailable');
    rejecting.path = 'none';
    expect(await charge()).toMatchObject({ amount: 5000, currency: 'USD' });
    const [first, second] = ['the key', 'the key_confirm'];
    expect(keys).toEqual([first, first, second, first, second]);
    expect(await intentsOf(request)).toHaveLength(1);
  } finally {
    await proxy.stop(true);
  }
});
