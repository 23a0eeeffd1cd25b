import { afterEach, describe, expect, test } from 'bun:test';
import Stripe from 'stripe';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { forEachTest, MAIN_SITE } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';
import { isCostly, plansOf } from '../../helpers/query-plans.ts';
import { UNKNOWN } from '../../helpers/sales.ts';
import { openWebhookStudio } from './set-up.ts';

const studio = forEachTest(openWebhookStudio);
const receiver = forEachTest(() => studio.receiver);
afterEach(() => studio.close());

describe('deliveries', () => {
  test('a booking reaches the receiver, signed, with its history', async () => {
    const { id, secret } = await studio.register({ customHeader: { name: 'X-Mine', value: 'shh' } });
    const bookingId = await studio.bookOne();
    await studio.pass(0);
    const [hit] = receiver.hits;
    const event = JSON.parse(hit?.body ?? '{}');
    expect(event).toMatchObject({
      object: 'event',
      type: 'booking.created',
      livemode: true,
      data: { bookingId, siteId: MAIN_SITE },
    });
    expect(hit?.headers.get('x-service-event-id')).toBe(event.id);
    expect(hit?.headers.get('x-mine')).toBe('shh');
    const stripe = new Stripe('sk_test_none');
    const header = hit?.headers.get('x-service-signature') ?? '';
    expect((await stripe.webhooks.constructEventAsync(hit?.body ?? '', header, secret, 1e12)).id).toBe(event.id);

    const list = await studio.get(`/v2/webhooks/${id}/deliveries`);
    expect(list.body.data).toHaveLength(1);
    expect(list.body.data[0]).toMatchObject({
      object: 'webhook_delivery',
      eventId: event.id,
      status: 'succeeded',
      attempt: 1,
      responseStatus: 200,
      error: null,
    });
    expect(list.body.data[0]).not.toHaveProperty('payload');
    const one = await studio.get(`/v2/webhooks/${id}/deliveries/${list.body.data[0].id}`);
    expect(one.body).toMatchObject({ payload: event, responseSnippet: 'thanks' });
  });

  test('three attempts about 60 and 120 seconds apart, then no more', async () => {
    const { id } = await studio.register();
    receiver.response.status = 500;
    await studio.bookOne();
    await studio.pass(0);
    await studio.pass(59);
    expect(receiver.hits).toHaveLength(1);
    await studio.pass(8);
    expect(receiver.hits).toHaveLength(2);
    await studio.pass(110);
    expect(receiver.hits).toHaveLength(2);
    await studio.pass(30);
    expect(receiver.hits).toHaveLength(3);
    await studio.pass(3600);
    expect(receiver.hits).toHaveLength(3);
    const { data } = (await studio.get(`/v2/webhooks/${id}/deliveries?status=failed`)).body;
    expect(data.map(({ attempt }: { attempt: number }) => attempt)).toEqual([3, 2, 1]);
    expect(data[0].error).toMatchObject({ code: 'http_status' });
    expect(new Set(receiver.hits.map(({ body }) => body)).size).toBe(1);
    expect((await studio.get(`/v2/webhooks/${id}`)).body.consecutiveFailures).toBe(1);
  });

  test('redelivery: 200 when it arrives, 202 when it fails, 404 unknown; a new record with the old payload', async () => {
    const { id } = await studio.register();
    await studio.bookOne();
    await studio.pass(0);
    const [original] = (await studio.get(`/v2/webhooks/${id}/deliveries`)).body.data;
    const again = await studio.post(`/v2/webhooks/${id}/deliveries/${original.id}/redeliver`);
    expect([again.status, again.body.status, again.body.redeliveryOf]).toEqual([200, 'succeeded', original.id]);
    expect(again.body.id).not.toBe(original.id);
    expect(receiver.hits[1]?.body).toBe(receiver.hits[0]?.body as string);
    receiver.response.status = 503;
    const failed = await studio.post(`/v2/webhooks/${id}/deliveries/${original.id}/redeliver`);
    expect([failed.status, failed.body.status]).toEqual([202, 'failed']);
    expect((await studio.post(`/v2/webhooks/${id}/deliveries/${UNKNOWN}/redeliver`)).status).toBe(404);
    expect((await studio.get(`/v2/webhooks/${UNKNOWN}/deliveries`)).status).toBe(404);
  });

  test('the history has seven days, filters by date, and accepts only its own cursors', async () => {
    const [{ id }, other] = [await studio.register(), await studio.register()];
    await studio.bookOne();
    await studio.pass(0);
    const [old] = (await studio.get(`/v2/webhooks/${id}/deliveries`)).body.data;
    await studio.pass(3600);
    await studio.bookOne();
    await studio.pass(0);
    const ids = (query: string) => studio.listed(`/v2/webhooks/${id}/deliveries?${query}`);
    expect(await ids('')).toHaveLength(2);
    expect(await ids(`end_date=${new Date(studio.time.now() - 1000).toISOString()}`)).toEqual([old.id]);
    expect(await ids(`start_date=${new Date(studio.time.now() - 1000).toISOString()}`)).not.toContain(old.id);
    const foreign = await studio.get(`/v2/webhooks/${other.id}/deliveries?starting_after=${old.id}`);
    expect(foreign.body.error.code).toBe('cursor_invalid');
    await studio.time.skipTo(studio.time.now() + 7 * DAY_MS - 1_800_000);
    expect(await ids('')).not.toContain(old.id);
    expect((await studio.get(`/v2/webhooks/${id}/deliveries/${old.id}`)).status).toBe(404);
  });

  test('ten failed events in a row disable the endpoint; enabling it sends none of the events since', async () => {
    const { id } = await studio.register({ eventTypes: ['booking.created'] });
    const watcher = await studio.register({ eventTypes: ['webhook.*'], url: `${receiver.url}?watch` });
    const session = await addSession(studio, { capacity: null });
    receiver.response.status = 500;
    const failOne = async () => {
      await addBooking(studio, await addClient(studio), session);
      await studio.pass(0);
      await studio.pass(400);
    };
    const status = async () => (await studio.get(`/v2/webhooks/${id}`)).body.status;
    await failOne();
    await failOne();
    expect(await status()).toBe('enabled');
    await failOne();
    expect(await status()).toBe('failing');
    const conflict = await studio.post(`/v2/webhooks/${id}/enable`);
    expect([conflict.status, conflict.body.error.code]).toEqual([409, 'webhook_not_disabled']);
    for (let count = 0; count < 7; count += 1) await failOne();
    expect(await status()).toBe('disabled');
    expect((await studio.post(`/v2/webhooks/${id}/rotate-secret`)).body.error.code).toBe('secret_rotation_conflict');
    const hits = receiver.hits.length;
    await addBooking(studio, await addClient(studio), session);
    await studio.pass(400);
    expect(receiver.hits.length).toBe(hits);
    expect((await studio.get(`/v2/webhooks/${id}`)).body.skippedWhileDisabled).toBe(1);
    receiver.response.status = 200;
    expect((await studio.post(`/v2/webhooks/${id}/enable`)).body).toMatchObject({
      status: 'enabled',
      consecutiveFailures: 0,
      disabledAt: null,
    });
    await studio.pass(400);
    expect(receiver.hits.length).toBe(hits);
    await addBooking(studio, await addClient(studio), session);
    await studio.pass(0);
    expect(receiver.hits.length).toBe(hits + 1);
    expect(receiver.hits.filter(({ body }) => body.includes('"webhook.disabled"')).length).toBeGreaterThan(0);
    expect(watcher.id).not.toBe(id);
  });

  test('a test sends a ping: 200 when it arrives, 202 when not, 404 unknown', async () => {
    const { id } = await studio.register();
    const sent = await studio.post(`/v2/webhooks/${id}/test`);
    expect([sent.status, sent.body.eventType, sent.body.payload.data.webhookId]).toEqual([200, 'ping', id]);
    expect(studio.events()).toEqual(['ping']);
    receiver.response.status = 400;
    expect((await studio.post(`/v2/webhooks/${id}/test`, {})).status).toBe(202);
    expect((await studio.post(`/v2/webhooks/${UNKNOWN}/test`)).status).toBe(404);
  });

  test('only events at its locations reach an endpoint with selected locations', async () => {
    const other = (await studio.post('/v2/sites', { name: 'Other' })).body.id;
    await studio.register({ locationScope: 'selected', locationIds: [other], eventTypes: ['*'] });
    await studio.bookOne();
    await studio.pass(0);
    expect(receiver.hits).toEqual([]);
    await studio.patch(`/v2/sites/${other}`, { name: 'Another' });
    await studio.pass(0);
    expect(receiver.hits.map(({ body }) => JSON.parse(body).type)).toEqual(['site.updated']);
  });
});

test('every page of a history is a seek in an index that has the order of the list', async () => {
  const { id } = await studio.register();
  const indexesOf = async (query: string) => {
    const path = `/v2/webhooks/${id}/deliveries?limit=5${query}`;
    const steps = await plansOf(studio, 'webhookDeliveries', () => studio.get(path));
    expect(steps.filter(isCostly)).toEqual([]);
    return steps.map((step) => step.replace(/ \(.*/, '').replace('SEARCH webhookDeliveries USING INDEX ', ''));
  };
  const all = ['webhookDeliveriesByEndpoint'];
  expect(await indexesOf('')).toEqual(all);
  expect(await indexesOf('&status=succeeded')).toEqual(all);
  expect(await indexesOf('&status=failed&start_date=2026-03-01T00:00:00Z')).toEqual(['webhookDeliveriesFailed']);
  expect(await indexesOf('&status=pending')).toEqual(['webhookDeliveriesPending']);
  expect(await indexesOf('&start_date=2026-03-01T00:00:00Z&end_date=2026-03-02T00:00:00Z')).toEqual(all);
});
