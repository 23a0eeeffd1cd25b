import { describe, expect, test } from 'bun:test';
import { IMPORT_FAMILIES } from '../../../src/events/enumerations.ts';
import { HOUR_MS } from '../../../src/kernel/durations.ts';
import { MAIN_SITE, openStudio, type Studio, TEST_START } from '../../helpers/api.ts';
import { addSessionInUtc } from '../../helpers/bookings.ts';
import { createClient, createPlan } from '../../helpers/sales.ts';
import { addUsedContent, keepSameFiles } from '../../helpers/used-content.ts';
import { differences, emptyStudio, exportAll, importAll } from '../../properties/move.ts';

const FUTURE = '01950000-0000-7000-8000-00000000f001';

interface Edges {
  readonly site: string;
  readonly ida: string;
  readonly plan: string;
  readonly weekly: object;
}

type CodeStudio = Pick<Studio, 'given' | 'post'> & { readonly remove: Studio['delete'] };

/** Discount codes that were used, and one whose text another one has by now. */
const addCodes = async (
  { given, post, remove }: CodeStudio,
  { site, plan, buy }: { readonly site: string; readonly plan: string; readonly buy: object },
): Promise<void> => {
  const path = '/manage/discount-codes';
  const dates = { startsAt: '2026-03-01T00:00:00Z', endsAt: '2026-12-31T00:00:00Z' };
  const old = await given(post(path, { code: 'SPRING', name: 'Old', percentOff: 50, newClientsOnly: true }));
  await given(remove(`${path}/${old.id}`));
  await given(post(path, { code: 'spring', name: 'Spring', percentOff: 20, maxRedemptions: 9, ...dates }));
  const amount = { amountOff: 100, currency: 'USD', eligibleSiteIds: [site], planIds: [plan], maxPerClient: null };
  await given(post(path, { code: 'HUNDRED', name: 'Hundred', ...amount }));
  for (const discountCode of ['SPRING', 'HUNDRED', 'HUNDRED']) {
    await given(post('/manage/packages', { ...buy, planId: plan, discountCode }));
  }
};

/** What clients have signed: of two versions, by a guardian too, and from an address that nobody knows. */
const addSigned = async (studio: Pick<Studio, 'given' | 'send'>, clientId: string): Promise<void> => {
  const of = { clientId, name: 'Ann Lee', signedAt: '2026-01-05T10:00:00Z', address: '192.0.2.7' };
  const rows = [
    { ...of, kind: 'waiver', version: '1', text: 'At my own risk,\n\n"always".' },
    {
      ...of,
      kind: 'waiver',
      version: '2',
      text: '=1, twice',
      guardianName: 'Ada Lee',
      signedAt: '2026-02-05T10:00:00Z',
    },
    { ...of, kind: 'consent', version: '1', text: 'At my own risk,\n\n"always".', address: null },
  ];
  const headers = { 'content-type': 'application/json' };
  await studio.given(studio.send('POST', '/manage/imports?family=agreements', JSON.stringify(rows), headers));
};

