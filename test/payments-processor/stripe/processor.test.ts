import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import Stripe from 'stripe';
import { type ProcessorAccount, ProcessorFailure } from '../../../src/payments-processor/port.ts';
import { createStripeProcessor } from '../../../src/payments-processor/stripe/processor.ts';
import { approvalSuite } from '../approval-suite.ts';
import { chargedCard, type Harness, processorSuite, type RefundHarness, refundSuite } from '../suite.ts';
import { startStatefulMock, startStripeMock } from './stripe-mock.ts';

const SECRET_KEY = process.env.PROCESSOR_TEST_KEY ?? 'sk_test_mock';
const PUBLISHABLE_KEY = 'pk_test_mock';
const WEBHOOK_SECRET = 'whsec_of_the_processor';
const ELSEWHERE = process.env.PROCESSOR_TEST_URL;

let statefulMock: Awaited<ReturnType<typeof startStatefulMock>>;
let stripeMock: { readonly url: string; stop(): void };
beforeAll(async () => {
  statefulMock = await startStatefulMock();
  stripeMock = ELSEWHERE === undefined ? await startStripeMock() : { url: ELSEWHERE, stop: () => {} };
});
afterAll(() => {
  statefulMock.stop();
  stripeMock.stop();
});

const adapter = (apiUrl: string) =>
  createStripeProcessor({
    secretKey: SECRET_KEY,
    publishableKey: PUBLISHABLE_KEY,
    webhookSecret: WEBHOOK_SECRET,
    apiUrl,
  });

/** The package itself, for what the adapter does not do. */
const raw = (url: string): Stripe => {
  const { hostname, port } = new URL(url);
  return new Stripe(SECRET_KEY, { host: hostname, port, protocol: 'http', telemetry: false });
};

const scoped = ({ account }: ProcessorAccount): Record<string, string> =>
  account === null ? {} : { 'stripe-account': account };

/** Calls the processor as its script on the member's device does. */
const onDevice = async (
  url: string,
  place: ProcessorAccount,
  secret: string,
  verb: string,
  fields: Record<string, string>,
) => {
  const [id = ''] = secret.split('_secret_');
  const family = id.startsWith('pi_') ? 'payment_intents' : 'setup_intents';
  const response = await fetch(`${url}/v1/${family}/${id}/${verb}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${PUBLISHABLE_KEY}`, ...scoped(place) },
    body: new URLSearchParams({ client_secret: secret, ...fields }),
  });
  const { status, error } = (await response.json()) as { status: string; error?: { code: string } };
  if (response.status === 404) throw new ProcessorFailure('not_found', 'No such setup intent.');
  return error?.code ?? status;
};

/** Creates a connected account. */
const newAccount = async (url: string): Promise<string> => (await raw(url).accounts.create({ type: 'custom' })).id;

const onPlatform = async () => null;

/** Creates the account of a harness. */
type AccountFactory = (url: string) => Promise<string | null>;

const harnessAt = async (url: string, newAccountOf: AccountFactory): Promise<Harness> => {
  const account = await newAccountOf(url);
  return harnessOf(url, account, account === null ? await newAccount(url) : null);
};

const harnessOf = (url: string, account: string | null, other: string | null): Harness => ({
  processor: adapter(url),
  place: { mode: 'test', account },
  otherPlace: { mode: 'test', account: other },
  confirm: (place, secret, number) =>
    onDevice(url, place, secret, 'confirm', {
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
    }),
  approve: (place, secret) => onDevice(url, place, secret, 'authenticate', {}),
  decide: (place, secret, isApproved) => onDevice(url, place, secret, isApproved ? 'authenticate' : 'refuse', {}),
  message: async ({ id, type, objectId, place }) => {
    const event = { id, object: 'event', type, livemode: place.mode === 'live', data: { object: { id: objectId } } };
    const payload = JSON.stringify(place.account === null ? event : { ...event, account: place.account });
    const signature = await raw(url).webhooks.generateTestHeaderStringAsync({ payload, secret: WEBHOOK_SECRET });
    return { body: payload, signature };
  },
});

const refundsAt = async (newAccountOf: AccountFactory): Promise<RefundHarness> => {
  const harness = await harnessAt(stripeMock.url, newAccountOf);
  return { ...harness, charged: (amount) => chargedCard(harness, amount) };
};

const statefulMockRefunds = async (newAccountOf: AccountFactory): Promise<RefundHarness> => {
  const { processor, place, otherPlace } = await harnessAt(statefulMock.url, newAccountOf);
  const options = place.account === null ? {} : { stripeAccount: place.account };
  return {
    processor,
    place,
    otherPlace,
    charged: async (amount) =>
      (await raw(statefulMock.url).charges.create({ amount, currency: 'usd', source: 'tok_visa' }, options)).id,
  };
};

