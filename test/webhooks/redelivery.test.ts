import { afterEach, describe, expect, test } from 'bun:test';
import { DAY_MS } from '../../src/kernel/durations.ts';
import { verify } from '../../src/webhooks/signature.ts';
import { httpReceiver } from './receivers.ts';
import { closeAll, openPipeline, SITE, START } from './set-up.ts';

afterEach(closeAll);

describe('redelivery', () => {
  test('sends the stored body as a new delivery with a new signature', async () => {
    const { port, arrived } = await httpReceiver();
    const pipeline = await openPipeline();
    const { id, secret } = await pipeline.addEndpoint(`https://receiver.test:${port}/`);
    await pipeline.raise();
    await pipeline.webhooks.idle();
    await pipeline.time.moveTo(START + DAY_MS);
    const [original] = pipeline.deliveries(id);
    const again = await pipeline.webhooks.redeliver(id, original?.id ?? '');
    expect(again).toMatchObject({
      endpointId: id,
      eventId: original?.eventId,
      eventType: 'booking.created',
      siteId: SITE,
      status: 'succeeded',
      attempt: 1,
      responseStatus: 200,
      redeliveryOf: original?.id,
      nextAttemptAt: null,
      createdAt: new Date(START + DAY_MS).toISOString(),
    });
    expect(again.id).not.toBe(original?.id);
    const [first, second] = arrived;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['x-service-event-id']).toBe(first?.headers['x-service-event-id']);
    const header = String(second?.headers['x-service-signature']);
    expect(verify({ secret, header, body: second?.body ?? '' }, (START + DAY_MS) / 1000).code).toBe('ok');
    expect(pipeline.deliveries(id).length).toBe(2);
  });

  test('success enables a failing endpoint; failure does not count and is not repeated', async () => {
    let status = 200;
    const { port, arrived } = await httpReceiver(() => status);
    const pipeline = await openPipeline();
    const { id } = await pipeline.addEndpoint(`https://receiver.test:${port}/`);
    await pipeline.raise();
    await pipeline.webhooks.idle();
    const original = pipeline.deliveries(id)[0]?.id ?? '';
    pipeline.db.query("update webhookEndpoints set status = 'failing', consecutiveFailures = 9 where id = ?").run(id);

    status = 500;
    expect(await pipeline.webhooks.redeliver(id, original)).toMatchObject({
      status: 'failed',
      errorCode: 'http_status',
      responseStatus: 500,
    });
    expect(pipeline.endpoint(id)).toMatchObject({ status: 'failing', consecutiveFailures: 9 });
    await pipeline.time.moveTo(START + DAY_MS);
    expect([arrived.length, pipeline.jobs()]).toEqual([2, 0]);

    status = 200;
    expect(await pipeline.webhooks.redeliver(id, original)).toMatchObject({ status: 'succeeded' });
    expect(pipeline.endpoint(id)).toMatchObject({ status: 'enabled', consecutiveFailures: 0 });
    expect(pipeline.webhooks.counters.redeliveries).toBe(2);
  });

  test('goes to a disabled endpoint too, and neither a success nor a failure enables it', async () => {
    let status = 200;
    const { port, arrived } = await httpReceiver(() => status);
    const pipeline = await openPipeline();
    const { id } = await pipeline.addEndpoint(`https://receiver.test:${port}/`);
    await pipeline.raise();
    await pipeline.webhooks.idle();
    const original = pipeline.deliveries(id)[0]?.id ?? '';
    pipeline.db.query("update webhookEndpoints set status = 'disabled', consecutiveFailures = 10 where id = ?").run(id);
    const disabled = { status: 'disabled', consecutiveFailures: 10 };

    expect(await pipeline.webhooks.redeliver(id, original)).toMatchObject({ status: 'succeeded', responseStatus: 200 });
    expect(pipeline.endpoint(id)).toMatchObject(disabled);
    status = 500;
    expect(await pipeline.webhooks.ping(id)).toMatchObject({ status: 'failed', errorCode: 'http_status' });
    expect(pipeline.endpoint(id)).toMatchObject(disabled);
    expect(arrived.length).toBe(3);

    // Events still stop.
    await pipeline.raise();
    await pipeline.webhooks.idle();
    expect([arrived.length, pipeline.jobs()]).toEqual([3, 0]);
  });

  test('404 for a delivery that is unknown, of another endpoint, or older than 7 days', async () => {
    const { port, arrived } = await httpReceiver();
    const pipeline = await openPipeline();
    const { id } = await pipeline.addEndpoint(`https://receiver.test:${port}/`);
    const other = await pipeline.addEndpoint(`https://receiver.test:${port}/`, { eventTypes: ['client.*'] });
    await pipeline.raise();
    await pipeline.webhooks.idle();
    const delivery = pipeline.deliveries(id)[0]?.id ?? '';
    const codeOf = async (endpointId: string, deliveryId: string) => {
      const response = await pipeline.webhooks.redeliver(endpointId, deliveryId).catch((error) => error);
      return [response.status, response.code];
    };
    const missing = [404, 'resource_not_found'];
    expect(await codeOf(id, crypto.randomUUID())).toEqual(missing);
    expect(await codeOf(other.id, delivery)).toEqual(missing);
    await pipeline.time.moveTo(START + 7 * DAY_MS);
    expect(await codeOf(id, delivery)).toEqual(missing);
    expect(arrived.length).toBe(1);
  });

  test('has its own slots when those of the queue hang', async () => {
    let hold = false;
    const held: ((status: number) => void)[] = [];
    const { port } = await httpReceiver(() => (hold ? new Promise((resolve) => held.push(resolve)) : 200));
    const pipeline = await openPipeline();
    const { id } = await pipeline.addEndpoint(`https://receiver.test:${port}/`);
    await pipeline.raise();
    await pipeline.webhooks.idle();
    hold = true;
    await pipeline.raise(10);
    while (held.length < 4) await new Promise((resolve) => setImmediate(resolve));
    hold = false;
    expect(await pipeline.webhooks.redeliver(id, pipeline.deliveries(id)[0]?.id ?? '')).toMatchObject({
      status: 'succeeded',
    });
    for (const response of held) response(200);
    await pipeline.webhooks.idle();
  });
});

