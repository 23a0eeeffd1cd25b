import { describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { errorOf } from '../../helpers/errors.ts';
import { UNKNOWN } from '../../helpers/sales.ts';

const api = forEachTest(openStudio);
const other = forEachTest(() => api.given(api.post('/v2/sites', { name: 'Riverside', currency: 'EUR' })));

const restrictedTo = (...siteIds: string[]) => api.withKey({ siteIds });

describe('GET /v2/settings', () => {
  test('200 the brand, with every default', async () => {
    const { status, body } = await api.get('/v2/settings');
    expect(status).toBe(200);
    expect(body).toMatchObject({ object: 'settings', scope: 'brand', siteId: null, inherited: [] });
    expect(body.booking).toEqual({
      bookingWindowDays: 14,
      bookingCutoffMinutes: 0,
      lateCancelWindowMinutes: 720,
      allowMemberLateCancel: true,
      waitlistEnabled: true,
      waitlistDefaultCapacity: null,
      waitlistPromotionMode: 'automatic',
      waitlistConfirmationMinutes: 120,
      waitlistCutoffMinutes: null,
      promotionGraceMinutes: 60,
      checkInOpensMinutesBefore: 120,
      checkInClosesMinutesAfter: 0,
      allowReCheckIn: false,
      maxReCheckIns: 3,
      minReCheckInGapMinutes: 2,
      autoNoShowMinutesAfterEnd: null,
      requireCredit: false,
      memberRequiresCredit: true,
      allowOverlappingBookings: false,
      maxActiveBookingsPerClient: null,
      sessionHorizonDays: 90,
      staffEditHours: 24,
      refundDropIns: 'automatic',
      guestsPerBooking: 0,
      freeFirstVisit: false,
    });
    expect(body.payment).toMatchObject({
      currency: 'USD',
      taxInclusive: true,
      acceptedMethods: ['card'],
      lateCancelFee: 0,
      noShowFee: 0,
      feesApplyTo: 'unlimited_only',
      autoChargeFees: false,
      feeChargeDelayHours: 24,
      refundWindowDays: null,
      platformFeePercent: 0,
      maxSavedMethods: 5,
      waysToPay: false,
      usableWhileProcessing: true,
      prenotificationDays: 2,
      holdCreditsInArrears: true,
    });
    expect(body.payment.processor).toEqual({
      name: 'sandbox',
      mode: 'test',
      publishableKey: 'pk_test_sandbox',
      account: null,
      confirmOnConnectedAccount: false,
      onboardingStatus: 'complete',
    });
    expect(body.notification).toMatchObject({
      bookingReminder: { enabled: true, minutesBefore: 120 },
      quietHours: null,
      channels: { email: true },
    });
    expect(body.membership).toEqual({
      freezeAllowed: true,
      maxFreezeDaysPerYear: 60,
      freezeExtendsExpiry: true,
      restoreToExpiredPolicy: 'extend',
      extendDays: 7,
      cancelFutureBookingsOnPackageCancel: false,
      selfSignUp: false,
      publicTimetable: true,
      publicLibrary: true,
      lockNames: false,
      searchEngines: true,
      showPlaces: 'few',
      signUp: 'open',
      embedOrigins: [],
      askBirthDate: false,
      households: 'off',
      waiver: null,
      consent: null,
      streakWeeklyTarget: 1,
      requirePackageForCheckIn: false,
    });
    expect(body.brand).toMatchObject({ defaultSiteId: MAIN_SITE, memberTier: 'basic', weekStart: 'MO' });
    expect(api.events()).toEqual([]);
  });

  test('200 a site without overrides inherits all, but has its own currency', async () => {
    const { status, body } = await api.get(`/v2/settings?siteId=${other.id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ scope: 'site', siteId: other.id, payment: { currency: 'EUR' } });
    expect(body.inherited).toContain('booking.lateCancelWindowMinutes');
    expect(body.inherited).toContain('notification.bookingReminder');
    expect(body.inherited).toContain('brand.name');
    expect(body.inherited).not.toContain('payment.currency');
  });

  test('200 a site by either of its names, 400 two sites', async () => {
    expect((await api.get(`/v2/settings?locationId=${other.id}`)).body.siteId).toBe(other.id);
    expect((await api.get(`/v2/settings?siteId=${other.id}&locationId=${other.id}`)).status).toBe(200);
    const two = await api.get(`/v2/settings?siteId=${other.id}&locationId=${MAIN_SITE}`);
    expect([two.status, two.body.error.param]).toEqual([400, 'locationId']);
  });

  test('400 a site that does not exist', async () => {
    const { status, body } = await api.get(`/v2/settings?siteId=${UNKNOWN}`);
    expect([status, body.error.code, body.error.param]).toEqual([400, 'resource_missing', 'siteId']);
  });

  test('400 an unknown parameter names the similar one', async () => {
    const { status, body } = await api.get(`/v2/settings?site_id=${other.id}`);
    expect([status, body.error.code]).toEqual([400, 'parameter_unknown']);
    expect(body.error.message).toContain("'siteId'");
  });

  test('401 without a credential', async () => {
    expect((await api.get('/v2/settings', { 'x-service-api-key': '' })).status).toBe(401);
  });

  test('403 without the scope', async () => {
    const key = await api.withKey({ scopes: ['clients:read'] });
    expect(errorOf(await api.get('/v2/settings', key))).toEqual([403, 'permission_denied']);
  });

  test('403 another site than the credential is restricted to', async () => {
    const headers = await restrictedTo(MAIN_SITE);
    expect(errorOf(await api.get(`/v2/settings?siteId=${other.id}`, headers))).toEqual([403, 'site_not_allowed']);
    expect((await api.get('/v2/settings', headers)).status).toBe(200);
  });
});

describe('PATCH /v2/settings', () => {
  test('200 the brand, one event for each group that changed', async () => {
    const { status, body } = await api.patch('/v2/settings', {
      booking: { lateCancelWindowMinutes: 360, waitlistDefaultCapacity: 5, requireCredit: false },
      payment: { currency: 'GBP', acceptedMethods: ['card', 'cash'] },
      notification: { bookingReminder: { minutesBefore: 60 }, quietHours: { start: '22:00', end: '07:00' } },
      membership: { extendDays: 14 },
      brand: { name: 'Northern Lights', locale: 'en-GB', memberTier: 'pro' },
    });
    expect(status).toBe(200);
    expect(body.booking).toMatchObject({ lateCancelWindowMinutes: 360, waitlistDefaultCapacity: 5 });
    expect(body.notification.bookingReminder).toEqual({ enabled: true, minutesBefore: 60 });
    expect(body.brand.name).toBe('Northern Lights');
    expect((await api.get('/v2/settings')).body).toEqual(body);
    const events = api.eventsInFull();
    expect(events.map(({ type }) => type)).toEqual(Array(5).fill('settings.updated'));
    expect(events.map(({ data }) => data.group)).toEqual(['BOOKING', 'PAYMENT', 'NOTIFICATION', 'MEMBERSHIP', 'BRAND']);
    expect(events[0]?.data).toEqual({
      group: 'BOOKING',
      changes: { lateCancelWindowMinutes: 360, waitlistDefaultCapacity: 5 },
      previous: { lateCancelWindowMinutes: 720, waitlistDefaultCapacity: null },
      siteId: MAIN_SITE,
    });
  });

  test('200 an empty change raises nothing', async () => {
    const before = (await api.get('/v2/settings')).body;
    for (const body of [
      {},
      { booking: {} },
      { notification: { channels: {} } },
      { booking: { requireCredit: false } },
    ]) {
      expect((await api.patch('/v2/settings', body)).status).toBe(200);
    }
    expect(api.events()).toEqual([]);
    expect((await api.get('/v2/settings')).body).toEqual(before);
  });

  test('200 a site overrides, inherits the rest, and null removes an override', async () => {
    const path = `/v2/settings?siteId=${other.id}`;
    const set = await api.patch(path, {
      booking: { lateCancelWindowMinutes: 60 },
      notification: { packageExpiring: { daysBefore: 3 } },
    });
    expect(set.body).toMatchObject({ scope: 'site', siteId: other.id, booking: { lateCancelWindowMinutes: 60 } });
    expect(set.body.inherited).not.toContain('booking.lateCancelWindowMinutes');
    expect(set.body.inherited).toContain('booking.requireCredit');
    expect(api.eventsInFull().map(({ type, data }) => [type, data.siteId, data.group])).toEqual([
      ['settings.updated', other.id, 'BOOKING'],
      ['settings.updated', other.id, 'NOTIFICATION'],
    ]);

    await api.patch('/v2/settings', {
      booking: { lateCancelWindowMinutes: 240, requireCredit: true },
      notification: { packageExpiring: { enabled: false } },
    });
    expect((await api.get(path)).body).toMatchObject({
      booking: { lateCancelWindowMinutes: 60, requireCredit: true },
      notification: { packageExpiring: { enabled: false, daysBefore: 3 } },
    });
    expect((await api.get(`/v2/settings?siteId=${MAIN_SITE}`)).body.booking.lateCancelWindowMinutes).toBe(240);
    api.events();

    const cleared = await api.patch(path, { booking: { lateCancelWindowMinutes: null } });
    expect(cleared.body.booking.lateCancelWindowMinutes).toBe(240);
    expect(cleared.body.inherited).toContain('booking.lateCancelWindowMinutes');
    expect(api.eventsInFull().map(({ data }) => data)).toEqual([
      {
        group: 'BOOKING',
        changes: { lateCancelWindowMinutes: 240 },
        previous: { lateCancelWindowMinutes: 60 },
        siteId: other.id,
      },
    ]);
  });

  test('200 an override with the value of the brand changes no value, and raises nothing', async () => {
    const { body } = await api.patch(`/v2/settings?siteId=${other.id}`, { booking: { bookingWindowDays: 14 } });
    expect(body.inherited).not.toContain('booking.bookingWindowDays');
    expect(api.events()).toEqual([]);
  });

  test('200 null clears a field of the brand that may be null', async () => {
    await api.patch('/v2/settings', { booking: { maxActiveBookingsPerClient: 4 } });
    const { body } = await api.patch('/v2/settings', { booking: { maxActiveBookingsPerClient: null } });
    expect(body.booking.maxActiveBookingsPerClient).toBeNull();
    expect(api.events()).toEqual(['settings.updated', 'settings.updated']);
  });

  test('200 the one field of the processor that is a setting', async () => {
    const path = `/v2/settings?siteId=${other.id}`;
    const { body } = await api.patch(path, { payment: { processor: { confirmOnConnectedAccount: true } } });
    expect(body.payment.processor).toMatchObject({ name: 'sandbox', confirmOnConnectedAccount: true });
    expect(api.events()).toEqual(['settings.updated']);
  });

  test('200 a new default site has the event', async () => {
    const { body } = await api.patch('/v2/settings', { brand: { defaultSiteId: other.id } });
    expect(body.brand.defaultSiteId).toBe(other.id);
    expect(api.eventsInFull().map(({ data }) => data.siteId)).toEqual([other.id]);
  });
});

describe('an object that can be null', () => {
  const quietHours = async (value: object | null, query = '') => {
    const { status, body } = await api.patch(`/v2/settings${query}`, { notification: { quietHours: value } });
    return [status, body.notification?.quietHours ?? body.error?.param];
  };
  const night = { start: '22:00', end: '07:00' };

  test('200 merges what is sent into it, 400 where a field is missing in the result', async () => {
    expect(await quietHours({ start: '22:00' })).toEqual([400, 'notification.quietHours.end']);
    expect(api.events()).toEqual([]);
    expect(await quietHours(night)).toEqual([200, night]);
    expect(await quietHours({ start: '21:00' })).toEqual([200, { ...night, start: '21:00' }]);
    expect(await quietHours({})).toEqual([200, { ...night, start: '21:00' }]);
    expect(api.events()).toEqual(['settings.updated', 'settings.updated']);
  });

  test('200 a site keeps its own whole, whatever becomes of that of the brand', async () => {
    await quietHours(night);
    const atSite = `?siteId=${MAIN_SITE}`;
    expect(await quietHours({ end: '08:00' }, atSite)).toEqual([200, { ...night, end: '08:00' }]);
    expect((await quietHours(null))[0]).toBe(200);
    const { body } = await api.get(`/v2/settings${atSite}`);
    expect(body.notification.quietHours).toEqual({ ...night, end: '08:00' });
  });
});
