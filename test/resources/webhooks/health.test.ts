import { afterEach, describe, expect, test } from 'bun:test';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { forEachTest, MAIN_SITE } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { isCostly, queryPlans } from '../../helpers/query-plans.ts';
import { UNKNOWN } from '../../helpers/sales.ts';
import { waitFor } from '../../helpers/wait.ts';
import { openWebhookStudio } from './set-up.ts';

const studio = forEachTest(openWebhookStudio);
const receiver = forEachTest(() => studio.receiver);
afterEach(() => studio.close());

const healthOf = async (id: string) => (await studio.get(`/manage/webhooks/${id}/health`)).body;
const redeliver = (id: string, headers: Record<string, string> = {}) =>
  studio.post(`/manage/webhooks/${id}/redeliver-failed`, undefined, headers);
const typesOf = () => receiver.hits.splice(0).map(({ headers }) => headers.get('x-service-event-type'));
/** Many events with one delivery each; of every hundredth with `failEach` 100 the delivery failed. */
const addDeliveries = (endpointId: string, count: number, failEach: number) => {
  const { time, db } = studio;
  const at = new Date(time.now()).toISOString();
  const hex = time.now().toString(16).padStart(12, '0');
  const numbers = `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})`;
  const id = `printf('${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-%012d', i)`;
  db.run(`${numbers} insert into events (id, type, siteId, createdAt, body)
    select 'evt_' || ${id}, 'client.created', '${MAIN_SITE}', '${at}', '{}' from n`);
  db.run(`${numbers} insert into webhookDeliveries
      (id, endpointId, eventId, eventType, siteId, url, status, attempt, latencyMs, createdAt, updatedAt)
    select ${id}, '${endpointId}', 'evt_' || ${id}, 'client.created', '${MAIN_SITE}', '',
      case when i % ${failEach} = 0 then 'failed' else 'succeeded' end, 3, i, '${at}', '${at}' from n`);
};
/** One booking whose three attempts all fail. */
const failOne = async () => {
  receiver.response.status = 500;
  await studio.bookOne();
  await studio.pass(0);
  await studio.pass(400);
};

