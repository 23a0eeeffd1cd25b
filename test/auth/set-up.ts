import { createApiKey, newApiKey } from '../../src/auth/api-keys/api-keys.ts';
import type { CredentialRequest } from '../../src/auth/credential-request.ts';
import { openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { tableRows } from '../../src/database/query.ts';
import { Store } from '../../src/database/store.ts';
import { sites } from '../../src/database/tables/sites.ts';
import { createIds } from '../../src/kernel/ids.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { Timeline } from '../../src/kernel/timer.ts';

export const START = Date.UTC(2026, 2, 8, 7, 30);
export const random = systemRandom();

/** A store on `path` with a clock that stands still at START until it is moved. */
export const openStore = (path = ':memory:', clock = new Timeline(START)) => {
  const db = openDatabase(path);
  migrate(db, '0.0.0-test');
  return new Store(db, clock, createIds(clock, random));
};

/** Makes a key and commits it. */
export const makeKey = async (store: Store, request: Partial<CredentialRequest> = {}) => {
  const key = newApiKey(random, 'live');
  const row = await store.write((tx) => createApiKey(tx, key, { name: 'Front desk', scopes: ['*'], ...request }));
  return { key, row };
};

/** Makes a site and answers its id. */
export const makeSite = (store: Store): Promise<string> =>
  store.write((tx) => {
    const id = tx.id();
    const empty = { code: null, description: null, phone: null, email: null, websiteUrl: null, imageUrls: null };
    const place = { address: null, latitude: null, longitude: null, openingHours: null, closures: null, rooms: null };
    tableRows(sites).insert(tx, {
      ...empty,
      ...place,
      id,
      name: 'Main',
      status: 'active',
      isDigital: 0,
      timezone: 'Europe/London',
      currency: 'GBP',
      searchText: 'main',
      metadata: null,
      externalId: null,
      archivedAt: null,
      paymentsEnabled: 0,
      processorAccountStatus: 'not_started',
      createdAt: tx.now,
      updatedAt: tx.now,
    });
    return id;
  });

/** What `work` throws or rejects with. */
export const refusalOf = async (work: () => unknown): Promise<unknown> => {
  try {
    await work();
  } catch (error) {
    return error;
  }
  return undefined;
};
