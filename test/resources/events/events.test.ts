import { describe, expect, test } from 'bun:test';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { forEachTest, MAIN_SITE, openStudio, TEST_START } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { isCostly, plansOf } from '../../helpers/query-plans.ts';

const CHECK_IN = { siteID: MAIN_SITE, checkInTime: '2026-03-02T08:00:00.000Z', firstName: 'Dana' };

const studio = forEachTest(openStudio);

const typesOf = async (query = ''): Promise<string[]> => {
  const { status, body } = await studio.get(`/manage/events${query}`);
  expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
  return body.data.map(({ type }: { type: string }) => type);
};
const create = async (lastName: string): Promise<string> => {
  const email = `${lastName}@example.com`;
  return (await studio.post('/v2/clients', { firstName: 'A', lastName, email })).body.id;
};

describe('200', () => {
  test('every event that was raised, newest first, in the envelope that was sent', async () => {
    const id = await create('one');
    await studio.patch(`/v2/clients/${id}`, { phone: '+1 212 555 0142' });
    const { body } = await studio.get('/manage/events');
    expect(body).toMatchObject({ object: 'list', url: '/manage/events', hasMore: false, nextCursor: null });
    const stored = studio.db.query('select body, actor, requestId from events order by id desc').all() as {
      body: string;
    }[];
    expect(body.data).toEqual(stored.map(({ body: sent, ...origin }) => ({ ...JSON.parse(sent), ...origin })));
    expect(body.data.map(({ type }: { type: string }) => type)).toEqual(['client.updated', 'client.created']);
    expect((await studio.get(`/manage/events/${body.data[1].id}`)).body).toEqual(body.data[1]);
    expect(studio.events()).toEqual(['client.created', 'client.updated']);
  });

  test('narrowed by type, client and time', async () => {
    const first = await create('one');
    await studio.time.skipTo(TEST_START + DAY_MS);
    const second = await create('two');
    await studio.patch(`/v2/clients/${first}`, { phone: '+1 212 555 0142' });
    expect(await typesOf('?type=client.created')).toEqual(['client.created', 'client.created']);
    expect(await typesOf(`?client_id=${first}`)).toEqual(['client.updated', 'client.created']);
    expect(await typesOf(`?client_id=${second}`)).toEqual(['client.created']);
    expect(await typesOf(`?client_id=${first}&type=client.updated`)).toEqual(['client.updated']);
    expect(await typesOf('?from=2026-03-03T08:00:00Z')).toEqual(['client.updated', 'client.created']);
    expect(await typesOf('?to=2026-03-03T09:00:00%2B01:00')).toEqual(['client.created']);
    expect(await typesOf('?from=2026-03-02T08:00:00Z&to=2026-03-03T08:00:00Z&type=client.created')).toHaveLength(1);
    expect(await typesOf(`?client_id=${first}&from=2026-03-04T00:00:00Z`)).toEqual([]);
  });

  test('page by page, both ways', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await create(name);
    const all = await studio.listed('/manage/events');
    const first = (await studio.get('/manage/events?limit=2')).body;
    expect(first).toMatchObject({ hasMore: true, nextCursor: all[1], previousCursor: null });
    const second = (await studio.get(`/manage/events?limit=2&starting_after=${first.nextCursor}`)).body;
    expect(second.data.map(({ id }: { id: string }) => id)).toEqual(all.slice(2, 4));
    const back = (await studio.get(`/manage/events?limit=2&ending_before=${second.previousCursor}`)).body;
    expect(back.data).toEqual(first.data);
  });

  test('a legacy check-in is shown in an envelope, with its flat body as data', async () => {
    const clientID = await addClient(studio);
    const id = await studio.store.write<string>((tx) => tx.raiseCheckIn({ ...CHECK_IN, clientID }));
    const { body } = await studio.get(`/manage/events?client_id=${clientID}&type=checkIn`);
    expect(body.data).toMatchObject([{ id, object: 'event', type: 'checkIn', data: { clientID, barcode: null } }]);
  });

  test('of the last 30 days, and no longer', async () => {
    await create('old');
    const { id } = (await studio.get('/manage/events')).body.data[0];
    await studio.time.skipTo(TEST_START + 30 * DAY_MS);
    expect(await typesOf()).toEqual(['client.created']);
    await studio.time.skipTo(TEST_START + 30 * DAY_MS + 1);
    expect(await typesOf()).toEqual([]);
    expect((await studio.get(`/manage/events/${id}`)).status).toBe(404);
  });

  test('a credential of some sites sees only their events', async () => {
    const { body: other } = await studio.post('/v2/sites', { name: 'Riverside' });
    const id = await create('here');
    await studio.post('/v2/clients', {
      firstName: 'A',
      lastName: 'B',
      email: 'b@example.com',
      homeLocationId: other.id,
    });
    const headers = await studio.withKey({ siteIds: [MAIN_SITE] });
    const dataOf = async (query: string) =>
      (await studio.get(`/manage/events${query}`, headers)).body.data.map(({ data }: { data: object }) => data);
    const own = [{ clientId: id, siteId: MAIN_SITE, status: 'ACTIVE', homeLocationId: MAIN_SITE }];
    for (const query of ['', '?type=client.created', `?client_id=${id}`, '?limit=1']) {
      expect(await dataOf(query)).toEqual(own);
    }
    const hidden = (await studio.get('/manage/events?type=site.created')).body.data[0].id;
    expect((await studio.get(`/manage/events/${hidden}`, headers)).status).toBe(404);
  });
});