/** What is easily lost: nulls that mean something, terms that a plan had once, places that are closed by now. */
const addEdges = async (
  { given, post, patch, delete: remove }: Studio,
  { site, ida, plan, weekly }: Edges,
): Promise<void> => {
  const { id: closing } = await given(
    post('/v2/sites', {
      name: 'Closing',
      timezone: 'Asia/Tokyo',
      currency: 'JPY',
      rooms: [{ name: 'A', capacity: null }],
      closures: [{ startDate: '2026-03-20', endDate: '2026-03-21', name: 'Snow' }],
      openingHours: [{ day: 'MO', open: '08:00', close: '20:00' }],
    }),
  );
  const home = { homeLocationId: closing };
  const walkIn = { firstName: 'Wim', lastName: 'Walk', ...home };
  const wim = await given(post('/v2/clients', { ...walkIn, email: 'wim@example.com' }));
  await given(patch(`/v2/settings?siteId=${closing}`, { payment: { lateCancelFee: 500, taxInclusive: false } }));
  const overrides = { waitlistDefaultCapacity: null, waitlistCutoffMinutes: 30, requireCredit: true };
  const paused = { ...weekly, instructorId: null, siteId: closing, name: 'Paused', status: 'paused' };
  await given(post('/v2/schedules', { ...paused, bookingPolicyOverrides: overrides }));
  const many = { ...weekly, name: 'Many', startTime: '05:00', instructorId: null, additionalInstructorIds: [ida] };
  await given(post('/v2/schedules', { ...many, bookingPolicyOverrides: { waitlistDefaultCapacity: null } }));
  const buy = { clientId: wim.id, siteId: site, paymentMethod: 'cash' };
  const { id: old } = await given(post('/manage/packages', { ...buy, planId: plan, price: 100 }));
  const later = await given(post('/manage/packages', { ...buy, planId: plan, startsAt: '2026-05-01T00:00:00Z' }));
  await given(patch(`/manage/packages/${later.id}`, { onHold: true, holdReason: 'moving', eligibleSiteIds: [site] }));
  const freeze = { startsAt: '2026-12-20T00:00:00Z', endsAt: '2027-01-10T00:00:00Z' };
  await given(patch(`/manage/packages/${old}`, { expiresAt: '2027-06-01T00:00:00Z' }));
  await given(post(`/manage/packages/${old}/freeze`, freeze));
  // Packages keep the terms that they were sold with.
  await given(patch(`/manage/plans/${plan}`, { category: 'Yoga', eligibleSiteIds: [site], eligibleCategories: ['x'] }));
  const gone = await createPlan({ post } as Studio, { name: 'Gone', validityDays: null });
  await given(post('/manage/packages', { ...buy, planId: gone, paymentMethod: 'external' }));
  await given(patch(`/manage/plans/${gone}`, { validityDays: 10, description: 'new' }));
  await given(remove(`/manage/plans/${gone}`));
  const lines = [
    { description: '"Mat", '.repeat(625), unitAmount: 1000, quantity: 2, taxAmount: 190, discountAmount: 100 },
  ];
  const money = { clientId: wim.id, siteId: closing, currency: 'JPY', paymentMethod: 'cash', purpose: 'product' };
  await given(post('/manage/payments', { ...money, amount: 2090, lineItems: lines }));
  const eli = await given(post('/v2/clients', { ...walkIn, email: 'eli@example.com', notes: 'x' }));
  await given(post('/manage/packages', { ...buy, clientId: eli.id, planId: plan, metadata: { a: 'b' } }));
  await given(post(`/manage/clients/${eli.id}/erase`, {}));
  await given(post('/manage/clients', walkIn));
  await given(patch(`/v2/staff/${ida}`, { status: 'inactive', permissionOverrides: { revoke: ['bookings:read'] } }));
  await addCodes({ given, post, remove }, { site, plan, buy });
  await given(remove(`/v2/sites/${closing}`));
};

