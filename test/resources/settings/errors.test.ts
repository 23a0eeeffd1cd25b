import { describe, expect, test } from 'bun:test';
import { forEachTest, openStudio } from '../../helpers/api.ts';
import { errorOf, errorWithParam, problemsOf } from '../../helpers/errors.ts';
import { UNKNOWN } from '../../helpers/sales.ts';

const api = forEachTest(openStudio);
const other = forEachTest(() => api.given(api.post('/v2/sites', { name: 'Riverside', currency: 'EUR' })));

const restrictedTo = (...siteIds: string[]) => api.withKey({ siteIds });

describe('PATCH /v2/settings', () => {
  const cases: [what: string, body: object, param: string, code?: string][] = [
    ['below the range', { booking: { bookingWindowDays: -1 } }, 'booking.bookingWindowDays'],
    ['no whole number', { booking: { bookingCutoffMinutes: 1.5 } }, 'booking.bookingCutoffMinutes'],
    ['an unknown mode', { booking: { waitlistPromotionMode: 'lottery' } }, 'booking.waitlistPromotionMode'],
    ['a horizon of nothing', { booking: { sessionHorizonDays: 0 } }, 'booking.sessionHorizonDays'],
    ['an unknown currency', { payment: { currency: 'XYZ1' } }, 'payment.currency'],
    ['no method at all', { payment: { acceptedMethods: [] } }, 'payment.acceptedMethods'],
    ['an unknown method', { payment: { acceptedMethods: ['shells'] } }, 'payment.acceptedMethods[0]'],
    ['over a hundred percent', { payment: { platformFeePercent: 101 } }, 'payment.platformFeePercent'],
    [
      'what only the configuration sets',
      { payment: { processor: { mode: 'live' } } },
      'payment.processor.mode',
      'parameter_unknown',
    ],
    [
      'half of the quiet hours',
      { notification: { quietHours: { start: '22:00' } } },
      'notification.quietHours.end',
      'parameter_missing',
    ],
    [
      'a wall time that is none',
      { notification: { quietHours: { start: '25:00', end: '07:00' } } },
      'notification.quietHours.start',
    ],
    ['a reply address that is none', { notification: { replyTo: 'nobody' } }, 'notification.replyTo'],
    ['an unknown policy', { membership: { restoreToExpiredPolicy: 'shrug' } }, 'membership.restoreToExpiredPolicy'],
    ['a zone that is none', { brand: { defaultTimezone: 'Mars/Olympus' } }, 'brand.defaultTimezone'],
    ['a language that is none', { brand: { locale: 'english' } }, 'brand.locale'],
    ['a tier that members cannot have', { brand: { memberTier: 'unlimited' } }, 'brand.memberTier'],
    [
      'a default site that does not exist',
      { brand: { defaultSiteId: UNKNOWN } },
      'brand.defaultSiteId',
      'resource_missing',
    ],
    ['null where the brand needs a value', { booking: { requireCredit: null } }, 'booking.requireCredit'],
    ['null for a whole group', { booking: null }, 'booking'],
    ['an unknown field', { booking: { lateCancelWindow: 5 } }, 'booking.lateCancelWindow', 'parameter_unknown'],
    ['an unknown group', { bookings: {} }, 'bookings', 'parameter_unknown'],
  ];
  for (const [what, sent, param, code = 'parameter_invalid'] of cases) {
    test(`400 ${what}`, async () => {
      expect(errorWithParam(await api.patch('/v2/settings', sent))).toEqual([400, code, param]);
      expect(api.events()).toEqual([]);
    });
  }

  test('400 with every detail at once', async () => {
    const refused = await api.patch('/v2/settings', {
      booking: { requireCredit: null },
      brand: { name: null },
    });
    expect(problemsOf(refused)).toEqual([
      400,
      'booking.requireCredit parameter_invalid',
      'brand.name parameter_invalid',
    ]);
  });

  test('400 what a site cannot override', async () => {
    const refused = await api.patch(`/v2/settings?siteId=${other.id}`, {
      brand: { name: 'Mine' },
      payment: { currency: 'USD' },
    });
    expect(problemsOf(refused)).toEqual([400, 'brand parameter_invalid', 'payment.currency parameter_invalid']);
    expect(api.events()).toEqual([]);
  });

  test('403 the brand for a credential that is restricted to sites', async () => {
    const headers = await restrictedTo(other.id);
    const refused = await api.patch('/v2/settings', { booking: { requireCredit: true } }, headers);
    expect(errorOf(refused)).toEqual([403, 'site_not_allowed']);
    expect(api.events()).toEqual([]);
    const own = await api.patch(`/v2/settings?siteId=${other.id}`, { booking: { requireCredit: true } }, headers);
    expect(own.status).toBe(200);
    expect(api.events()).toEqual(['settings.updated']);
  });

  test('403 with a scope that only reads', async () => {
    const key = await api.withKey({ scopes: ['settings:read'] });
    expect((await api.patch('/v2/settings', {}, key)).status).toBe(403);
  });

  test('409 an inactive default site', async () => {
    await api.given(api.delete(`/v2/sites/${other.id}`));
    expect(errorOf(await api.patch('/v2/settings', { brand: { defaultSiteId: other.id } }))).toEqual([
      409,
      'site_inactive',
    ]);
    expect(api.events()).toEqual([]);
  });
});