describe('ping', () => {
  test('goes to its one endpoint, subscribed or not, and is logged as an event', async () => {
    const { port, arrived } = await httpReceiver();
    const pipeline = await openPipeline();
    const { id } = await pipeline.addEndpoint(`https://receiver.test:${port}/`, { eventTypes: ['client.created'] });
    await pipeline.addEndpoint(`https://receiver.test:${port}/`);
    expect(await pipeline.webhooks.ping(id)).toMatchObject({
      status: 'succeeded',
      eventType: 'ping',
      redeliveryOf: null,
      siteId: SITE,
    });
    await pipeline.webhooks.idle();
    expect(arrived.map(({ body }) => JSON.parse(body).data)).toEqual([{ webhookId: id, siteId: SITE }]);
  });
  test('404 for an endpoint that is unknown', async () => {
    const pipeline = await openPipeline();
    const response = await pipeline.webhooks.ping(crypto.randomUUID()).catch((error) => error);
    expect([response.status, response.code]).toEqual([404, 'resource_not_found']);
  });
  test('an endpoint that is deleted during the attempt: 404, and no delivery is left', async () => {
    const { port } = await httpReceiver(() => {
      pipeline.db.query('delete from webhookEndpoints').run();
      return 200;
    });
    const pipeline = await openPipeline();
    const { id } = await pipeline.addEndpoint(`https://receiver.test:${port}/`);
    const response = await pipeline.webhooks.ping(id).catch((error) => error);
    expect([response.status, pipeline.deliveries(id).length]).toEqual([404, 0]);
  });
});
