import { beforeEach, describe, expect, test } from 'bun:test';
import { HOUR_MS } from '../../../src/kernel/durations.ts';
import { addStaffKey } from '../../api/staff-keys.ts';
import { forEachTest, inHours, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { errorWithParam } from '../../helpers/errors.ts';
import { createClient, UNKNOWN } from '../../helpers/sales.ts';
import { checkIn } from '../checkins/set-up.ts';

let [ann, bo, uptown] = ['', '', ''];
const studio = forEachTest(openStudio);
beforeEach(async () => {
  ann = await createClient(studio);
  bo = await createClient(studio);
  uptown = (await studio.given(studio.post('/v2/sites', { name: 'Uptown' }))).id;
});

/** The external ids in a file, in its order. */
const idsIn = async (path: string, key = studio.mainKey): Promise<string[]> => {
  const url = `http://localhost/manage/exports/${path}`;
  const response = await studio.app.fetch(new Request(url, { headers: { 'x-service-api-key': key } }));
  expect(response.status).toBe(200);
  const rows: { externalId: string }[] = JSON.parse(await response.text());
  return rows.map(({ externalId }) => externalId);
};

const refusal = async (path: string) => errorWithParam(await studio.get(`/manage/exports/${path}`));

describe('the file of clients', () => {
  test('has the clients of some ids alone, newest first, and of them who are at a site of the caller', async () => {
    const third = await createClient(studio, { externalId: 'c', homeLocationId: uptown });
    for (const [id, externalId] of [
      [ann, 'a'],
      [bo, 'b'],
    ] as const) {
      await studio.given(studio.patch(`/v2/clients/${id}`, { externalId, homeLocationId: MAIN_SITE }));
    }
    const path = (...ids: string[]) => `clients?format=json&${ids.map((id) => `id[]=${id}`).join('&')}`;
    expect(await idsIn(path(ann, third))).toEqual(['c', 'a']);
    expect(await idsIn(path(bo.toUpperCase()))).toEqual(['b']);
    expect(await idsIn(path(UNKNOWN))).toEqual([]);
    const { key } = await addStaffKey(studio, { role: 'manager', siteIds: [MAIN_SITE] });
    expect(await idsIn(path(ann, bo, third), key)).toEqual(['b', 'a']);
    expect(await refusal(`plans?id[]=${ann}`)).toEqual([400, 'parameter_invalid', 'id[]']);
    const many = Array.from({ length: 101 }, () => ann);
    expect((await studio.get(`/manage/exports/${path(...many)}`)).status).toBe(400);
  });
});

describe('the file of clients with the filters of their list', () => {
  beforeEach(async () => {
    await studio.given(
      studio.patch(`/v2/clients/${ann}`, { externalId: 'a', tags: ['trial'], homeLocationId: MAIN_SITE }),
    );
    await studio.given(
      studio.patch(`/v2/clients/${bo}`, { externalId: 'b', status: 'inactive', homeLocationId: MAIN_SITE }),
    );
    await createClient(studio, { externalId: 'c', tags: ['trial'], homeLocationId: uptown, lastName: 'Søren' });
    const archived = await createClient(studio, { externalId: 'd', tags: ['trial'], homeLocationId: MAIN_SITE });
    await studio.delete(`/v2/clients/${archived}`);
  });

  test('has whom the list has, newest first', async () => {
    for (const [query, expected] of [
      ['', 'dcba'],
      ['tag=trial', 'ca'],
      ['tag=trial&include_archived=true', 'dca'],
      ['status=archived', 'd'],
      ['status=inactive', 'b'],
      [`home_site_id=${MAIN_SITE}`, 'ba'],
      ['search=soren', 'c'],
      ['never_visited=true', 'cba'],
      ['joined_before=-P400D', ''],
      ['joined_after=-P400D&tag=trial', 'ca'],
    ] as const) {
      expect([query, (await idsIn(`clients?format=json&${query}`)).join('')]).toEqual([query, expected]);
      if (query === '') continue;
      const list = await studio.given(studio.get(`/v2/clients?${query}`));
      expect(list.data.map(({ externalId }: { externalId: string }) => externalId).join('')).toBe(expected);
    }
    const { key } = await addStaffKey(studio, { role: 'manager', siteIds: [MAIN_SITE] });
    expect(await idsIn('clients?format=json&tag=trial&include_archived=true', key)).toEqual(['d', 'a']);
  });

  test('goes on after a page of the file', async () => {
    const rows = Array.from({ length: 430 }, (_, at) => `First,Last,many-${at}@members.example,many`);
    const csv = ['firstName,lastName,email,tags', ...rows].join('\n');
    await studio.given(studio.send('POST', '/manage/imports?family=clients', csv, { 'content-type': 'text/csv' }));
    expect(await idsIn('clients?format=json&tag=many')).toHaveLength(430);
    expect(await idsIn('clients?format=json&search=first')).toHaveLength(430);
  });

  test('400 ids and filters together, and filters of another family', async () => {
    expect(await refusal(`clients?tag=trial&id[]=${ann}`)).toEqual([400, 'parameter_invalid', 'id[]']);
    expect(await refusal('payments?tag=trial')).toEqual([400, 'parameter_invalid', 'tag']);
    expect(await refusal('checkins?search=ann')).toEqual([400, 'parameter_invalid', 'search']);
  });
});

describe('the file of payments', () => {
  const pay = (externalId: string, fields: object) =>
    studio.given(
      studio.post('/manage/payments', {
        amount: 100,
        currency: 'USD',
        paymentMethod: 'cash',
        purpose: 'product',
        externalId,
        ...fields,
      }),
    );
  beforeEach(async () => {
    await pay('a', { clientId: ann, siteId: MAIN_SITE });
    await pay('b', { clientId: bo, siteId: uptown, paymentMethod: 'external' });
    await studio.time.skipTo(studio.time.now() + HOUR_MS);
    await pay('c', { clientId: ann, siteId: uptown, purpose: 'other' });
  });

  test('has what the list with the same filters has', async () => {
    for (const [query, expected] of [
      ['', 'cba'],
      [`client_id=${ann}`, 'ca'],
      [`location_id=${uptown}`, 'cb'],
      ['payment_method=external', 'b'],
      ['purpose=product&status=completed', 'ba'],
      [`from=${inHours(0.5)}`, 'c'],
      [`to=${inHours(0.5)}&location_id=${uptown}`, 'b'],
      ['status=refunded', ''],
    ] as const) {
      expect([query, (await idsIn(`payments?format=json&${query}`)).join('')]).toEqual([query, expected]);
    }
    const { key } = await addStaffKey(studio, { role: 'manager', siteIds: [MAIN_SITE] });
    expect(await idsIn('payments?format=json&purpose=product', key)).toEqual(['a']);
  });

  test('403 for a site of others', async () => {
    const { headers } = await addStaffKey(studio, { role: 'manager', siteIds: [MAIN_SITE] });
    const { status } = await studio.get(`/manage/exports/payments?location_id=${uptown}`, headers);
    expect(status).toBe(403);
  });
});

test('the file of check-ins has what the list with the same filters has', async () => {
  await checkIn(studio, { clientId: ann, locationId: MAIN_SITE, externalId: 'a' });
  await studio.patch(`/v2/clients/${bo}`, { status: 'suspended' });
  await checkIn(studio, { clientId: bo, locationId: uptown, externalId: 'b' });
  for (const [query, expected] of [
    ['', 'ba'],
    ['status=invalid', 'b'],
    ['status=valid', 'a'],
    [`location_id=${uptown}&from=${inHours(-1)}&to=${inHours(1)}`, 'b'],
    [`client_id=${ann}`, 'a'],
  ] as const) {
    expect([query, (await idsIn(`checkins?format=json&${query}`)).join('')]).toEqual([query, expected]);
  }
});

test('400 a filter or a word that a family does not have', async () => {
  expect(await refusal('clients?status=completed')).toEqual([400, 'parameter_invalid', 'status']);
  expect(await refusal('checkins?status=completed')).toEqual([400, 'parameter_invalid', 'status']);
  expect(await refusal('checkins?purpose=other')).toEqual([400, 'parameter_invalid', 'purpose']);
  expect(await refusal('payments?status=valid')).toEqual([400, 'parameter_invalid', 'status']);
});
