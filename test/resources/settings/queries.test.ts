import { describe, expect, test } from 'bun:test';
import { View } from '../../../src/database/committed-view.ts';
import type { Tx } from '../../../src/database/database.ts';
import {
  bookingSettings,
  brandCurrency,
  brandRow,
  brandSettings,
  paymentSettings,
} from '../../../src/resources/settings/queries.ts';
import { saveSettings } from '../../../src/resources/settings/settings.ts';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';

const api = forEachTest(openStudio);

describe('the settings of a site', () => {
  test('is the defaults, then the brand, then the site, then the schedule', async () => {
    const late = (overrides?: string) =>
      bookingSettings(api.store.view(), MAIN_SITE, overrides).lateCancelWindowMinutes;
    expect(late()).toBe(720);
    await api.patch('/v2/settings', { booking: { lateCancelWindowMinutes: 360 } });
    expect(late()).toBe(360);
    await api.patch(`/v2/settings?siteId=${MAIN_SITE}`, { booking: { lateCancelWindowMinutes: 90 } });
    expect(late()).toBe(90);
    expect(late('{"lateCancelWindowMinutes":30}')).toBe(30);
    expect(late('{"requireCredit":true}')).toBe(90);
  });

  test('is parsed once while nothing changes', async () => {
    const first = bookingSettings(api.store.view(), MAIN_SITE);
    expect(bookingSettings(api.store.view(), MAIN_SITE)).toBe(first);
    await api.patch('/v2/settings', { booking: { requireCredit: true } });
    expect(bookingSettings(api.store.view(), MAIN_SITE)).not.toBe(first);
  });

  test('is read again in a transaction that changes it', async () => {
    const changing = (tx: Tx) => {
      const before = bookingSettings(tx, MAIN_SITE).lateCancelWindowMinutes;
      saveSettings(tx, { ...brandRow(tx), booking: '{"lateCancelWindowMinutes":360}' });
      return [before, bookingSettings(tx, MAIN_SITE).lateCancelWindowMinutes];
    };
    expect(await api.store.write(changing)).toEqual([720, 360]);
  });

  test('has payments in its own currency', async () => {
    const site = (await api.post('/v2/sites', { name: 'Kyoto', currency: 'JPY' })).body.id;
    await api.patch('/v2/settings', { payment: { noShowFee: 500 } });
    expect(paymentSettings(api.store.view(), site)).toMatchObject({ currency: 'JPY', noShowFee: 500 });
    expect(paymentSettings(api.store.view(), MAIN_SITE).currency).toBe('USD');
  });

  test('of the brand are the same for all', async () => {
    await api.patch('/v2/settings', { brand: { memberTier: 'premium' } });
    expect(brandSettings(api.store.view())).toMatchObject({ defaultSiteId: MAIN_SITE, memberTier: 'premium' });
  });

  test('has one currency of the brand in all reads that share a transaction', async () => {
    const { db } = api.store;
    const shared = new Map();
    expect(brandCurrency(new View(db, 0, shared))).toBe('USD');
    await api.patch('/v2/settings', { payment: { currency: 'EUR' } });
    expect(brandCurrency(new View(db, 0, shared))).toBe('USD');
    expect(brandCurrency(api.store.view())).toBe('EUR');
  });
});
