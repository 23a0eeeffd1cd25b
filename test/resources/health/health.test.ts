import { describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../../src/kernel/durations.ts';
import { forEachTest, openStudio, TEST_START } from '../../helpers/api.ts';
import { makeWritesLate } from '../../helpers/late-writes.ts';
import { until } from '../../helpers/process.ts';

const studio = forEachTest(() => openStudio({ expectsError: (error) => String(error).includes('disk full') }));

const health = async () => {
  const { status, body } = await studio.get('/v2/health', { 'x-service-api-key': '' });
  return [status, body.status, ...Object.values(body.checks)];
};
/** Lets the database refuse what would be written to a table, until the response is called. */
const refuseWrites = (table: string, act: 'insert' | 'update' | 'delete'): (() => void) => {
  studio.db.run(`create temp trigger full before ${act} on ${table} begin select raise(abort, 'disk full'); end`);
  return () => studio.db.run('drop trigger full');
};

describe('GET /v2/health', () => {
  test('200 ok', async () => expect(await health()).toEqual([200, 'ok', 'ok', 'ok', 'ok']));

  test('200 without a credential, with a slash at the end too', async () => {
    for (const path of ['/v2', '/v2/', '/v2/health', '/v2/health/']) {
      expect((await studio.get(path, { 'x-service-api-key': '' })).status).toBe(200);
    }
  });

  test('200 at once while other reads wait for writes', async () => {
    await makeWritesLate(studio.store);
    const fetch = (path: string) =>
      studio.app.fetch(new Request(`http://localhost${path}`, { headers: { 'x-service-api-key': studio.mainKey } }));
    const [sites, ok] = [fetch('/v2/sites'), fetch('/v2/health')];
    expect([sites instanceof Promise, ok instanceof Response]).toEqual([true, true]);
    expect([(await sites).status, (await ok).status]).toEqual([200, 200]);
  });

  test('200 degraded while rounds of deliveries cannot be written, ok when they can', async () => {
    await studio.post('/v2/webhooks', { name: 'A', url: 'http://127.0.0.1:1/', eventTypes: ['*'] });
    const heal = refuseWrites('webhookDeliveries', 'insert');
    await studio.post('/v2/sites', { name: 'Riverside' });
    await until(() => studio.reportedErrors.length > 0);
    expect(await health()).toEqual([200, 'degraded', 'ok', 'degraded', 'ok']);
    heal();
    await until(async () => (await health())[1] === 'ok');
  });

  test('200 degraded after a job failed, ok after its next run', async () => {
    const post = () => studio.post('/v2/sites', { name: 'Riverside' }, { 'idempotency-key': 'one' });
    expect((await post()).status).toBe(201);
    const heal = refuseWrites('idempotency', 'delete');
    await studio.time.moveTo(TEST_START + 26 * HOUR_MS);
    expect(await health()).toEqual([200, 'degraded', 'ok', 'ok', 'degraded']);
    heal();
    await studio.time.moveTo(TEST_START + 27 * HOUR_MS);
    expect(await health()).toEqual([200, 'ok', 'ok', 'ok', 'ok']);
  });

  test('200 degraded once it stops', async () => {
    await studio.app.stop();
    expect((await health())[4]).toBe('degraded');
  });
});
