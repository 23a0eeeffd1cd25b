import { SETTINGS_GROUPS } from '../../src/events/enumerations.ts';
import { DAY_MS } from '../../src/kernel/durations.ts';
import { UpdateSettings } from '../../src/resources/settings/shapes.ts';
import { imported } from '../resources/imports/set-up.ts';
import type { Studio } from './api.ts';
import { addContent } from './every-field-content.ts';
import { addEngagement, addVisits } from './every-field-engagement.ts';
import { image, must, own } from './every-field-requests.ts';

/** Sets every setting of the brand, to what it is by default. */
const addSettings = async (studio: Studio): Promise<void> => {
  const shown = await must(studio, 'GET', '/v2/settings');
  const groups = SETTINGS_GROUPS.map((group) => {
    const names = Object.keys(UpdateSettings.properties[group].properties);
    return [group, Object.fromEntries(names.map((name) => [name, shown[group][name]]))] as const;
  });
  const body = Object.fromEntries(groups);
  const processor = { confirmOnConnectedAccount: true };
  await must(studio, 'PATCH', '/v2/settings', { ...body, payment: { ...body.payment, processor } });
};

interface Place {
  readonly siteId: string;
  readonly instructorId: string;
  readonly otherId: string;
}

const addPlaces = async (studio: Studio): Promise<Place> => {
  const send = (method: string, path: string, body: object) => must(studio, method, path, body);
  const { id: siteId } = await send('POST', '/v2/sites', {
    name: 'Harbour',
    code: 'h',
    description: 'By the sea',
    phone: '+1 555 0101',
    email: 'h@example.com',
    websiteUrl: 'https://harbour.example',
    imageUrls: [image('harbour')],
    latitude: 48.85,
    longitude: 2.35,
    address: { line1: '1 Quay', line2: 'Left', city: 'Brest', state: 'B', postalCode: '29200', country: 'FR' },
    timezone: 'Europe/Paris',
    currency: 'EUR',
    rooms: [{ id: 'r', name: 'Room', capacity: 9 }],
    openingHours: [{ day: 'MO', open: '08:00', close: '20:00' }],
    closures: [{ startDate: '2026-12-24', endDate: '2026-12-26', name: 'Winter' }],
    ...own('site'),
  });
  await send('POST', '/v2/sites', { name: 'Online', status: 'inactive', isDigital: true });
  const { id: instructorId } = await send('POST', '/v2/staff', {
    firstName: 'Ida',
    lastName: 'Coe',
    email: 'ida@example.com',
    phone: '+1 555 0102',
    displayName: 'Ida C.',
    photoUrl: image('ida'),
    bio: 'Teaches',
    pronouns: 'she/her',
    role: 'front_desk',
    isInstructor: true,
    siteIds: [siteId],
    primarySiteId: siteId,
    employmentType: 'part-time',
    hiredOn: '2020-01-01',
    terminatedOn: '2030-01-01',
    permissionOverrides: { grant: ['payments:refund'] },
    ...own('ida'),
  });
  const certifications = [{ name: 'RYT 200', issuer: 'Yoga Alliance', expiresOn: '2027-01-01' }, { name: 'CPR' }];
  const payRate = { type: 'hourly', amount: 3000, currency: 'EUR' };
  const teaching = { specialties: ['Yoga; slow'], certifications, sortOrder: 3, isBookable: false, payRate };
  await send('PATCH', `/v2/instructors/${instructorId}`, teaching);
  const ben = { firstName: 'Ben', lastName: 'Li', email: 'ben@example.com', role: 'instructor' };
  const { id: otherId } = await send('POST', '/v2/staff', ben);
  // Who has stopped teaching keeps the rate of pay.
  const former = { firstName: 'Fay', lastName: 'Orr', email: 'fay@example.com', payRate, specialties: ['Barre'] };
  const { id } = await send('POST', '/v2/instructors', former);
  await must(studio, 'DELETE', `/v2/instructors/${id}`);
  await send('PUT', '/manage/experience', { theme: { name: 'Harbour' }, maintenance: { message: 'Soon' } });
  return { siteId, instructorId, otherId };
};

