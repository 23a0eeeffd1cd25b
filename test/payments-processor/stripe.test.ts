import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import Stripe from 'stripe';
import { type Place, ProcessorFailure } from '../../src/payments-processor/port.ts';
import { createStripeProcessor } from '../../src/payments-processor/stripe/processor.ts';
import { startMock, startStandIn } from './stand-in.ts';
import { type Bench, chargedCard, processorSuite, type Till, tillSuite } from './suite.ts';

const SECRET_KEY = process.env.PROCESSOR_TEST_KEY ?? 'sk_test_stand_in';
const PUBLISHABLE_KEY = 'pk_test_stand_in';
const WEBHOOK_SECRET = 'whsec_of_the_processor';
const ELSEWHERE = process.env.PROCESSOR_TEST_URL;

let mock: Awaited<ReturnType<typeof startMock>>;
let standIn: { readonly url: string; stop(): void };
beforeAll(async () => {
  mock = await startMock();
  standIn = ELSEWHERE === undefined ? await startStandIn() : { url: ELSEWHERE, stop: () => {} };
});
afterAll(() => {
  mock.stop();
  standIn.stop();
});

const adapter = (apiUrl: string) =>
  createStripeProcessor({
    ...{ secretKey: SECRET_KEY, publishableKey: PUBLISHABLE_KEY, webhookSecret: WEBHOOK_SECRET, apiUrl },
  });

/** The package itself, for what stands outside of the adapter. */
const raw = (url: string): Stripe => {
  const { hostname, port } = new URL(url);
  return new Stripe(SECRET_KEY, { host: hostname, port, protocol: 'http', telemetry: false });
};

const scoped = ({ account }: Place): Record<string, string> => (account === null ? {} : { 'stripe-account': account });

/** What the processor's script does on a device. */
const onDevice = async (url: string, place: Place, secret: string, verb: string, fields: Record<string, string>) => {
  const [setupId] = secret.split('_secret_');
  const answer = await fetch(`${url}/v1/setup_intents/${setupId}/${verb}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${PUBLISHABLE_KEY}`, ...scoped(place) },
    body: new URLSearchParams({ client_secret: secret, ...fields }),
  });
  const { status, error } = (await answer.json()) as { status: string; error?: { code: string } };
  if (answer.status === 404) throw new ProcessorFailure('not_found', 'No such setup intent.');
  return error?.code ?? status;
};

/** A connected account that did not exist before. */
const newAccount = async (url: string): Promise<string> => (await raw(url).accounts.create({ type: 'custom' })).id;

const onPlatform = async () => null;

/** Makes the account of a bench. */
type Where = (url: string) => Promise<string | null>;

const benchAt = async (url: string, where: Where): Promise<Bench> => {
  const account = await where(url);
  return benchOf(url, account, account === null ? await newAccount(url) : null);
};

const benchOf = (url: string, account: string | null, other: string | null): Bench => ({
  processor: adapter(url),
  place: { mode: 'test', account },
  otherPlace: { mode: 'test', account: other },
  confirm: (place, secret, number) =>
    onDevice(url, place, secret, 'confirm', {
      ...{ 'payment_method_data[type]': 'card', 'payment_method_data[card][number]': number },
    }),
  approve: (place, secret) => onDevice(url, place, secret, 'authenticate', {}),
  message: async ({ id, type, objectId, place }) => {
    const event = { id, object: 'event', type, livemode: place.mode === 'live', data: { object: { id: objectId } } };
    const payload = JSON.stringify(place.account === null ? event : { ...event, account: place.account });
    const signature = await raw(url).webhooks.generateTestHeaderStringAsync({ payload, secret: WEBHOOK_SECRET });
    return { body: payload, signature };
  },
});

const tillAt = async (where: Where): Promise<Till> => {
  const bench = await benchAt(standIn.url, where);
  return { ...bench, charged: (amount) => chargedCard(bench, amount) };
};

