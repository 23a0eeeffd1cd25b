import { afterEach, describe, expect, test } from 'bun:test';
import { DAY_MS } from '../../src/kernel/durations.ts';
import { verify } from '../../src/webhooks/signature.ts';
import type { Reply } from './receivers.ts';
import { closeAll, openDelivering, openPipeline, SITE, START } from './set-up.ts';

afterEach(closeAll);

/** A pipeline whose one endpoint has an event. */
const deliverOne = async (reply?: Reply) => {
  const opened = await openDelivering(reply);
  await opened.pipeline.raise();
  await opened.pipeline.webhooks.idle();
  return { ...opened, original: opened.pipeline.deliveries(opened.id)[0]?.id ?? '' };
};

describe('redelivery', () => {
  test('sends the stored body as a new delivery with a new signature', async () => {
    const { pipeline, id, secret, arrived } = await deliverOne();
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
    const { pipeline, id, arrived, original } = await deliverOne(() => status);
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
    const { pipeline, id, arrived, original } = await deliverOne(() => status);
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
    const { pipeline, id, url, arrived, original } = await deliverOne();
    const other = await pipeline.addEndpoint(url, { eventTypes: ['client.*'] });
    const codeOf = async (endpointId: string, deliveryId: string) => {
      const response = await pipeline.webhooks.redeliver(endpointId, deliveryId).catch((error) => error);
      return [response.status, response.code];
    };
    const missing = [404, 'resource_not_found'];
    expect(await codeOf(id, crypto.randomUUID())).toEqual(missing);
    expect(await codeOf(other.id, original)).toEqual(missing);
    await pipeline.time.moveTo(START + 7 * DAY_MS);
    expect(await codeOf(id, original)).toEqual(missing);
    expect(arrived.length).toBe(1);
  });

  test('has its own slots when those of the queue hang', async () => {
    let hold = false;
    const held: ((status: number) => void)[] = [];
    const { pipeline, id, original } = await deliverOne(() =>
      hold ? new Promise((resolve) => held.push(resolve)) : 200,
    );
    hold = true;
    await pipeline.raise(10);
    while (held.length < 4) await new Promise((resolve) => setImmediate(resolve));
    hold = false;
    expect(await pipeline.webhooks.redeliver(id, original)).toMatchObject({ status: 'succeeded' });
    for (const response of held) response(200);
    await pipeline.webhooks.idle();
  });
});

describe('ping', () => {
  test('goes to its one endpoint, subscribed or not, and is logged as an event', async () => {
    const { pipeline, url, id, arrived } = await openDelivering(() => 200, {
      endpoint: { eventTypes: ['client.created'] },
    });
    await pipeline.addEndpoint(url);
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
    const { pipeline, id } = await openDelivering(() => {
      pipeline.db.query('delete from webhookEndpoints').run();
      return 200;
    });
    const response = await pipeline.webhooks.ping(id).catch((error) => error);
    expect([response.status, pipeline.deliveries(id).length]).toEqual([404, 0]);
  });
});