const addClients = async (studio: Studio, { siteId }: Place): Promise<string> => {
  const { id: friend } = await must(studio, 'POST', '/manage/clients', { firstName: 'Bo', lastName: 'Ray' });
  const { id } = await must(studio, 'POST', '/v2/clients', {
    firstName: 'Ann',
    lastName: 'Lee',
    email: 'ann@example.com',
    phone: '+1 555 0103',
    dateOfBirth: '1990-02-28',
    gender: 'woman',
    photoUrl: image('ann'),
    preferredLocale: 'fr-FR',
    timezone: 'Europe/Paris',
    status: 'inactive',
    address: { line1: '2 Quay', city: 'Brest', country: 'FR' },
    homeLocationId: siteId,
    barcode: 'b1',
    fobNumber: 'f1',
    leadSource: 'friend',
    referredByClientId: friend,
    emergencyContact: { name: 'Cy', phone: '+1 555 0104', email: 'cy@example.com', relationship: 'brother' },
    joinedAt: '2021-01-01T00:00:00Z',
    tags: ['early'],
    customProperties: { shoe: 38 },
    notes: 'x',
    alerts: { red: 'knee', yellow: 'late' },
    waiver: { status: 'signed', version: '2', signedAt: '2026-01-01T00:00:00Z' },
    marketingConsent: { email: true, sms: true, push: true, updatedAt: '2026-01-01T00:00:00Z', source: 'form' },
    leaderboardVisibility: 'visible',
    ...own('ann'),
  });
  const signed = { kind: 'waiver', version: '2', text: 'At my own risk.', name: 'Ann Lee', guardianName: 'Ada Lee' };
  const from = { signedAt: '2026-01-01T00:00:00Z', address: '192.0.2.7', channel: 'desk' };
  await imported(studio, 'agreements', [{ ...signed, ...from, clientId: id, signedByClientId: friend }]);
  const parent = { clientId: id, role: 'adult', isPayer: true, hasAgreed: true };
  const members = [parent, { clientId: friend, role: 'dependant' }];
  await must(studio, 'POST', '/manage/households', { name: 'Lee', members, ...own('home') });
  await must(studio, 'POST', '/manage/member-links', { clientId: id, issuer: 'https://id.example', subject: 'ann' });
  const preferences = { quietHours: { start: '22:00', end: '07:00' }, categories: { awards: { push: false } } };
  await must(studio, 'PUT', '/v2/member/notifications/preferences', preferences, id);
  const units = { system: 'imperial', weight: 'lb', distance: 'mi', length: 'in', energy: 'kJ' };
  await must(studio, 'PUT', '/v2/member/preferences/units', units, id);
  return id;
};

const addCalendar = async (studio: Studio, { siteId, instructorId, otherId }: Place): Promise<string> => {
  const terms = {
    description: 'Slow',
    category: 'Yoga',
    level: 'All',
    tags: ['mat'],
    imageUrl: image('flow'),
    bring: ['Mat'],
    arriveMinutes: 10,
    sign: 'rest',
    type: 'course',
    creditCost: 2,
    dropInPrice: { amount: 1500, currency: 'EUR' },
    isVirtual: true,
    isPrivate: true,
    virtualUrl: 'https://video.example/room',
    roomName: 'Room',
    capacity: 8,
    waitlistEnabled: true,
    waitlistCapacity: 4,
    siteId,
    instructorId,
    additionalInstructorIds: [otherId],
  };
  const rule = { recurrenceRule: { frequency: 'weekly', daysOfWeek: ['MO', 'TH'] }, durationMinutes: 45 };
  const dates = { startDate: '2026-03-02', endDate: '2026-09-30', startTime: '18:00', timezone: 'Europe/Berlin' };
  const schedule = { name: 'Flow', ...terms, ...rule, ...dates, horizonDays: 21 };
  await must(studio, 'POST', '/v2/schedules', {
    ...schedule,
    bookingPolicyOverrides: { requireCredit: true },
    ...own('flow'),
    exceptions: [{ date: '2026-03-05', action: 'skip', reason: 'Strike' }],
  });
  await must(studio, 'POST', '/v2/schedules', { ...schedule, name: 'Later', startTime: '06:00', status: 'paused' });
  const startTime = new Date(studio.time.now() + 3 * DAY_MS).toISOString();
  const talk = { name: 'Talk', ...terms, startTime, durationMinutes: 90 };
  return (await must(studio, 'POST', '/manage/sessions', talk)).id;
};

