import { beforeAll, describe, expect, test } from 'bun:test';
import { doubledExternalIds } from '../../src/records/external-ids.ts';
import { type ApiResponse, forAllTests, MAIN_SITE, openStudio } from '../helpers/api.ts';
import { addSession } from '../helpers/bookings.ts';
import { createClient, createPlan } from '../helpers/sales.ts';
import { waitFor } from '../helpers/wait.ts';
import { complaints, imported, importFile } from './imports/set-up.ts';

let clientId: string;
let planId: string;
const studio = forAllTests(openStudio);
beforeAll(async () => {
  clientId = await createClient(studio);
  planId = await createPlan(studio);
});

let count = 0;
const unique = (): string => {
  count += 1;
  return `n${count}`;
};

/** Creates a record of each family with an external id. */
const CREATE: Readonly<Record<string, (externalId: string) => Promise<ApiResponse>>> = {
  '/v2/clients': (externalId) =>
    studio.post('/v2/clients', { firstName: 'A', lastName: 'B', email: `${unique()}@example.com`, externalId }),
  '/v2/sites': (externalId) => studio.post('/v2/sites', { name: unique(), timezone: 'UTC', externalId }),
  '/v2/staff': (externalId) =>
    studio.post('/v2/staff', {
      firstName: 'A',
      lastName: 'B',
      email: `${unique()}@example.com`,
      role: 'manager',
      externalId,
    }),
  '/manage/plans': (externalId) =>
    studio.post('/manage/plans', {
      name: unique(),
      type: 'credit_pack',
      price: 1,
      currency: 'USD',
      creditsTotal: 1,
      externalId,
    }),
  '/v2/schedules': (externalId) =>
    studio.post('/v2/schedules', {
      name: unique(),
      siteId: MAIN_SITE,
      startDate: '2026-03-09',
      startTime: '07:00',
      durationMinutes: 60,
      recurrenceRule: { frequency: 'weekly', daysOfWeek: ['MO'] },
      externalId,
    }),
  '/v2/bookings': async (externalId) =>
    studio.post('/v2/bookings', { clientId, sessionId: await addSession(studio), externalId }),
  '/manage/packages': (externalId) =>
    studio.post('/manage/packages', { clientId, planId, paymentMethod: 'cash', externalId }),
  '/manage/payments': (externalId) =>
    studio.post('/manage/payments', {
      clientId,
      amount: 1,
      currency: 'USD',
      paymentMethod: 'cash',
      purpose: 'other',
      externalId,
    }),
  '/v2/checkins': async (externalId) =>
    studio.post('/v2/checkins', { clientId: await createClient(studio), locationId: MAIN_SITE, externalId }),
  '/manage/content/entries': (externalId) =>
    studio.post('/manage/content/entries', { title: unique(), type: 'article', externalId }),
  '/manage/challenges': (externalId) =>
    studio.post('/manage/challenges', {
      title: unique(),
      type: 'points',
      startDate: '2026-04-01',
      endDate: '2026-04-30',
      externalId,
    }),
  '/manage/leaderboards': (externalId) =>
    studio.post('/manage/leaderboards', { name: unique(), rankBy: 'attendance', periodType: 'all_time', externalId }),
  '/manage/awards': (externalId) =>
    studio.post('/manage/awards', { name: unique(), trigger: 'visits', threshold: 1_000, externalId }),
};

/** The paths that change records by id; check-ins never change. */
const CHANGED_AT: Readonly<Record<string, string>> = {
  '/v2/bookings': '/manage/bookings',
  '/v2/schedules': '/v2/schedules',
};

describe.each(Object.keys(CREATE))('%s', (path) => {
  const create = async (externalId: string): Promise<ApiResponse> => {
    const response = await CREATE[path]?.(externalId);
    await waitFor(() => studio.db.query('select 1 from unfinishedChanges').get() === null);
    if (response === undefined) throw new Error(`nothing creates ${path}`);
    return response;
  };

  test('409 external_id_exists for a second record with it, in POST and PATCH', async () => {
    expect((await create('same')).status).toBe(201);
    const other = await create('other');
    expect(other.status).toBe(201);
    studio.events();
    const refused = { status: 409, body: { error: { code: 'external_id_exists' } } };
    expect(await create('same')).toMatchObject(refused);
    if (path === '/v2/checkins') return;
    const changed = `${CHANGED_AT[path] ?? path}/${other.body.id}`;
    expect(await studio.patch(changed, { externalId: 'same' })).toMatchObject(refused);
    expect(studio.events().filter((type) => !type.startsWith('session.'))).toEqual([]);
    expect(await studio.patch(changed, { externalId: 'other' })).toMatchObject({ status: 200 });
    expect(await studio.patch(changed, { externalId: 'third' })).toMatchObject({ status: 200 });
    expect(await create('other')).toMatchObject({ status: 201 });
  });
});

test('a row of an import with the external id of another record is refused, and a second import finds the first one', async () => {
  const row = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com', externalId: 'ann' };
  expect(await imported(studio, 'clients', [row])).toMatchObject({ created: 1 });
  expect(await imported(studio, 'clients', [row])).toMatchObject({ unchanged: 1 });
  const { body } = await studio.get('/v2/clients?external_id=ann');
  const other = { ...row, id: '01950000-0000-7000-8000-00000000aaaa', email: 'other@example.com' };
  expect(complaints(await importFile(studio, 'clients', [other]))).toEqual(['1 id parameter_invalid']);
  expect(await imported(studio, 'clients', [{ ...row, id: body.data[0].id, lastName: 'Park' }])).toMatchObject({
    updated: 1,
  });
});

test('doubles of older databases stay, can be changed otherwise, and imports by their external id say so', async () => {
  const [one, two] = [await createClient(studio, { externalId: 'double' }), await createClient(studio)];
  studio.db.run(`update clients set externalId = 'double' where id = '${two}'`);
  expect(doubledExternalIds(studio.db)).toEqual([{ table: 'clients', count: 1, first: 'double' }]);
  expect((await studio.patch(`/v2/clients/${two}`, { firstName: 'Zoe' })).status).toBe(200);
  expect((await studio.patch(`/v2/clients/${two}`, { externalId: 'double' })).status).toBe(200);
  const visit = { externalId: 'v', clientExternalId: 'double', checkedInAt: '2026-02-01T10:00:00Z' };
  const refused = await importFile(studio, 'checkins', [visit]);
  expect(complaints(refused)).toEqual(['1 clientExternalId parameter_invalid']);
  expect((await studio.patch(`/v2/clients/${one}`, { externalId: 'single' })).status).toBe(200);
  expect(await imported(studio, 'checkins', [visit])).toMatchObject({ created: 1 });
  expect(doubledExternalIds(studio.db)).toEqual([]);
});