describe('the health of an endpoint', () => {
  test('counts the attempts of seven days, in all and by day, with the times of acknowledged ones', async () => {
    const { id } = await studio.register({ eventTypes: ['client.created'] });
    expect(await healthOf(id)).toMatchObject({
      object: 'webhook_health',
      webhookId: id,
      status: 'enabled',
      delivered: 0,
      failed: 0,
      latencyP50Ms: null,
      latencyP95Ms: null,
      failingSince: null,
      lastError: null,
      undelivered: 0,
    });
    await addClient(studio);
    await studio.pass(0);
    await studio.time.skipTo(studio.time.now() + DAY_MS);
    const failedAt = new Date(studio.time.now()).toISOString();
    receiver.response.status = 500;
    await addClient(studio);
    await studio.pass(0);
    await studio.pass(400);
    studio.db.run("update webhookDeliveries set latencyMs = 40 where status = 'succeeded'");
    const health = await healthOf(id);
    expect(health).toMatchObject({
      delivered: 1,
      failed: 3,
      isCapped: false,
      latencyP50Ms: 40,
      latencyP95Ms: 40,
      failingSince: failedAt,
      lastError: { code: 'http_status', responseStatus: 500 },
      undelivered: 1,
      isUndeliveredCapped: false,
      redelivering: 0,
    });
    // In New York it is the morning of 2 March at first.
    expect(health.days.slice(-2)).toMatchObject([
      { date: '2026-03-02', delivered: 1, failed: 0, latencyP50Ms: 40 },
      { date: '2026-03-03', delivered: 0, failed: 3, latencyP50Ms: null },
    ]);
    expect(health.days).toHaveLength(8);
    await studio.time.skipTo(studio.time.now() + 6 * DAY_MS);
    expect(await healthOf(id)).toMatchObject({ delivered: 0, failed: 3 });
    await studio.time.skipTo(studio.time.now() + DAY_MS);
    expect(await healthOf(id)).toMatchObject({ failed: 0, undelivered: 0, failingSince: null, lastError: null });
  });

  test('is of the latest 10,000 attempts of a day, found in indexes', async () => {
    const { id } = await studio.register();
    addDeliveries(id, 10_050, 100);
    // The last 1,000 took 9,051 to 10,050 ms, without a hundredth of them.
    expect(await healthOf(id)).toMatchObject({
      delivered: 9_900,
      failed: 100,
      isCapped: true,
      latencyP50Ms: 9_550,
      latencyP95Ms: 10_001,
      undelivered: 100,
    });
    const restricted = await studio.withKey({ scopes: ['*'], siteIds: [MAIN_SITE] });
    const own = await studio.register({ locationScope: 'selected', locationIds: [MAIN_SITE] });
    studio.db.run(`update webhookDeliveries set endpointId = '${own.id}'`);
    expect((await studio.get(`/manage/webhooks/${own.id}/health`, restricted)).body).toMatchObject({
      delivered: 990,
      failed: 10,
      isCapped: true,
    });
    expect((await studio.get(`/manage/webhooks/${id}/health`, restricted)).status).toBe(404);
  });

  test('needs the scopes of webhooks besides `manage`; 404 for an unknown endpoint', async () => {
    const { id } = await studio.register();
    const manager = await studio.withKey({ scopes: ['manage'] });
    for (const refused of [await studio.get(`/manage/webhooks/${id}/health`, manager), await redeliver(id, manager)]) {
      expect([refused.status, refused.body.error.message]).toEqual([403, expect.stringContaining("'webhooks:read'")]);
    }
    const reader = await studio.withKey({ scopes: ['manage', 'webhooks:read'] });
    expect((await studio.get(`/manage/webhooks/${id}/health`, reader)).status).toBe(200);
    expect((await redeliver(id, reader)).body.error.message).toContain("'webhooks:write'");
    expect((await studio.get(`/manage/webhooks/${UNKNOWN}/health`)).status).toBe(404);
    expect((await redeliver(UNKNOWN)).status).toBe(404);
  });

  test('reads no table as a whole', async () => {
    const { id } = await studio.register();
    const plans = await queryPlans(studio, () => studio.get(`/manage/webhooks/${id}/health`));
    const reading = plans.filter(({ sql }) => sql.includes('webhookDeliveries'));
    expect(reading.length).toBeGreaterThan(4);
    const counting = reading.filter(({ sql }) => sql.startsWith('select count(*) "n"')).flatMap(({ steps }) => steps);
    expect(counting.every((step) => step.includes('COVERING INDEX'))).toBe(true);
    expect(reading.flatMap(({ steps }) => steps).filter(isCostly)).toEqual([
      // The 1,000 attempts that the percentiles are of.
      'SCAN (subquery-1)',
      'USE TEMP B-TREE FOR ORDER BY',
    ]);
  });
});