describe('errors', () => {
  const NOBODY = '01950000-0000-7000-8000-00000000ffff';
  test.each([
    ['?type=client.creatd', 'parameter_invalid'],
    ['?from=yesterday', 'parameter_invalid'],
    ['?client=x', 'parameter_unknown'],
    ['?starting_after=evt_1', 'cursor_invalid'],
    ['?limit=0', 'parameter_invalid'],
  ])('400 %s: %s', async (query, code) => {
    expect(await studio.get(`/manage/events${query}`)).toMatchObject({ status: 400, body: { error: { code } } });
  });
  test('404 for an event that is unknown', async () => {
    for (const id of ['evt_1', `evt_${NOBODY}`, NOBODY]) {
      expect(await studio.get(`/manage/events/${id}`)).toMatchObject({
        status: 404,
        body: { error: { code: 'resource_not_found' } },
      });
    }
  });
  test('403 without the scope to manage', async () => {
    const headers = await studio.withKey({ scopes: ['webhooks:write'] });
    expect((await studio.get('/manage/events', headers)).status).toBe(403);
  });
});

test('every page is a seek in an index that has the order of the list', async () => {
  const clientId = await addClient(studio);
  const restricted = await studio.withKey({ siteIds: [MAIN_SITE] });
  const searchSteps = async (query: string, headers = {}) => {
    const steps = await plansOf(studio, 'events', () => studio.get(`/manage/events${query}`, headers));
    expect(steps.filter(isCostly)).toEqual([]);
    return steps.map((step) => step.replace(/\(.*/, '').trim());
  };
  // The last events, which the indexes do not have yet, are after the last one that they have.
  const newest = [
    'SEARCH events USING INDEX sqlite_autoindex_events_1',
    'SCALAR SUBQUERY 1',
    'SCAN events USING INDEX sqlite_autoindex_events_1',
  ];
  const clientAndType = `?client_id=${clientId}&type=client.created`;
  expect(await searchSteps('')).toEqual([...newest, 'SEARCH events USING INDEX sqlite_autoindex_events_1']);
  expect(await searchSteps('?type=client.created&from=2026-03-01T00:00:00Z&to=2026-03-03T00:00:00Z')).toEqual([
    ...newest,
    'SEARCH events USING INDEX eventsByType',
  ]);
  expect(await searchSteps(clientAndType)).toEqual([...newest, 'SEARCH events USING INDEX eventsByClient']);
  expect(await searchSteps('?actor=someone')).toEqual([...newest, 'SEARCH events USING INDEX eventsByActor']);
  expect(await searchSteps('?request_id=req_1')).toEqual([...newest, 'SEARCH events USING INDEX eventsByRequest']);
  const restrictedSteps = await searchSteps('?type=client.created', restricted);
  expect(restrictedSteps.slice(0, 3)).toEqual(newest);
  expect(restrictedSteps.at(-1)).toBe('SEARCH events USING INDEX eventsBySite');
});
