import { describe, expect, test } from 'bun:test';
import { MINUTE_MS } from '../../src/kernel/durations.ts';
import { forEachTest, MAIN_SITE, openStudio } from '../helpers/api.ts';
import { createClient, createPlan } from '../helpers/sales.ts';
import { YOGA } from '../helpers/yoga.ts';

const studio = forEachTest(openStudio);

const EMPTY_ADDRESS = { line1: null, line2: null, city: null, state: null, postalCode: null, country: null };

describe('a PATCH merges objects', () => {
  test('of a client', async () => {
    const path = `/v2/clients/${await createClient(studio, {
      address: { city: 'Oslo', country: 'NO' },
      emergencyContact: { name: 'Bo', phone: '1' },
      alerts: { red: 'Knee', yellow: 'Late' },
      waiver: { status: 'signed', version: '2' },
      customProperties: { a: 1, b: { c: 2, d: 3 } },
      metadata: { x: '1', y: '2' },
    })}`;
    const { status, body } = await studio.patch(path, {
      address: { line1: 'Road 1' },
      emergencyContact: { phone: null },
      alerts: { yellow: null },
      waiver: { version: '3' },
      customProperties: { a: null, b: { c: 4 } },
      metadata: { x: null, z: '3' },
    });
    expect([status, studio.events()]).toEqual([200, ['client.updated']]);
    expect(body).toMatchObject({
      address: { ...EMPTY_ADDRESS, line1: 'Road 1', city: 'Oslo', country: 'NO' },
      emergencyContact: { name: 'Bo', phone: null, email: null, relationship: null },
      alerts: { red: 'Knee', yellow: null },
      waiver: { status: 'signed', version: '3' },
    });
    expect(body.customProperties).toEqual({ b: { c: 4, d: 3 } });
    expect(body.metadata).toEqual({ y: '2', z: '3' });
    expect((await studio.patch(path, { address: {} })).body.address.city).toBe('Oslo');
    expect((await studio.patch(path, { address: null })).body.address).toBeNull();
    expect((await studio.patch(path, { address: { city: 'Bergen' } })).body.address).toEqual({
      ...EMPTY_ADDRESS,
      city: 'Bergen',
    });
  });

  test('400 when customProperties would have more than 16 KiB or 200 keys', async () => {
    const path = `/v2/clients/${await createClient(studio)}`;
    const keys = (prefix: string, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, 1]));
    const send = async (customProperties: object) => (await studio.patch(path, { customProperties })).status;
    expect([await send({ a: 'x'.repeat(10_000) }), await send({ b: 'x'.repeat(10_000) })]).toEqual([200, 400]);
    expect([await send({ a: null }), await send(keys('k', 200))]).toEqual([200, 200]);
    expect([await send({ other: 1 }), await send({ other: 1, k0: null })]).toEqual([400, 200]);
  });

  test('of a site, and replaces its lists', async () => {
    const path = `/v2/sites/${MAIN_SITE}`;
    await studio.patch(path, { address: { city: 'Oslo' }, rooms: [{ name: 'A' }], closures: [] });
    const { body } = await studio.patch(path, { address: { country: 'NO' }, rooms: [{ name: 'B' }] });
    expect(body.address).toEqual({ ...EMPTY_ADDRESS, city: 'Oslo', country: 'NO' });
    expect(body.rooms.map(({ name }: { name: string }) => name)).toEqual(['B']);
  });

  test('400 for a key of metadata that is too long, and says so', async () => {
    const path = `/v2/clients/${await createClient(studio)}`;
    const { status, body } = await studio.patch(path, { metadata: { ['k'.repeat(41)]: 'x' } });
    expect([status, body.error.code, body.error.param]).toEqual([
      400,
      'parameter_invalid',
      `metadata.${'k'.repeat(41)}`,
    ]);
    expect(body.error.message).toBe(
      `The key '${'k'.repeat(41)}' has 41 characters. A key must have 1 to 40 characters on one line.`,
    );
    expect((await studio.patch(path, { metadata: { ['k'.repeat(40)]: 'x' } })).status).toBe(200);
  });

  test('400 for a country that is none', async () => {
    const path = `/v2/clients/${await createClient(studio)}`;
    for (const country of ['XX', 'UK', 'EU', 'us', 'USA', 'ZZ']) {
      const { status, body } = await studio.patch(path, { address: { country } });
      expect([status, body.error.param, body.error.message]).toEqual([
        400,
        'address.country',
        expect.stringContaining('ISO 3166-1'),
      ]);
    }
    for (const country of ['US', 'GB', 'SS', 'AX']) {
      expect((await studio.patch(path, { address: { country } })).body.address.country).toBe(country);
    }
  });

  test('of a schedule, and replaces its recurrence rule', async () => {
    const { body: made } = await studio.post('/v2/schedules', {
      ...YOGA,
      recurrenceRule: { frequency: 'weekly', daysOfWeek: ['TU'], interval: 2 },
      bookingPolicyOverrides: { bookingWindowDays: 7, lateCancelWindowMinutes: 60 },
      dropInPrice: { amount: 1000, currency: 'USD' },
    });
    const { status, body } = await studio.patch(`/v2/schedules/${made.id}`, {
      recurrenceRule: { frequency: 'weekly', daysOfWeek: ['TU', 'TH'] },
      bookingPolicyOverrides: { lateCancelWindowMinutes: 30 },
      dropInPrice: { amount: 1200 },
    });
    expect(status).toBe(200);
    expect(body.bookingPolicyOverrides).toEqual({ bookingWindowDays: 7, lateCancelWindowMinutes: 30 });
    expect(body.dropInPrice).toEqual({ amount: 1200, currency: 'USD' });
    expect(body.recurrenceRule).toMatchObject({ interval: 1, daysOfWeek: ['TU', 'TH'] });
  });

  test('of the overrides of a schedule, where null removes one of them, unless null is its value', async () => {
    const { body: made } = await studio.post('/v2/schedules', {
      ...YOGA,
      bookingPolicyOverrides: { bookingWindowDays: 7, lateCancelWindowMinutes: 60 },
    });
    const overridesAfter = async (bookingPolicyOverrides: object) =>
      (await studio.patch(`/v2/schedules/${made.id}`, { bookingPolicyOverrides })).body.bookingPolicyOverrides;
    expect(await overridesAfter({ bookingWindowDays: null, autoNoShowMinutesAfterEnd: null })).toEqual({
      lateCancelWindowMinutes: 60,
      autoNoShowMinutesAfterEnd: null,
    });
    expect(await overridesAfter({ bookingWindowDays: null })).toMatchObject({ lateCancelWindowMinutes: 60 });
    await studio.patch(`/v2/schedules/${made.id}`, { bookingPolicyOverrides: null });
    await overridesAfter({ lateCancelWindowMinutes: 30 });
    expect(await overridesAfter({ lateCancelWindowMinutes: null })).toBeNull();
    const session = (await studio.get('/v2/sessions?limit=1')).body.data[0];
    expect(Date.parse(session.startTime) - Date.parse(session.freeCancelUntil)).toBe(720 * MINUTE_MS);
    const created = await studio.post('/v2/schedules', {
      ...YOGA,
      bookingPolicyOverrides: { bookingWindowDays: null },
    });
    expect([created.status, created.body.error.param]).toEqual([400, 'bookingPolicyOverrides.bookingWindowDays']);
  });

  test('of overrides that are null, which come back unchanged from whoever read them', async () => {
    const overrides = {
      waitlistDefaultCapacity: null,
      waitlistCutoffMinutes: null,
      autoNoShowMinutesAfterEnd: null,
      maxActiveBookingsPerClient: null,
    };
    const { body: made } = await studio.post('/v2/schedules', {
      ...YOGA,
      bookingPolicyOverrides: overrides,
    });
    studio.events();
    const { bookingPolicyOverrides } = (await studio.get(`/v2/schedules/${made.id}`)).body;
    const { body } = await studio.patch(`/v2/schedules/${made.id}`, { bookingPolicyOverrides });
    expect(body.bookingPolicyOverrides).toEqual(overrides);
    expect(studio.events()).toEqual([]);
  });

  test('400 for an object that would lack a required field', async () => {
    const id = await createPlan(studio);
    const limit = { count: 3, period: 'week' };
    const { body: missing } = await studio.patch(`/manage/plans/${id}`, { usageLimit: { count: 3 } });
    expect([missing.error.code, missing.error.param]).toEqual(['parameter_missing', 'usageLimit.period']);
    expect((await studio.patch(`/manage/plans/${id}`, { usageLimit: limit })).body.usageLimit).toEqual(limit);
    const changed = await studio.patch(`/manage/plans/${id}`, { usageLimit: { count: 2 } });
    expect(changed.body.usageLimit).toEqual({ ...limit, count: 2 });
  });

  test('of settings, of the brand and of a site', async () => {
    for (const query of ['', `?siteId=${MAIN_SITE}`]) {
      await studio.patch(`/v2/settings${query}`, { notification: { bookingReminder: { minutesBefore: 30 } } });
      const { body } = await studio.patch(`/v2/settings${query}`, {
        notification: { bookingReminder: { enabled: true } },
      });
      expect(body.notification.bookingReminder).toEqual({ enabled: true, minutesBefore: 30 });
    }
  });
});