describe('sending again what has not arrived', () => {
  test('202 each event once more, the oldest first; what arrived, waits or is a ping is left out', async () => {
    const { id } = await studio.register({ eventTypes: ['booking.*', 'client.created'] });
    await failOne();
    await studio.post(`/v2/webhooks/${id}/test`);
    const [arrived] = (await studio.get(`/v2/webhooks/${id}/deliveries?status=failed&limit=2`)).body.data.slice(1);
    expect(arrived.eventType).toBe('booking.created');
    receiver.response.status = 200;
    // One of the two events is sent again by itself.
    await studio.post(`/v2/webhooks/${id}/deliveries/${arrived.id}/redeliver`);
    receiver.response.status = 500;
    await failOne();
    await studio.bookOne();
    await studio.pass(0);
    expect(await healthOf(id)).toMatchObject({ undelivered: 3 });
    typesOf();
    studio.events();
    receiver.response.status = 200;
    const queued = await redeliver(id);
    expect([queued.status, queued.body]).toEqual([
      202,
      { object: 'webhook_redelivery', webhookId: id, queued: 3, isComplete: true },
    ]);
    await studio.pass(0);
    expect(typesOf()).toEqual(['client.created', 'client.created', 'booking.created']);
    expect(studio.events()).toEqual([]);
    const [last] = (await studio.get(`/v2/webhooks/${id}/deliveries?status=succeeded`)).body.data;
    const original = await studio.get(`/v2/webhooks/${id}/deliveries/${last.redeliveryOf}`);
    expect(original.body).toMatchObject({ eventId: last.eventId, attempt: 3, status: 'failed' });
    expect(await healthOf(id)).toMatchObject({ undelivered: 0, redelivering: 0, status: 'enabled' });
    expect((await redeliver(id)).body.queued).toBe(0);
    await studio.pass(0);
    expect(typesOf()).toEqual([]);
  });

  test('asking twice sends nothing twice; a failure does not count and may be sent again', async () => {
    const { id } = await studio.register();
    await failOne();
    typesOf();
    const { promise, resolve } = Promise.withResolvers<void>();
    receiver.response.after = promise;
    expect((await redeliver(id)).body.queued).toBe(1);
    expect(await healthOf(id)).toMatchObject({ undelivered: 0, redelivering: 1 });
    expect((await redeliver(id)).body.queued).toBe(0);
    resolve();
    await studio.pass(0);
    expect(typesOf()).toEqual(['booking.created']);
    await studio.pass(3600);
    expect(typesOf()).toEqual([]);
    expect((await studio.get(`/v2/webhooks/${id}`)).body).toMatchObject({ status: 'enabled', consecutiveFailures: 1 });
    const [again] = (await studio.get(`/v2/webhooks/${id}/deliveries`)).body.data;
    expect(again).toMatchObject({ attempt: 1, maxAttempts: 1, status: 'failed', nextAttemptAt: null });
    expect(await healthOf(id)).toMatchObject({ undelivered: 1, redelivering: 0 });
    const key = { 'idempotency-key': 'once' };
    expect((await redeliver(id, key)).body.queued).toBe(1);
    await studio.pass(0);
    expect((await redeliver(id, key)).body.queued).toBe(1);
    await studio.pass(0);
    expect(typesOf()).toEqual(['booking.created']);
  });

  test('a disabled endpoint gets them too, and stays disabled', async () => {
    const { id } = await studio.register();
    await failOne();
    studio.db.run("update webhookEndpoints set status = 'disabled', consecutiveFailures = 10");
    typesOf();
    receiver.response.status = 200;
    await redeliver(id);
    await studio.pass(0);
    expect(typesOf()).toEqual(['booking.created']);
    expect((await studio.get(`/v2/webhooks/${id}`)).body.status).toBe('disabled');
  });

  test('events that the caller may not read are left out', async () => {
    const { id } = await studio.register({ eventTypes: ['booking.*', 'client.created'] });
    await failOne();
    typesOf();
    const key = await studio.withKey({ scopes: ['manage', 'webhooks:write', 'bookings:read'] });
    expect((await redeliver(id, key)).body.queued).toBe(1);
    await studio.pass(0);
    expect(typesOf()).toEqual(['booking.created']);
  });

  test('thousands are queued in short transactions, and go with the endpoint', async () => {
    const { id } = await studio.register();
    addDeliveries(id, 2_000, 1);
    const asked = await redeliver(id);
    expect(asked.body.isComplete).toBe(false);
    expect(asked.body.queued).toBeLessThanOrEqual(500);
    await waitFor(() => studio.count('unfinishedChanges') === 0);
    expect(studio.count('queueJobs')).toBeGreaterThan(1_000);
    expect((await studio.delete(`/v2/webhooks/${id}`)).status).toBe(200);
    expect([studio.count('queueJobs'), studio.count('webhookDeliveries')]).toEqual([0, 0]);
  });
});
