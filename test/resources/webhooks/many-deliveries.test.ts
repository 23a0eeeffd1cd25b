import { beforeEach, expect, test } from 'bun:test';
import { jobDeletion } from '../../../src/webhooks/jobs.ts';
import { openStudio, type Studio } from '../../helpers/api.ts';
import { slowDown } from '../../helpers/stopwatch.ts';

const COUNT = 3_000;
/** Rows of a table that one transaction deletes. */
const BATCH = 500;

beforeEach(() => void slowDown());

/** An endpoint with many queued events and deliveries. */
const openFlooded = async () => {
  const studio = await openStudio();
  const endpoint = { name: 'Mirror', url: 'https://example.com/hook', eventTypes: ['*'] };
  const { id } = (await studio.post('/v2/webhooks', endpoint)).body;
  // No delivery is due before the test ends.
  studio.db.run(
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${COUNT})
     insert into events (id, type, siteId, createdAt, body)
     select printf('evt_01950000-0000-7000-8000-%012d', i), 'client.created', '', '2026-03-01T00:00:00.000Z', '{}' from n`,
  );
  studio.db.run(
    `insert into queueJobs (queue, key, lane, attempt, dueAt)
     select 'webhooks', id, '${id}', 1, '2027-01-01T00:00:00.000Z' from events where siteId = ''`,
  );
  studio.db.run(
    `insert into webhookDeliveries (id, endpointId, eventId, eventType, siteId, url, status, attempt, nextAttemptAt, createdAt, updatedAt)
     select substr(id, 5), '${id}', id, type, '', '', 'failed', 1, '2027-01-01T00:00:00.000Z', createdAt, createdAt
     from events where siteId = ''`,
  );
  return { studio, id: id as string };
};

/** Notes the most rows of both tables that one transaction deletes from now on. */
const watchDeletes = (studio: Studio): { readonly most: number } => {
  const total = () => studio.count('queueJobs') + studio.count('webhookDeliveries');
  const seen = { most: 0 };
  let before = total();
  studio.store.onCommit(() => {
    const now = total();
    seen.most = Math.max(seen.most, before - now);
    before = now;
  });
  return seen;
};

test('200 an endpoint with many queued events and deliveries is deleted in short transactions', async () => {
  const { studio, id } = await openFlooded();
  const seen = watchDeletes(studio);
  const [deleted, between] = await Promise.all([
    studio.delete(`/v2/webhooks/${id}`),
    studio.store.write(() => ({})).then(() => studio.get(`/v2/webhooks/${id}`)),
  ]);
  expect([deleted.status, between.body.status]).toEqual([200, 'disabled']);
  expect(
    ['webhookEndpoints', 'queueJobs', 'webhookDeliveries', 'webhookSubscriptions', 'unfinishedChanges'].map((table) =>
      studio.count(table),
    ),
  ).toEqual([0, 0, 0, 0, 0]);
  expect(seen.most).toBeLessThanOrEqual(2 * BATCH);
  expect((await studio.get(`/v2/webhooks/${id}`)).status).toBe(404);
}, 60_000);

test('a restart deletes the rest', async () => {
  const { studio, id } = await openFlooded();
  const deleted = studio.delete(`/v2/webhooks/${id}`);
  studio.store.onCommit(() => void studio.app.stop());
  expect((await deleted).status).toBe(503);
  await studio.app.stop();
  expect(studio.count('webhookEndpoints')).toBe(1);
  const again = await openStudio({ file: studio.db.serialize(), seal: studio.seal });
  expect((await again.delete(`/v2/webhooks/${id}`)).status).toBe(200);
  expect([again.count('webhookEndpoints'), again.count('webhookDeliveries')]).toEqual([0, 0]);
}, 60_000);

test('200 a disabled endpoint is enabled once its queued events are gone', async () => {
  const { studio, id } = await openFlooded();
  const seen = watchDeletes(studio);
  await studio.store.write((tx) => {
    studio.db.run("update webhookEndpoints set status = 'disabled'");
    jobDeletion.begin(tx, id, {});
  });
  expect(studio.count('queueJobs')).toBeGreaterThanOrEqual(COUNT - BATCH);
  expect(studio.count('queueJobs')).toBeLessThan(COUNT);
  const { status, body } = await studio.post(`/v2/webhooks/${id}/enable`);
  expect([status, body.status, studio.count('queueJobs')]).toEqual([200, 'enabled', 0]);
  expect(seen.most).toBeLessThanOrEqual(BATCH);
  expect(studio.db.query('select 1 from webhookDeliveries where nextAttemptAt is not null').all()).toEqual([]);
}, 60_000);