const addSales = async (studio: Studio, clientId: string, { siteId }: Place): Promise<void> => {
  const send = (method: string, path: string, body: object) => must(studio, method, path, body);
  const eligible = { eligibleSiteIds: [siteId], eligibleCategories: ['Yoga'] };
  const { id: planId } = await send('POST', '/manage/plans', {
    name: 'Club',
    description: 'All',
    category: 'Member',
    type: 'limited_membership',
    price: 9000,
    currency: 'EUR',
    creditsTotal: 20,
    validityDays: 30,
    activationType: 'on_first_visit',
    autoRenews: false,
    usageLimit: { count: 3, period: 'week' },
    isSoldOnline: true,
    maxPerClient: 1,
    minimumTermMonths: 12,
    noticeDays: 14,
    memberMayFreeze: true,
    guestCredits: true,
    isShareable: true,
    ...eligible,
    ...own('club'),
  });
  const monthly = await send('POST', '/manage/plans', {
    name: 'Go on',
    type: 'unlimited',
    price: 1,
    currency: 'EUR',
    validityMonths: 1,
    autoRenews: true,
  });
  const codes = [{ percentOff: 10 }, { amountOff: 500, currency: 'EUR' }].map((off, index) => ({
    ...{ code: `CODE-${index}`, name: 'Spring', ...off, planIds: [planId], eligibleSiteIds: [siteId] },
    ...{ startsAt: '2026-03-01T00:00:00Z', endsAt: '2027-03-01T00:00:00Z', maxRedemptions: 50, maxPerClient: 2 },
    ...{ newClientsOnly: true, appliesTo: 'all' },
  }));
  for (const code of codes) await send('POST', '/manage/discount-codes', code);
  const sale = { clientId, planId, siteId, paymentMethod: 'cash' };
  const { id, payment } = await send('POST', '/manage/packages', { ...sale, discountCode: 'CODE-1' });
  await send('POST', '/manage/packages', { clientId, planId: monthly.id, siteId, paymentMethod: 'cash' });
  const card = { clientId, processor: 'sandbox', mode: 'test', customerId: 'cus', cardId: 'pm' };
  const paymentMethodId = (await imported(studio, 'payment_methods', [card])).results[0].id;
  await send('PATCH', `/manage/packages/${id}`, {
    name: 'Mine',
    category: 'Own',
    description: 'Of Ann',
    expiresAt: '2027-01-01T00:00:00Z',
    autoRenews: true,
    paymentMethodId,
    onHold: true,
    holdReason: 'away',
    ...eligible,
    ...own('package'),
  });
  await send('PATCH', `/manage/payments/${payment.id}`, { description: 'Cash', ...own('payment') });
  const refund = { amount: 200, reason: 'service_issue', notes: 'Late' };
  await send('POST', `/v2/payments/${payment.id}/refund`, refund);
};

/** Adds records of every kind, which together have every field that operations set, with another value than by default. */
export const addEveryField = async (studio: Studio): Promise<void> => {
  await addSettings(studio);
  const place = await addPlaces(studio);
  const clientId = await addClients(studio, place);
  await addCalendar(studio, place);
  await addSales(studio, clientId, place);
  const sessionId = await addVisits(studio, clientId);
  const metricId = await addContent(studio, clientId, place);
  await addEngagement(studio, { clientId, metricId, sessionId, siteId: place.siteId });
};
