import { describe, expect, test } from 'bun:test';
import { createApiKey, hashKey, isApiKey, newApiKey, revokeApiKey } from '../../../src/auth/api-keys/api-keys.ts';
import { ApiKey, apiKeyPage } from '../../../src/auth/api-keys/record.ts';
import { MINUTE_MS } from '../../../src/kernel/durations.ts';
import type { Problem } from '../../../src/kernel/problem.ts';
import { Timeline } from '../../../src/kernel/timer.ts';
import { errorOf, makeKey, makeSite, openStore, random, START } from '../set-up.ts';

const NOW = new Date(START).toISOString();
const eventCount = (store: ReturnType<typeof openStore>) =>
  (store.db.query('select count(*) as n from events').get() as { n: number }).n;

describe('create', () => {
  test('a key is shown once and stored as its hash', async () => {
    const store = openStore();
    const { key, row } = await makeKey(store, { name: '  Kiosk ', scopes: ['clients:write', 'clients:write', '*'] });
    expect(key).toMatch(/^sk_live_[0-9A-Za-z]{32}$/);
    expect(row.hash).toEqual(hashKey(key));
    expect(ApiKey.view(row)).toEqual({
      id: row.id,
      object: 'api_key',
      name: 'Kiosk',
      prefix: 'sk_live_',
      last4: key.slice(-4),
      scopes: ['clients:write', '*'],
      kind: 'secret',
      origins: [],
      siteIds: null,
      staffId: null,
      tier: 'basic',
      expiresAt: null,
      lastUsedAt: null,
      createdByCredentialId: null,
      revokedAt: null,
      createdAt: NOW,
      updatedAt: NOW,
    });
    const stored = JSON.stringify(store.db.query('select * from apiKeys').all());
    expect(stored).not.toContain(key.slice('sk_live_'.length));
    expect(eventCount(store)).toBe(0);
  });

  test('a sandbox key, a site list, a tier and an expiry in any offset', async () => {
    const store = openStore();
    const site = await makeSite(store);
    const key = newApiKey(random, 'test');
    const row = await store.write((tx) =>
      createApiKey(tx, key, {
        name: 'Partner',
        scopes: ['bookings:read'],
        siteIds: [site],
        tier: 'unlimited',
        expiresAt: '2026-03-09T09:30:00+02:00',
      }),
    );
    expect(ApiKey.view(row)).toMatchObject({
      prefix: 'sk_test_',
      siteIds: [site],
      tier: 'unlimited',
      expiresAt: '2026-03-09T07:30:00.000Z',
    });
  });

  test('400 with all errors at once', async () => {
    const store = openStore();
    const error = (await errorOf(() =>
      makeKey(store, { name: ' ', scopes: ['clients:raed'], siteIds: ['nowhere'], tier: 'premum', expiresAt: NOW }),
    )) as Problem;
    expect(error).toMatchObject({ status: 400, code: 'parameter_missing', extra: { param: 'name' } });
    expect(error.extra.details?.map(({ param, code }) => `${param} ${code}`)).toEqual([
      'name parameter_missing',
      'scopes[0] parameter_invalid',
      'siteIds[0] resource_missing',
      'tier parameter_invalid',
      'expiresAt parameter_invalid',
    ]);
    expect(error.extra.details?.[1]?.message).toContain("Did you mean 'clients:read'?");
    expect(error.extra.details?.[3]?.message).toContain("Did you mean 'premium'?");
    expect(store.db.query('select * from apiKeys').all()).toEqual([]);
  });

  const rejected: readonly [name: string, request: object, param: string][] = [
    ['no scope', { scopes: [] }, 'scopes'],
    ['an empty site list', { siteIds: [] }, 'siteIds'],
    ['a long name', { name: 'x'.repeat(101) }, 'name'],
    ['a name of two lines', { name: 'one\ntwo' }, 'name'],
    ['an expiry in the past', { expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    ['a day without a time', { expiresAt: '2030-01-01' }, 'expiresAt'],
    ['a day that does not exist', { expiresAt: '2030-02-30T00:00:00Z' }, 'expiresAt'],
    ['no time at all', { expiresAt: 'next year' }, 'expiresAt'],
  ];
  for (const [name, request, param] of rejected) {
    test(`400 ${name}`, async () => {
      const error = await errorOf(() => makeKey(openStore(), request));
      expect(error).toMatchObject({ status: 400, extra: { param } });
    });
  }

  test('an error of the program for a key of another form', async () => {
    const store = openStore();
    const work = () => store.write((tx) => createApiKey(tx, 'secret', { name: 'x', scopes: ['*'] }));
    expect(await errorOf(work)).toMatchObject({ message: expect.stringContaining('32 letters or digits') });
    for (const text of ['', 'sk_live_', `sk_prod_${'a'.repeat(32)}`, `sk_live_${'a'.repeat(33)}`]) {
      expect(isApiKey(text)).toBe(false);
    }
  });
});

describe('list', () => {
  test('newest first, in pages, including revoked ones', async () => {
    const store = openStore();
    const [first, second, third] = [await makeKey(store), await makeKey(store), await makeKey(store)];
    await store.write((tx) => revokeApiKey(tx, second.row));
    const page = store.read((read) => apiKeyPage(read, { limit: 2, cursorParam: 'starting_after' }, {}));
    expect(page.rows.map(({ id, revokedAt }) => [id, revokedAt])).toEqual([
      [third.row.id, null],
      [second.row.id, NOW],
    ]);
    expect(page.hasNext).toBe(true);
    const rest = store.read((read) =>
      apiKeyPage(read, { limit: 2, startingAfter: second.row.id, cursorParam: 'starting_after' }, {}),
    );
    expect(rest).toMatchObject({ rows: [{ id: first.row.id }], hasNext: false, hasPrevious: true });
  });
});

describe('revoke', () => {
  test('for good; revoking again changes nothing', async () => {
    const clock = new Timeline(START);
    const store = openStore(':memory:', clock);
    const { row } = await makeKey(store);
    const revoked = await store.write((tx) => revokeApiKey(tx, row));
    expect(revoked).toMatchObject({ revokedAt: NOW, updatedAt: NOW });
    await clock.moveTo(START + MINUTE_MS);
    expect(await store.write((tx) => revokeApiKey(tx, revoked))).toEqual(revoked);
    expect(eventCount(store)).toBe(0);
  });

  test('404 unknown', async () => {
    const store = openStore();
    const error = await errorOf(() =>
      store.write((tx) => revokeApiKey(tx, ApiKey.find(tx, { siteIds: null }, 'nothing'))),
    );
    expect(error).toMatchObject({ status: 404, code: 'resource_not_found' });
  });
});
