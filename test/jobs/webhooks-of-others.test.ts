import { expect, test } from 'bun:test';
import { MAIN_SITE, openStudio } from '../helpers/api.ts';
import { imported } from '../resources/imports/set-up.ts';

test('an import queues its events for webhooks, and a server sends within a minute what another process queued', async () => {
  const studio = await openStudio();
  const hook = { name: 'Mirror', url: 'http://127.0.0.1:9/hook', eventTypes: ['import.*', 'client.*'] };
  const { id } = (await studio.post('/v2/webhooks', hook)).body;
  const types = async () =>
    (await studio.get(`/v2/webhooks/${id}/deliveries`)).body.data.map(
      ({ eventType }: { eventType: string }) => eventType,
    );
  await imported(studio, 'clients', [{ firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' }]);
  await studio.time.moveTo(studio.time.now() + 1);
  expect(await types()).toEqual(['import.completed']);

  const before = studio.store.view().now;
  const event = 'evt_019cad8f-ac00-7000-8000-000000000001';
  studio.db
    .query('insert into events (id, type, siteId, createdAt, body) values (?, ?, ?, ?, ?)')
    .run(event, 'client.updated', MAIN_SITE, before, '{}');
  studio.db
    .query("insert into queueJobs (queue, key, lane, dueAt) values ('webhooks', ?, ?, ?)")
    .run(event, id, before);
  await studio.time.moveTo(studio.time.now() + 120_000);
  expect(await types()).toContain('client.updated');
});
