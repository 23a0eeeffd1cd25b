import { createApiKey, newApiKey } from '../../src/auth/api-keys/api-keys.ts';
import type { CredentialRequest } from '../../src/auth/credential-request.ts';
import { Store } from '../../src/database/store.ts';
import { createIds } from '../../src/kernel/ids.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { Timeline } from '../../src/kernel/timer.ts';
import { Site } from '../../src/resources/sites/record.ts';
import { migratedDatabase } from '../helpers/migrated-database.ts';

export const START = Date.UTC(2026, 2, 8, 7, 30);
export const random = systemRandom();

/** A store on `path` with a clock that stands still at START until it is moved. */
export const openStore = (path = ':memory:', clock = new Timeline(START)) => {
  return new Store(migratedDatabase(path), clock, createIds(clock, random));
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
    const given = { timezone: 'Europe/London', currency: 'GBP', searchText: 'main' };
    const row = Site.make(
      tx,
      { name: 'Main' },
      { ...given, paymentsEnabled: 0, processorAccountStatus: 'not_started' },
    );
    Site.rows.insert(tx, row);
    return row.id;
  });

/** What `work` throws or rejects with. */
export const errorOf = async (work: () => unknown): Promise<unknown> => {
  try {
    await work();
  } catch (error) {
    return error;
  }
  return undefined;
};
