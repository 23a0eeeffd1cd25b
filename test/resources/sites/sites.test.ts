import { describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { errorOf, problemsOf } from '../../helpers/errors.ts';
import { UNKNOWN } from '../../helpers/sales.ts';

const studio = forEachTest(openStudio);

describe('POST /v2/sites', () => {
  test('201 with the brand defaults', async () => {
    const response = await studio.post('/v2/sites', { name: '  Uptown  ' });
    expect(response.status).toBe(201);
    expect(response.body).toMatchObject({
      object: 'site',
      name: 'Uptown',
      status: 'active',
      isDigital: false,
      timezone: 'America/New_York',
      currency: 'USD',
      rooms: [],
      metadata: {},
      externalId: null,
    });
    expect(studio.events()).toEqual(['site.created']);
  });

  test('400 all errors at once, with the nearest name', async () => {
    const response = await studio.post('/v2/sites', {
      nam: 'x',
      isDigital: 'yes',
      timezone: 'Mars/Base',
      rooms: [{ id: 'a' }],
    });
    expect(problemsOf(response).sort()).toEqual([
      400,
      'isDigital parameter_invalid',
      'nam parameter_unknown',
      'name parameter_missing',
      'rooms[0].name parameter_missing',
      'timezone parameter_invalid',
    ]);
    const details: { param: string; message: string }[] = response.body.error.details;
    expect(details.find(({ param }) => param === 'nam')?.message).toContain("'name'");
    expect(studio.events()).toEqual([]);
  });

  test('201 and 200 parts left out are null, and a room sent without an id gets or keeps one', async () => {
    const { body } = await studio.post('/v2/sites', {
      name: 'Uptown',
      imageUrls: ['https://example.com/a.png'],
      address: { city: 'Springfield' },
      closures: [{ startDate: '2026-12-25', endDate: '2026-12-26' }],
      rooms: [{ name: 'Studio A' }, { id: 'b', name: 'Studio B', capacity: 12 }],
    });
    const nowhere = { line1: null, line2: null, state: null, postalCode: null, country: null };
    expect(body.address).toEqual({ ...nowhere, city: 'Springfield' });
    expect(body.closures).toEqual([{ startDate: '2026-12-25', endDate: '2026-12-26', name: null }]);
    const [first, second] = body.rooms;
    expect(first).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), name: 'Studio A', capacity: null });
    expect(second).toEqual({ id: 'b', name: 'Studio B', capacity: 12 });
    const changed = await studio.patch(`/v2/sites/${body.id}`, {
      imageUrls: null,
      address: null,
      rooms: [{ name: 'Studio A', capacity: 5 }],
    });
    expect(changed.body).toMatchObject({ imageUrls: [], address: null, rooms: [{ ...first, capacity: 5 }] });
    studio.events();
  });

  test('200 each room has an id of its own, and 400 two rooms with one', async () => {
    const { body } = await studio.post('/v2/sites', { name: 'Uptown', rooms: [{ name: 'A' }] });
    const first = body.rooms[0].id;
    const roomsAfter = async (...rooms: object[]) =>
      (await studio.patch(`/v2/sites/${body.id}`, { rooms })).body.rooms.map(({ id }: { id: string }) => id);
    const three = await roomsAfter({ name: 'A' }, { name: 'A' }, { name: 'A' });
    expect([three[0], new Set(three).size]).toEqual([first, 3]);
    // The id that one room names is not given to the other one of its name.
    expect(await roomsAfter({ name: 'A' }, { id: first, name: 'A' })).toEqual([three[1], first]);
    const same = [
      { id: 'c', name: 'C' },
      { id: 'c', name: 'D' },
    ];
    const { status, body: refusal } = await studio.patch(`/v2/sites/${body.id}`, { rooms: same });
    expect([status, refusal.error.param]).toEqual([400, 'rooms[1].id']);
    expect(studio.events()).toEqual(['site.created', 'site.updated', 'site.updated']);
  });

  test('400 a name of more than 100 characters', async () => {
    const status = async (length: number) => (await studio.post('/v2/sites', { name: 'x'.repeat(length) })).status;
    expect([await status(100), await status(101)]).toEqual([201, 400]);
    studio.events();
  });

  test('201 with 200 rooms, and 400 with more', async () => {
    const create = (count: number) =>
      studio.post('/v2/sites', { name: 'Large', rooms: Array.from({ length: count }, (_, at) => ({ name: `${at}` })) });
    const made = await create(200);
    expect([made.status, made.body.rooms.length]).toEqual([201, 200]);
    const { status, body } = await create(201);
    expect([status, body.error.param]).toEqual([400, 'rooms']);
    expect(studio.events()).toEqual(['site.created']);
  });

  test('400 a code that another site has', async () => {
    await studio.given(studio.post('/v2/sites', { name: 'A', code: 'a' }));
    const response = await studio.post('/v2/sites', { name: 'B', code: 'a' });
    expect([response.status, response.body.error.param]).toEqual([400, 'code']);
    expect(studio.events()).toEqual([]);
  });

  test('401 without a credential, before anything else', async () => {
    const response = await studio.post('/v2/sites', '{broken', { 'x-service-api-key': '' });
    expect([response.status, response.body.error.code]).toEqual([401, 'credential_missing']);
    expect(response.headers.get('x-ratelimit-limit')).toBe('60');
  });
});

