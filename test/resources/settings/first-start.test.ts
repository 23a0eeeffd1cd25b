import { describe, expect, test } from 'bun:test';
import { Store } from '../../../src/database/store.ts';
import { createIds } from '../../../src/kernel/ids.ts';
import { systemRandom } from '../../../src/kernel/random.ts';
import { Timeline } from '../../../src/kernel/timer.ts';
import { ensureBrand, type FirstStart } from '../../../src/resources/settings/first-start.ts';
import { brandDefaults, brandSettings, paymentSettings } from '../../../src/resources/settings/queries.ts';
import { Site } from '../../../src/resources/sites/record.ts';
import { migratedDatabase } from '../../helpers/migrated-database.ts';

const FIRST: FirstStart = { brandName: 'Northern Lights', timezone: 'Europe/Oslo', currency: 'NOK', locale: 'nb-NO' };
const SITE = '01950000-0000-7000-8000-000000000001';

const openStore = (): Store => {
  const time = new Timeline(Date.parse('2026-03-02T08:00:00.000Z'));
  return new Store(migratedDatabase(), time, createIds(time, systemRandom()));
};

const eventsOf = (store: Store): unknown[] => store.db.query('select type from events').all();

describe('the first start', () => {
  test('makes the brand and its default site, and raises nothing', async () => {
    const store = openStore();
    const siteId = await store.write((tx) => ensureBrand(tx, FIRST));
    expect(Site.rows.find(store.view(), siteId)).toMatchObject({
      name: 'Main',
      status: 'active',
      timezone: 'Europe/Oslo',
      currency: 'NOK',
    });
    expect(brandDefaults(store.view())).toEqual({ defaultSiteId: siteId, timezone: 'Europe/Oslo', currency: 'NOK' });
    expect(brandSettings(store.view())).toMatchObject({
      name: 'Northern Lights',
      locale: 'nb-NO',
      memberTier: 'basic',
    });
    expect(paymentSettings(store.view(), siteId).currency).toBe('NOK');
    expect(eventsOf(store)).toEqual([]);
  });

  test('takes a given site', async () => {
    const store = openStore();
    const siteId = await store.write((tx) => ensureBrand(tx, { ...FIRST, siteId: SITE, siteName: 'Harbour' }));
    expect(siteId).toBe(SITE);
    expect(Site.rows.find(store.view(), SITE)?.name).toBe('Harbour');
  });

  test('happens once', async () => {
    const store = openStore();
    const siteId = await store.write((tx) => ensureBrand(tx, FIRST));
    expect(await store.write((tx) => ensureBrand(tx, { ...FIRST, brandName: 'Another', siteId: SITE }))).toBe(siteId);
    expect(brandSettings(store.view()).name).toBe('Northern Lights');
    expect(store.db.query('select count(*) as n from sites').get()).toEqual({ n: 1 });
    expect(eventsOf(store)).toEqual([]);
  });
});