const MOCK = 'stripe against stripe-stateful-mock (customers and refunds; it has no setup or payment intents)';
refundSuite(`${MOCK}, on the platform`, () => statefulMockRefunds(onPlatform));
refundSuite(`${MOCK}, on a connected account`, () => statefulMockRefunds(newAccount));

const INTENTS = 'stripe against that mock with our own intents added, or PROCESSOR_TEST_URL';
processorSuite(`${INTENTS}, on the platform`, () => harnessAt(stripeMock.url, onPlatform));
processorSuite(`${INTENTS}, on a connected account`, () => harnessAt(stripeMock.url, newAccount));
approvalSuite(`${INTENTS}, approvals`, () => harnessAt(stripeMock.url, newAccount));
refundSuite(`${INTENTS}, refunds`, () => refundsAt(newAccount));

describe('responses of something that is not the processor', () => {
  const place = { mode: 'test', account: null } as const;
  const answering = async (response: () => Response, ask: (apiUrl: string) => Promise<unknown>): Promise<string> => {
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: response });
    try {
      return await ask(`http://127.0.0.1:${server.port}`).then(
        () => 'none',
        (error: ProcessorFailure) => `${error.kind} ${error.retryable}`,
      );
    } finally {
      await server.stop(true);
    }
  };
  const read = (apiUrl: string) => adapter(apiUrl).readSetup(place, 'seti_1');

  test('a 404 without an error, another object, another id and a page of a proxy are failures', async () => {
    expect(await answering(() => Response.json({ hello: 'there' }, { status: 404 }), read)).toBe('unexpected true');
    expect(await answering(() => Response.json({ object: 'setup_intent', id: 'pi_1' }), read)).toBe('unexpected true');
    expect(await answering(() => Response.json({ object: 'customer', id: 'seti_1' }), read)).toBe('unexpected true');
    expect(await answering(() => new Response('<html>welcome</html>'), read)).toBe('unavailable true');
  });

  test('500, too many requests and a rejected key are different failures', async () => {
    const error = (status: number) => () =>
      Response.json({ error: { type: 'invalid_request_error', message: 'sk_test_secret' } }, { status });
    expect(await answering(() => Response.json({ error: { type: 'api_error' } }, { status: 500 }), read)).toBe(
      'unavailable true',
    );
    expect(await answering(() => Response.json({ error: {} }, { status: 429 }), read)).toBe('unavailable true');
    expect(await answering(error(400), read)).toBe('invalid false');
    for (const status of [401, 403]) expect(await answering(error(status), read)).toBe('unauthorized true');
    expect(await read('http://127.0.0.1:9').catch((failure: ProcessorFailure) => failure.kind)).toBe('unavailable');
  });

  test('its message about the key is not passed on', async () => {
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: () => Response.json({ error: { message: `Invalid API Key provided: ${SECRET_KEY}` } }, { status: 401 }),
    });
    const failure = await read(`http://127.0.0.1:${server.port}`).catch((error: unknown) => error);
    await server.stop(true);
    expect(Bun.inspect(failure)).not.toContain(SECRET_KEY);
  });

  test('a place of another mode is never called', async () => {
    const live = adapter('http://127.0.0.1:9').readSetup({ mode: 'live', account: null }, 'seti_1');
    await expect(live).rejects.toMatchObject({ kind: 'invalid', code: 'mode_mismatch' });
  });

  test('the platform fee and the account are sent only for a connected account', async () => {
    const seen: { account: string | null; body: string; telemetry: string | null }[] = [];
    const spy = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      async fetch(request) {
        const { headers } = request;
        seen.push({
          account: headers.get('stripe-account'),
          telemetry: headers.get('x-stripe-client-telemetry'),
          body: await request.text(),
        });
        return Response.json({ error: { type: 'card_error', code: 'card_declined', message: 'no' } }, { status: 402 });
      },
    });
    const processor = adapter(`http://127.0.0.1:${spy.port}`);
    const request = { customerId: 'cus_1', cardId: 'pm_1', amount: 100, currency: 'USD', description: 'x' };
    for (const account of [null, 'acct_1']) {
      const charge = { ...request, platformFee: 5, reference: 'p 1' };
      await processor.charge({ mode: 'test', account }, 'k', charge).catch(() => {});
    }
    await spy.stop(true);
    expect(seen.map(({ account, telemetry, body }) => [account, telemetry, body.includes('application_fee')])).toEqual([
      [null, null, false],
      ['acct_1', null, true],
    ]);
  });
});