describe('GET /v2/sites', () => {
  test('200 newest first, paged both ways', async () => {
    for (const name of ['A', 'B', 'C']) await studio.post('/v2/sites', { name });
    const first = await studio.get('/v2/sites?limit=2');
    expect(first.body.data.map((site: { name: string }) => site.name)).toEqual(['C', 'B']);
    expect(first.body).toMatchObject({ object: 'list', url: '/v2/sites', hasMore: true, previousCursor: null });
    const second = await studio.get(`/v2/sites?limit=2&starting_after=${first.body.nextCursor}`);
    expect(second.body.data.map((site: { name: string }) => site.name)).toEqual(['A', 'Main']);
    expect([second.body.hasMore, second.body.nextCursor]).toEqual([false, null]);
    const back = await studio.get(`/v2/sites?limit=2&ending_before=${second.body.previousCursor}`);
    expect(back.body.data.map((site: { name: string }) => site.name)).toEqual(['C', 'B']);
  });

  test('200 filtered by status, search and isDigital', async () => {
    await studio.post('/v2/sites', { name: 'Live stream', isDigital: true });
    await studio.post('/v2/sites', { name: 'Harbour', status: 'inactive' });
    const names = (query: string) => studio.listed(`/v2/sites?${query}`, {}, 'name');
    expect(await names('isDigital=true')).toEqual(['Live stream']);
    expect(await names('status=inactive')).toEqual(['Harbour']);
    expect(await names('search=MAI')).toEqual(['Main']);
  });

  test('400 both cursors, an unknown cursor, an unknown parameter, a limit out of range', async () => {
    const both = await studio.get(`/v2/sites?starting_after=${MAIN_SITE}&ending_before=${MAIN_SITE}`);
    expect([both.status, both.body.error.code]).toEqual([400, 'parameter_invalid']);
    expect(errorOf(await studio.get(`/v2/sites?starting_after=${UNKNOWN}`))).toEqual([400, 'cursor_invalid']);
    const misspelt = await studio.get('/v2/sites?limt=2&limit=0');
    expect(misspelt.body.error.details.map(({ param }: { param: string }) => param)).toEqual(['limt', 'limit']);
    expect(misspelt.body.error.details[0].message).toContain("'limit'");
  });
});

describe('one site', () => {
  test('200 by id, 404 for any other', async () => {
    expect((await studio.get(`/v2/sites/${MAIN_SITE}`)).body.name).toBe('Main');
    for (const id of [UNKNOWN, 'nonsense']) {
      expect(errorOf(await studio.get(`/v2/sites/${id}`))).toEqual([404, 'resource_not_found']);
    }
  });

  test('200 PATCH changes what is sent, merges metadata, clears with null', async () => {
    await studio.given(studio.patch(`/v2/sites/${MAIN_SITE}`, { phone: '123', metadata: { a: '1', b: '2' } }));
    const response = await studio.patch(`/v2/sites/${MAIN_SITE}`, { phone: null, metadata: { a: null, c: '3' } });
    expect(response.body).toMatchObject({ phone: null, metadata: { b: '2', c: '3' }, name: 'Main' });
    const [event] = studio.eventsInFull();
    expect(event).toMatchObject({
      type: 'site.updated',
      data: { siteId: MAIN_SITE, changes: { phone: null }, previous: { phone: '123' } },
    });
  });

  test('200 an empty PATCH changes nothing and raises nothing', async () => {
    const before = await studio.given(studio.get(`/v2/sites/${MAIN_SITE}`));
    expect((await studio.patch(`/v2/sites/${MAIN_SITE}`, {})).body).toEqual(before);
    expect(studio.events()).toEqual([]);
  });

  test('200 DELETE archives once and hides it from lists, PATCH status active restores it', async () => {
    const { body: other } = await studio.post('/v2/sites', { name: 'Other' });
    const path = `/v2/sites/${other.id}`;
    studio.events();
    const first = await studio.delete(path);
    expect(first.body).toMatchObject({
      id: other.id,
      object: 'site',
      deleted: true,
      archived: true,
      futureSessionCount: 0,
    });
    expect((await studio.delete(path)).body).toEqual(first.body);
    expect(studio.events()).toEqual(['site.archived']);
    expect(await studio.listed('/v2/sites')).toEqual([MAIN_SITE]);
    expect((await studio.get('/v2/sites?include_archived=true')).body.data).toHaveLength(2);
    const restored = await studio.patch(path, { status: 'active' });
    expect([restored.body.status, restored.body.archivedAt]).toEqual(['active', null]);
  });

  test('403 without the scope, 404 for another site', async () => {
    const reader = await studio.withKey({ scopes: ['sites:read'] });
    const rejected = await studio.patch(`/v2/sites/${MAIN_SITE}`, { name: 'X' }, reader);
    expect([rejected.status, rejected.body.error.code]).toEqual([403, 'permission_denied']);
    const other = (await studio.post('/v2/sites', { name: 'Other' })).body.id;
    const narrow = await studio.withKey({ siteIds: [other] });
    expect((await studio.get(`/v2/sites/${MAIN_SITE}`, narrow)).status).toBe(404);
    expect((await studio.get('/v2/sites', narrow)).body.data).toHaveLength(1);
  });
});

test('every site shows the status of the processor account, new ones too', async () => {
  const status = { paymentsEnabled: true, processorAccountStatus: 'complete' };
  const mainSite = async () => (await studio.get(`/v2/sites/${MAIN_SITE}`)).body;
  while ((await mainSite()).paymentsEnabled !== true) await new Promise((resolve) => setImmediate(resolve));
  expect(await mainSite()).toMatchObject(status);
  expect((await studio.post('/v2/sites', { name: 'Second' })).body).toMatchObject(status);
  expect(studio.events()).toEqual(['site.created']);
});
