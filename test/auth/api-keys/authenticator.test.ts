import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { newApiKey, revokeApiKey } from '../../../src/auth/api-keys/api-keys.ts';
import { createKeyAuthenticator } from '../../../src/auth/api-keys/authenticator.ts';
import type { Store } from '../../../src/database/store.ts';
import { HOUR_MS } from '../../../src/kernel/durations.ts';
import { Timeline } from '../../../src/kernel/timer.ts';
import { folderForEachTest } from '../../helpers/process.ts';
import { makeKey, makeSite, openStore, random, START } from '../set-up.ts';

const folder = folderForEachTest();

const setUp = (path = ':memory:') => {
  const clock = new Timeline(START);
  const store = openStore(path, clock);
  const reading = { now: 0 };
  const keys = createKeyAuthenticator({ store, stopwatch: () => reading.now });
  return { clock, store, keys, reading };
};

/** Two connections on one file: the serving one and one beside it. */
const beside = () => {
  const path = join(folder, 'studiod.db');
  const serving = setUp(path);
  return { ...serving, other: openStore(path) };
};

const lastUsed = (store: Store, id: string): string | null =>
  (store.db.query('select lastUsedAt from apiKeys where id = ?').get(id) as { lastUsedAt: string | null }).lastUsedAt;

describe('authenticate', () => {
  test('a key gives its id, scopes, sites and tier, and the same caller again', async () => {
    const { store, keys } = setUp();
    const site = await makeSite(store);
    const { key, row } = await makeKey(store, { scopes: ['clients:write'], siteIds: [site], tier: 'pro' });
    const caller = keys.authenticate(key);
    expect(caller).toEqual({
      credentialId: row.id,
      kind: 'business',
      scopes: new Set(['clients:write']),
      siteIds: [site],
      tier: 'pro',
    });
    expect(keys.authenticate(key)).toBe(caller);
  });

  test('a key without a site list sees the whole brand', async () => {
    const { store, keys } = setUp();
    const { key } = await makeKey(store);
    expect(keys.authenticate(key)?.siteIds).toBeNull();
  });

  test('unknown and malformed keys have no caller', async () => {
    const { store, keys } = setUp();
    const { key } = await makeKey(store);
    const others = [newApiKey(random, 'live'), `${key}x`, key.slice(0, -1), key.toUpperCase(), ` ${key}`, '', 'x'];
    for (const other of others) expect(keys.authenticate(other)).toBeUndefined();
  });

  test('a key that was unknown works as soon as it is created', async () => {
    const { keys, other } = beside();
    const { key } = await makeKey(other);
    expect(keys.authenticate(key)).toBeDefined();
  });

  test('a tier that this release does not know counts as the lowest', async () => {
    const { store, keys } = setUp();
    const { key } = await makeKey(store);
    store.db.run("update apiKeys set tier = 'platinum'");
    expect(keys.authenticate(key)?.tier).toBe('basic');
  });

  test('more keys than the cache can have all work', async () => {
    const { store, keys } = setUp();
    const made = await Promise.all(Array.from({ length: 1_200 }, () => makeKey(store)));
    for (const round of [1, 2]) {
      const known = made.filter(({ key, row }) => keys.authenticate(key)?.credentialId === row.id);
      expect([round, known.length]).toEqual([round, 1_200]);
    }
  });
});

describe('expiry', () => {
  test('ends a key at its instant, even a cached one', async () => {
    const { clock, store, keys } = setUp();
    const { key } = await makeKey(store, { expiresAt: new Date(START + HOUR_MS).toISOString() });
    expect(keys.authenticate(key)).toBeDefined();
    await clock.moveTo(START + HOUR_MS - 1);
    expect(keys.authenticate(key)).toBeDefined();
    await clock.moveTo(START + HOUR_MS);
    expect(keys.authenticate(key)).toBeUndefined();
    keys.clearCache();
    expect(keys.authenticate(key)).toBeUndefined();
  });
});

describe('revocation', () => {
  test('by this process works at once', async () => {
    const { store, keys } = setUp();
    const { key, row } = await makeKey(store);
    expect(keys.authenticate(key)).toBeDefined();
    const revoked = await store.write((tx) => revokeApiKey(tx, row));
    keys.clearCache();
    expect(revoked).toMatchObject({ id: row.id, revokedAt: new Date(START).toISOString() });
    expect(keys.authenticate(key)).toBeUndefined();
  });

  test('by another process works within a second, and leaves other keys valid', async () => {
    const { keys, other, reading } = beside();
    const [gone, kept] = [await makeKey(other), await makeKey(other)];
    reading.now = 1_000;
    expect(keys.authenticate(gone.key)).toBeDefined();
    expect(keys.authenticate(kept.key)).toBeDefined();
    await other.write((tx) => revokeApiKey(tx, gone.row));
    reading.now = 1_999;
    expect(keys.authenticate(gone.key)).toBeDefined();
    reading.now = 2_000;
    expect(keys.authenticate(gone.key)).toBeUndefined();
    expect(keys.authenticate(kept.key)?.credentialId).toBe(kept.row.id);
  });

  test('by another process works while the clock of this one stands still', async () => {
    const { keys, other, reading, clock } = beside();
    const { key, row } = await makeKey(other);
    expect(keys.authenticate(key)).toBeDefined();
    await other.write((tx) => revokeApiKey(tx, row));
    reading.now += 1_000;
    expect(clock.now()).toBe(START);
    expect(keys.authenticate(key)).toBeUndefined();
  });

  test('rows changed by other means count once the cache is cleared', async () => {
    const { store, keys } = setUp();
    const { key } = await makeKey(store);
    expect(keys.authenticate(key)).toBeDefined();
    store.db.run('delete from apiKeys');
    keys.clearCache();
    expect(keys.authenticate(key)).toBeUndefined();
  });
});

describe('last use', () => {
  test('is recorded at most once an hour, without an event or a change of updatedAt', async () => {
    const { clock, store, keys } = setUp();
    const { key, row } = await makeKey(store);
    await clock.moveTo(START + 1_000);
    keys.authenticate(key);
    expect(lastUsed(store, row.id)).toBeNull();
    store.flush();
    const first = new Date(START + 1_000).toISOString();
    expect(lastUsed(store, row.id)).toBe(first);

    await clock.moveTo(START + HOUR_MS);
    keys.authenticate(key);
    keys.clearCache();
    keys.authenticate(key);
    store.flush();
    expect(lastUsed(store, row.id)).toBe(first);

    await clock.moveTo(START + 1_000 + HOUR_MS);
    keys.authenticate(key);
    store.flush();
    expect(lastUsed(store, row.id)).toBe(new Date(START + 1_000 + HOUR_MS).toISOString());
    expect(store.db.query('select updatedAt from apiKeys').get()).toEqual({ updatedAt: new Date(START).toISOString() });
    expect(store.db.query('select id from events').all()).toEqual([]);
  });

  test('a request succeeds when recording fails', async () => {
    const { store, keys } = setUp();
    const { key } = await makeKey(store);
    store.db.run("create trigger refuse before update on apiKeys begin select raise(abort, 'full disk'); end");
    expect(keys.authenticate(key)).toBeDefined();
    store.flush();
    expect(keys.authenticate(key)).toBeDefined();
  });
});