/** A studio with records of every family, in many states. */
const usedStudio = async (): Promise<Studio> => {
  const studio = await openStudio();
  const { given, post, patch } = studio;
  const site = await given(post('/v2/sites', { name: '=Site, "2"', code: 'two', timezone: 'Europe/Paris' }));
  await given(
    post('/v2/staff', {
      firstName: 'Ida',
      lastName: 'Coe',
      email: 'ida@example.com',
      role: 'instructor',
      siteIds: [site.id],
    }),
  );
  const ida = (await given(studio.get('/v2/staff'))).data[0].id;
  await given(
    patch('/v2/settings', {
      booking: { waitlistDefaultCapacity: 7, lateCancelWindowMinutes: 60 },
      payment: { acceptedMethods: ['cash', 'card'], processor: { confirmOnConnectedAccount: true } },
      notification: { bookingReminder: { minutesBefore: 45 }, quietHours: { start: '22:00', end: '07:00' } },
      brand: { name: 'Flow & Co', weekStart: 'SU' },
    }),
  );
  await given(patch(`/v2/settings?siteId=${site.id}`, { booking: { waitlistEnabled: false, bookingWindowDays: 3 } }));
  await given(patch('/v2/settings', { booking: { lateCancelWindowMinutes: 720 } }));
  const weekly = {
    name: 'Week; "ly"',
    siteId: site.id,
    startDate: '2026-03-02',
    startTime: '18:00',
    durationMinutes: 45,
    capacity: 12,
    instructorId: ida,
    horizonDays: 21,
    tags: ['a', '@b'],
    dropInPrice: { amount: 1, currency: 'EUR' },
  };
  const series = await given(
    post('/v2/schedules', {
      ...weekly,
      recurrenceRule: { frequency: 'weekly', daysOfWeek: ['MO', 'TH'] },
      exceptions: [{ date: '2026-03-05', action: 'move', startTime: '19:00' }],
      bookingPolicyOverrides: { waitlistEnabled: true },
      metadata: { door: 'left' },
    }),
  );
  await given(post('/v2/schedules', { ...weekly, instructorId: null, name: 'Once', startDate: '2026-03-10' }));
  const ended = await given(
    post('/v2/schedules', {
      ...weekly,
      instructorId: null,
      name: 'Ended',
      startTime: '06:00',
      recurrenceRule: { frequency: 'daily', count: 3 },
    }),
  );
  await given(studio.delete(`/v2/schedules/${ended.id}`));
  const dates = (await given(studio.get(`/v2/sessions?instructor_id=${ida}`))).data;
  await given(patch(`/manage/sessions/${dates[1].id}`, { name: 'Special', waitlistCapacity: 2 }));
  await given(post(`/manage/sessions/${dates[2].id}/cancel`, { reason: 'ill' }));
  const ben = await given(
    post('/v2/staff', { firstName: 'Ben', lastName: 'Li', email: 'ben@example.com', role: 'instructor' }),
  );
  await given(post(`/manage/sessions/${dates[3].id}/substitute`, { instructorId: ben.id }));
  await given(studio.delete(`/v2/staff/${ben.id}`));
  expect(series.generatedUntil).not.toBeNull();
  const ann = await createClient(studio, {
    externalId: 'ann',
    phone: '+1 555 0100',
    tags: ['a;b', '@c'],
    address: { line1: '1 Rue', city: 'Paris', country: 'FR' },
    notes: '=1+1\r\n"quoted", and more',
    metadata: { source: 'crm' },
    customProperties: { size: { shoe: 38 } },
    alerts: { red: 'knee' },
    marketingConsent: { email: true },
    leaderboardVisibility: 'hidden',
    homeLocationId: site.id,
    barcode: '-12',
  });
  const theme = { name: 'Harbour', colors: { primary: '#7a1f5c' }, fontFamily: 'Georgia' };
  const maintenance = { active: true, until: '2026-04-01T00:00:00Z' };
  const experience = { theme, maintenance, milestones: { visits: [10, 20] }, isEnabled: false };
  await given(studio.send('PUT', '/manage/experience', experience));
  const acting = { 'x-client-id': ann };
  const notifications = { quietHours: { start: '22:00', end: '07:00' }, categories: { awards: { push: false } } };
  await given(studio.send('PUT', '/v2/member/notifications/preferences', notifications, acting));
  await given(studio.send('PUT', '/v2/member/preferences/units', { weight: 'lb' }, acting));
  const bob = await createClient(studio, { referredByClientId: ann, dateOfBirth: '1990-12-31', status: 'suspended' });
  const gone = await createClient(studio, { waiver: { status: 'signed', signedAt: '2026-01-01T00:00:00Z' } });
  await given(patch(`/v2/clients/${ann}`, { referredByClientId: gone }));
  await given(studio.delete(`/v2/clients/${gone}`));
  const planId = await createPlan(studio, { externalId: 'ten', usageLimit: { count: 3, period: 'week' } });
  const unlimited = await createPlan(studio, { name: 'All', type: 'unlimited', creditsTotal: null, validityDays: 30 });
  const sale = { planId, paymentMethod: 'cash' };
  const pack = await given(post('/manage/packages', { clientId: ann, ...sale, metadata: { a: 'b' } }));
  const all = await given(post('/manage/packages', { clientId: bob, planId: unlimited, paymentMethod: 'comp' }));
  const cancelled = await given(post('/manage/packages', { clientId: bob, ...sale }));
  await given(post(`/manage/packages/${pack.id}/adjust`, { delta: -2, reason: 'Sorry' }));
  await given(post(`/v2/packages/${cancelled.id}/cancel`, { reason: 'moved' }));
  await given(post(`/v2/payments/${pack.payment.id}/refund`, { amount: 500, reason: 'service_issue' }));
  await given(post(`/v2/payments/${cancelled.payment.id}/refund`, {}));
  const first = await addSessionInUtc(studio, 2 * HOUR_MS, { capacity: 2 });
  const second = await addSessionInUtc(studio, 26 * HOUR_MS, { name: 'Pow=er' });
  await addSessionInUtc(studio, 200 * HOUR_MS, { id: FUTURE });
  const cara = await createClient(studio);
  await addUsedContent(studio, { site: site.id, instructor: ida, plan: planId, clientId: ann });
  await addEdges(studio, { site: site.id, ida, plan: planId, weekly });
  await addSigned(studio, ann);
  const booked = await given(
    post('/v2/bookings', { clientId: ann, sessionId: first, packageId: pack.id, notes: 'mat' }),
  );
  const late = await given(post('/v2/bookings', { clientId: ann, sessionId: second, packageId: pack.id }));
  const absent = await given(post('/v2/bookings', { clientId: cara, sessionId: first, externalId: 'b' }));
  await given(post('/v2/bookings', { clientId: ann, sessionId: FUTURE, packageId: pack.id }));
  await studio.time.moveTo(TEST_START + 3 * HOUR_MS);
  await given(post(`/v2/bookings/${booked.id}/checkin`));
  await given(post(`/v2/bookings/${absent.id}/noshow`));
  await studio.time.skipTo(TEST_START + 20 * HOUR_MS);
  await given(post(`/v2/bookings/${late.id}/cancel`, { reason: 'other' }));
  await given(
    post('/manage/payments', {
      clientId: ann,
      amount: 300,
      currency: 'USD',
      paymentMethod: 'cash',
      purpose: 'drop_in',
      bookingId: booked.id,
      description: 'Fee',
    }),
  );
  await given(post(`/manage/packages/${all.id}/freeze`, { reason: 'holiday' }));
  await studio.time.skipTo(TEST_START + 28 * HOUR_MS);
  return studio;
};

