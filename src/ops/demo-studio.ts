import { createHash } from 'node:crypto';
import { createApiKey } from '../identity/api-keys.ts';
import { createIds } from '../kernel/ids.ts';
import type { Random } from '../kernel/random.ts';
import { Timeline } from '../kernel/timer.ts';
import { createSite } from '../resources/sites/sites.ts';
import { createBrand, hasBrand } from '../store/brand.ts';
import type { Tx } from '../store/database.ts';
import { eraseEvents } from '../store/erase.ts';
import { Store } from '../store/store.ts';

/** The key of every sandbox: known to everybody, so it opens nothing but made-up data. */
export const SANDBOX_KEY = 'sk_test_SandboxKeyKnownToEveryone0000000';

/** The ids are counted from here, so that whatever is made later has greater ones. */
const FIRST_ID_AT = Date.parse('2020-01-01T00:00:00.000Z');

/** Bytes that are the same on every start, so that the demo studio's ids are. */
const repeatable = (): Random => {
  let count = 0;
  return {
    bytes: (length) => createHash('sha512').update(`studiod demo ${count++}`).digest().subarray(0, length),
    fraction: () => 0.5,
  };
};

/** The ids that the ready line tells. */
export interface DemoIds {
  readonly siteId: string;
}

/** Makes the demo studio where there is none; the same ids on every start. */
export const makeDemoStudio = async (store: Store): Promise<DemoIds> => {
  const demo = new Store(store.db, store.clock, createIds(new Timeline(FIRST_ID_AT), repeatable()));
  return demo.write((tx) => {
    const siteId = tx.id();
    if (hasBrand(tx)) return { siteId };
    fill(tx, siteId);
    eraseEvents(tx);
    return { siteId };
  });
};

const fill = (tx: Tx, siteId: string): void => {
  createBrand(tx, {
    name: 'Demo Studio',
    defaultSiteId: siteId,
    defaultTimezone: 'America/New_York',
    locale: 'en-US',
  });
  createSite(tx, { name: 'Downtown', code: 'downtown' }, siteId);
  createSite(tx, { name: 'Online', code: 'online', isDigital: true });
  createApiKey(tx, SANDBOX_KEY, { name: 'Sandbox', scopes: ['*'], tier: 'unlimited' });
};