const mockTill = async (where: Where): Promise<Till> => {
  const { processor, place, otherPlace } = await benchAt(mock.url, where);
  const options = place.account === null ? {} : { stripeAccount: place.account };
  return {
    ...{ processor, place, otherPlace },
    charged: async (amount) =>
      (await raw(mock.url).charges.create({ amount, currency: 'usd', source: 'tok_visa' }, options)).id,
  };
};

const MOCK = 'stripe against stripe-stateful-mock (customers and refunds; it has no setup or payment intents)';
tillSuite(`${MOCK}, on the platform`, () => mockTill(onPlatform));
tillSuite(`${MOCK}, on a connected account`, () => mockTill(newAccount));

const INTENTS = 'stripe against that mock with our own intents in front, or PROCESSOR_TEST_URL';
processorSuite(`${INTENTS}, on the platform`, () => benchAt(standIn.url, onPlatform));
processorSuite(`${INTENTS}, on a connected account`, () => benchAt(standIn.url, newAccount));
tillSuite(`${INTENTS}, its till`, () => tillAt(newAccount));

describe('the answers of something that is not the processor', () => {
  const place = { mode: 'test', account: null } as const;
  const answering = async (answer: () => Response, ask: (apiUrl: string) => Promise<unknown>): Promise<string> => {
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answer });
    try {
      return await ask(`http://127.0.0.1:${server.port}`).then(
        () => 'fine',
        (error: ProcessorFailure) => `${error.kind} ${error.retryable}`,
      );
    } finally {
      await server.stop(true);
    }
  };
  const read = (apiUrl: string) => adapter(apiUrl).readSetup(place, 'seti_1');

  test('a 404 without an error, another object, another id and a page of a proxy are no success', async () => {
    expect(await answering(() => Response.json({ hello: 'there' }, { status: 404 }), read)).toBe('garbage true');
    expect(await answering(() => Response.json({ object: 'setup_intent', id: 'pi_1' }), read)).toBe('garbage true');
    expect(await answering(() => Response.json({ object: 'customer', id: 'seti_1' }), read)).toBe('garbage true');
    expect(await answering(() => new Response('<html>welcome</html>'), read)).toBe('away true');
  });

  test('500, too many requests and a refused key are told apart', async () => {
    const error = (type: string) => () =>
      Response.json({ error: { type, message: 'sk_test_secret' } }, { status: 401 });
    expect(await answering(() => Response.json({ error: { type: 'api_error' } }, { status: 500 }), read)).toBe(
      'away true',
    );
    expect(await answering(() => Response.json({ error: {} }, { status: 429 }), read)).toBe('away true');
    expect(await answering(error('invalid_request_error'), read)).toBe('invalid false');
    expect(await read('http://127.0.0.1:9').catch((failure: ProcessorFailure) => failure.kind)).toBe('away');
  });

  test('what it says of the key is not passed on', async () => {
    const server = Bun.serve({
      ...{ port: 0, hostname: '127.0.0.1' },
      fetch: () => Response.json({ error: { message: `Invalid API Key provided: ${SECRET_KEY}` } }, { status: 401 }),
    });
    const failure = await read(`http://127.0.0.1:${server.port}`).catch((error: unknown) => error);
    await server.stop(true);
    expect(Bun.inspect(failure)).not.toContain(SECRET_KEY);
  });

  test('a place of another mode is never asked for', async () => {
    const live = adapter('http://127.0.0.1:9').readSetup({ mode: 'live', account: null }, 'seti_1');
    await expect(live).rejects.toMatchObject({ kind: 'invalid', code: 'mode_mismatch' });
  });

  test('the platform fee goes along only with a connected account, and an account is sent only when there is one', async () => {
    const seen: { account: string | null; body: string; telemetry: string | null }[] = [];
    const spy = Bun.serve({
      ...{ port: 0, hostname: '127.0.0.1' },
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
