// Everything that is wrong with a request is told at once (conventions.md "Errors").

import { expect, test } from 'bun:test';
import { type ApiResponse, forEachTest, MAIN_SITE, openStudio } from '../helpers/api.ts';
import { addClient } from '../helpers/bookings.ts';

const UNKNOWN = '01950000-0000-7000-8000-0000000000ff';
const OTHER = '01950000-0000-7000-8000-0000000000fe';

const studio = forEachTest(openStudio);

const problems = ({ body }: ApiResponse): string[] =>
  body.error.details.map(({ param, code }: { param: string; code: string }) => `${param} ${code}`);

const person = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' };
const session = { name: 'Yoga', startTime: '2026-03-03T10:00:00Z', durationMinutes: 60 };

const wrong: [path: string, body: object, expected: string[]][] = [
  [
    '/v2/clients',
    { ...person, homeLocationId: UNKNOWN, referredByClientId: OTHER },
    ['homeLocationId resource_missing', 'referredByClientId resource_missing'],
  ],
  [
    '/v2/schedules',
    {
      name: 'Yoga',
      siteId: UNKNOWN,
      startDate: '2026-03-03',
      startTime: '10:00',
      durationMinutes: 60,
      instructorId: OTHER,
    },
    ['siteId resource_missing', 'instructorId resource_missing'],
  ],
  [
    '/manage/sessions',
    { ...session, siteId: UNKNOWN, instructorId: OTHER },
    ['siteId resource_missing', 'instructorId resource_missing'],
  ],
  [
    '/v2/staff',
    { ...person, role: 'manager', siteIds: [UNKNOWN], primarySiteId: OTHER },
    ['siteIds[0] resource_missing', 'primarySiteId resource_missing'],
  ],
  [
    '/manage/packages',
    { clientId: UNKNOWN, planId: UNKNOWN, siteId: UNKNOWN },
    ['planId resource_missing', 'clientId resource_missing', 'siteId resource_missing'],
  ],
  [
    '/manage/payments',
    {
      clientId: UNKNOWN,
      siteId: UNKNOWN,
      bookingId: UNKNOWN,
      amount: 100,
      currency: 'USD',
      paymentMethod: 'cash',
      purpose: 'other',
      paymentMethodId: UNKNOWN,
    },
    [
      'clientId resource_missing',
      'siteId resource_missing',
      'paymentMethodId parameter_invalid',
      'bookingId resource_missing',
    ],
  ],
  [
    '/v2/webhooks',
    {
      name: 'Hook',
      url: 'https://10.0.0.1/',
      eventTypes: ['booking.creatd'],
      locationScope: 'selected',
      customHeader: { name: 'Host', value: 'x' },
    },
    [
      'url webhook_url_not_allowed',
      'eventTypes[0] parameter_invalid',
      'locationIds parameter_missing',
      'customHeader custom_header_not_allowed',
    ],
  ],
];
test.each(wrong)('400 POST %s with every problem', async (path, body, expected) => {
  const response = await studio.post(path, body);
  expect([response.status, response.body.error.param]).toEqual([400, String(expected[0]).split(' ')[0]]);
  expect(problems(response)).toEqual(expected);
  expect(studio.events()).toEqual([]);
});

test('400 PATCH of a session and of a client with every problem', async () => {
  const { id } = (await studio.post('/manage/sessions', { ...session, siteId: MAIN_SITE })).body;
  const client = await addClient(studio);
  await studio.post('/v2/clients', { ...person, barcode: 'B1', fobNumber: 'F1' });
  studio.events();
  const moved = await studio.patch(`/manage/sessions/${id}`, { siteId: UNKNOWN, instructorId: OTHER });
  expect(problems(moved)).toEqual(['siteId resource_missing', 'instructorId resource_missing']);
  const changed = await studio.patch(`/v2/clients/${client}`, { homeSiteId: UNKNOWN, referredByClientId: client });
  expect(problems(changed)).toEqual(['homeSiteId resource_missing', 'referredByClientId parameter_invalid']);
  const taken = await studio.patch(`/v2/clients/${client}`, { barcode: 'B1', fobNumber: 'F1' });
  expect(problems(taken)).toEqual(['barcode parameter_invalid', 'fobNumber parameter_invalid']);
  expect(studio.events()).toEqual([]);
});

test('a problem of the body comes before a conflict', async () => {
  const { id } = (await studio.post('/v2/sites', { name: 'Closed', status: 'inactive' })).body;
  studio.events();
  const both = await studio.post('/v2/clients', { ...person, homeLocationId: id, referredByClientId: UNKNOWN });
  expect([both.status, ...problems(both)]).toEqual([400, 'referredByClientId resource_missing']);
  const one = await studio.post('/v2/clients', { ...person, homeLocationId: id });
  expect([one.status, one.body.error.code]).toEqual([409, 'site_inactive']);
  expect(studio.events()).toEqual([]);
});

test('400 a missing body, or missing fields, and an unknown parameter of the query', async () => {
  const webhook = `/v2/webhooks/${UNKNOWN}`;
  for (const response of [await studio.post('/v2/checkins?zzz=1'), await studio.patch(`${webhook}?zzz=1`, undefined)]) {
    expect([response.status, ...problems(response)]).toEqual([400, 'zzz parameter_unknown', 'body parameter_missing']);
  }
  expect(problems(await studio.post('/v2/checkins?zzz=1', {}))).toEqual([
    'zzz parameter_unknown',
    'clientId parameter_missing',
    'locationId parameter_missing',
  ]);
  expect(problems(await studio.post('/v2/checkins', { checkedInAt: 'now', siteId: MAIN_SITE }))).toEqual([
    'checkedInAt parameter_invalid',
    'clientId parameter_missing',
  ]);
  expect(problems(await studio.post('/v2/checkins'))).toEqual(['body parameter_missing']);
  expect(studio.events()).toEqual([]);
});
