import { afterEach, describe, expect, test } from 'bun:test';
import Stripe from 'stripe';
import { HOUR_MS, MINUTE_MS } from '../../src/kernel/durations.ts';
import { verify } from '../../src/webhooks/signature.ts';
import { httpReceiver } from './receivers.ts';
import { closeAll, openDelivering, openPipeline, START } from './set-up.ts';

afterEach(closeAll);

const stripe = new Stripe('sk_test_none');

describe('a delivery', () => {
  test('carries the headers of the interface and the stored bytes', async () => {
    const { port, arrived } = await httpReceiver();
    const pipeline = await openPipeline();
    const customHeader = ['X-Studio-Key', 'key 1'] as const;
    const { id, secret } = await pipeline.addEndpoint(`https://receiver.test:${port}/in?a=b`, { customHeader });
    const [eventId] = await pipeline.raise();
    await pipeline.webhooks.idle();
    const [one] = arrived;
    const stored = pipeline.db.query('select body from events where id = ?').get(eventId as string) as { body: string };
    expect(one?.body).toBe(stored.body);
    expect(one?.path).toBe('/in?a=b');
    expect(one?.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(stored.body)),
      'x-service-event-id': eventId,
      'x-service-event-type': 'booking.created',
      'x-service-timestamp': String(START / 1000),
      'x-studio-key': 'key 1',
    });
    expect(JSON.parse(one?.body ?? '')).toMatchObject({
      id: eventId,
      object: 'event',
      type: 'booking.created',
      livemode: true,
    });
    const header = String(one?.headers['x-service-signature']);
    expect(verify({ secret, header, body: stored.body, timestamp: String(START / 1000) }, START / 1000).code).toBe(
      'ok',
    );
    expect(pipeline.jobs()).toBe(0);
    expect(pipeline.deliveries(id)).toMatchObject([
      {
        status: 'succeeded',
        attempt: 1,
        responseStatus: 200,
        responseSnippet: 'thank you 1',
        eventId,
        errorCode: null,
        nextAttemptAt: null,
      },
    ]);
    expect(pipeline.endpoint(id)).toMatchObject({
      consecutiveFailures: 0,
      lastSuccessAt: new Date(START).toISOString(),
      lastFailureAt: null,
    });
  });

  test('is accepted by the helper of a widely used library, on a running clock', async () => {
    const { pipeline, secret, arrived } = await openDelivering(() => 200, { startAt: null });
    const ids = await pipeline.raise(20);
    await pipeline.webhooks.idle();
    const events = arrived.map(({ body, headers }) =>
      stripe.webhooks.constructEventAsync(body, String(headers['x-service-signature']), secret),
    );
    expect((await Promise.all(events)).map(({ id }) => id).sort()).toEqual([...ids].sort());
  });

  test('uses the secret at the time it is sent: a rotated one is invalid at once', async () => {
    const { pipeline, url, id, secret, arrived } = await openDelivering(() => 500);
    const other = await pipeline.addEndpoint(url, { eventTypes: ['client.*'] });
    await pipeline.raise();
    await pipeline.webhooks.idle();
    const rotated = pipeline.endpoint(other.id).secret;
    await pipeline.store.write<void>((tx) => {
      tx.db.query('update webhookEndpoints set secret = ? where id = ?').run(rotated, id);
    });
    await pipeline.time.moveTo(START + MINUTE_MS);
    const codes = [secret, other.secret].map((key) =>
      arrived.map(
        ({ headers, body }) => verify({ secret: key, header: String(headers['x-service-signature']), body }, null).code,
      ),
    );
    expect(codes).toEqual([
      ['ok', 'signature_mismatch'],
      ['signature_mismatch', 'ok'],
    ]);
  });
});

describe('retries', () => {
  /** When attempts arrive after START, in milliseconds. */
  const attemptTimes = async (jitter: number) => {
    const times: number[] = [];
    const { pipeline, id } = await openDelivering(
      () => {
        times.push(pipeline.time.now() - START);
        return 503;
      },
      { jitter },
    );
    await pipeline.raise();
    await pipeline.webhooks.idle();
    await pipeline.time.moveTo(START + 20 * MINUTE_MS);
    return { times, deliveries: pipeline.deliveries(id), pipeline };
  };

  const cases: readonly (readonly [jitter: number, ...times: number[]])[] = [
    [0, 0, 60_000, 180_000],
    [0.5, 0, 63_000, 189_000],
    [0.999_999, 0, 66_000, 198_000],
  ];
  test.each(cases)('chance %p: attempts at %p, %p and %p ms, and no fourth', async (jitter, ...expected) => {
    const { times, deliveries, pipeline } = await attemptTimes(jitter);
    expect(times).toEqual(expected);
    expect(deliveries.map(({ attempt, status, errorCode }) => [attempt, status, errorCode])).toEqual([
      [1, 'failed', 'http_status'],
      [2, 'failed', 'http_status'],
      [3, 'failed', 'http_status'],
    ]);
    expect(deliveries.map(({ nextAttemptAt }) => nextAttemptAt)).toEqual([
      new Date(START + (expected[1] as number)).toISOString(),
      new Date(START + (expected[2] as number)).toISOString(),
      null,
    ]);
    expect([pipeline.jobs(), pipeline.reportedErrors]).toEqual([0, []]);
  });

  test('are signed afresh over the same bytes and the same event id', async () => {
    const { pipeline, id, secret, arrived } = await openDelivering(() => (arrived.length < 3 ? 500 : 200));
    const [eventId] = await pipeline.raise();
    await pipeline.webhooks.idle();
    await pipeline.time.moveTo(START + 5 * MINUTE_MS);
    expect(arrived.length).toBe(3);
    expect(new Set(arrived.map(({ body }) => body)).size).toBe(1);
    expect(arrived.map(({ headers }) => headers['x-service-event-id'])).toEqual([eventId, eventId, eventId]);
    const seconds = arrived.map(({ headers }) => Number(headers['x-service-timestamp']));
    expect(seconds.map((second) => second - START / 1000)).toEqual([0, 60, 180]);
    for (const [index, { headers, body }] of arrived.entries()) {
      const header = String(headers['x-service-signature']);
      expect(verify({ secret, header, body }, seconds[index] as number).code).toBe('ok');
    }
    expect(pipeline.deliveries(id).map(({ status }) => status)).toEqual(['failed', 'failed', 'succeeded']);
    expect(pipeline.endpoint(id)).toMatchObject({ status: 'enabled', consecutiveFailures: 0 });
  });

  test('of events that a job raises happen at their own times too', async () => {
    const times: number[] = [];
    const { pipeline } = await openDelivering(() => {
      times.push((pipeline.time.now() - START) / MINUTE_MS);
      return 500;
    });
    pipeline.time.at(START + 10 * MINUTE_MS, () => pipeline.raise());
    pipeline.time.at(START + 12 * MINUTE_MS, () => pipeline.raise());
    await pipeline.time.moveTo(START + HOUR_MS);
    expect(times).toEqual([10, 11, 12, 13, 13, 15]);
  });

  test('of one event do not delay the next one', async () => {
    const { port, arrived } = await httpReceiver(({ body }) => (body.includes(`"id":"${poison}"`) ? 400 : 200));
    const pipeline = await openPipeline();
    let poison = '';
    await pipeline.addEndpoint(`https://receiver.test:${port}/`);
    poison = (await pipeline.raise())[0] as string;
    await pipeline.raise(8);
    await pipeline.webhooks.idle();
    expect(pipeline.jobs()).toBe(1);
    expect(arrived.length).toBe(9);
  });
});