/** The number of the next invoice: the series goes on where it was. */
const nextInvoice = async ({ given, get, post }: Studio): Promise<string> => {
  const clientId = (await given(get('/v2/clients?external_id=ann'))).data[0].id;
  const money = { amount: 1, currency: 'USD', paymentMethod: 'cash', purpose: 'other', siteId: MAIN_SITE };
  return (await given(post('/manage/payments', { clientId, ...money }))).invoiceNumber;
};

describe('a studio that moves', () => {
  for (const format of ['csv', 'json'] as const) {
    test(`${format}: exported, imported into an empty studio and exported again: the same files`, async () => {
      const from = await usedStudio();
      const exported = { csv: await exportAll(from, 'csv'), json: await exportAll(from, 'json') };
      const to = await emptyStudio(from);
      keepSameFiles(from, to);
      await importAll(to, exported[format], format);
      for (const as of ['csv', 'json'] as const) {
        const again = await exportAll(to, as);
        for (const [family, file] of exported[as]) expect([family, again.get(family)]).toEqual([family, file]);
      }
      expect(differences(from, to)).toEqual([]);
      for (const response of await importAll(to, exported[format], format)) {
        expect(response).toMatchObject({ created: 0, updated: 0 });
      }
      const settingsEvents = Array(6).fill('settings.updated');
      expect(to.events()).toEqual([
        ...IMPORT_FAMILIES.flatMap((family) => [...(family === 'settings' ? settingsEvents : []), 'import.completed']),
        ...IMPORT_FAMILIES.map(() => 'import.completed'),
      ]);
      expect(await nextInvoice(to)).toBe(await nextInvoice(from));
      expect(from.reportedErrors).toEqual([]);
      expect(to.reportedErrors).toEqual([]);
    }, 30_000);
  }
});
