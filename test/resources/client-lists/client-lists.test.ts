import { describe, expect, test } from 'bun:test';
import { addStaffKey } from '../../api/staff-keys.ts';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { errorOf, errorWithParam } from '../../helpers/errors.ts';
import { createPlan, UNKNOWN } from '../../helpers/sales.ts';

const LISTS = '/manage/client-lists';
const AT_RISK = { name: 'At risk', filters: { status: 'active', lastVisitBefore: '-P21D' }, sort: 'longest_away' };

const studio = forEachTest(openStudio);

const save = (fields: object = {}, headers?: Record<string, string>) =>
  studio.post(LISTS, { ...AT_RISK, ...fields }, headers);

describe('/manage/client-lists', () => {
  test('201, 200: saves, lists, reads, changes and deletes a list, and raises nothing', async () => {
    const { status, body: saved } = await save();
    expect(status).toBe(201);
    expect(saved).toMatchObject({ object: 'client_list', ...AT_RISK, isShared: true, staffId: null });
    expect((await studio.get(`${LISTS}/${saved.id}`)).body).toEqual(saved);
    const changed = await studio.patch(`${LISTS}/${saved.id}`, { filters: { tag: 'trial' }, name: 'Trial' });
    expect(changed.body).toMatchObject({ name: 'Trial', filters: { tag: 'trial' }, sort: 'longest_away' });
    const second = (await save({ name: 'All', filters: {}, sort: undefined })).body;
    expect(second).toMatchObject({ filters: {}, sort: 'newest' });
    expect(await studio.listed(LISTS)).toEqual([second.id, saved.id]);
    expect(await studio.listed(`${LISTS}?limit=1&starting_after=${second.id}`)).toEqual([saved.id]);
    const gone = await studio.delete(`${LISTS}/${saved.id}`);
    expect([gone.status, gone.body]).toEqual([200, { id: saved.id, object: 'client_list', deleted: true }]);
    expect((await studio.get(`${LISTS}/${saved.id}`)).status).toBe(404);
    expect(studio.events()).toEqual([]);
  });

  test('200: an own list is seen and changed by the person who saved it', async () => {
    const ann = await addStaffKey(studio, { role: 'front_desk' });
    const bo = await addStaffKey(studio, { role: 'owner' });
    const own = (await save({ isShared: false }, ann.headers)).body;
    expect(own).toMatchObject({ isShared: false, staffId: ann.id });
    const shared = (await save({ name: 'Shared' }, bo.headers)).body;
    expect(await studio.listed(LISTS, ann.headers)).toEqual([shared.id, own.id]);
    expect(await studio.listed(LISTS, bo.headers)).toEqual([shared.id]);
    expect(await studio.listed(LISTS)).toEqual([shared.id]);
    for (const send of [studio.get, studio.delete])
      expect((await send(`${LISTS}/${own.id}`, bo.headers)).status).toBe(404);
    expect((await studio.patch(`${LISTS}/${own.id}`, { name: 'Mine' }, bo.headers)).status).toBe(404);
    const cursor = await studio.get(`${LISTS}?starting_after=${own.id}`, bo.headers);
    expect(errorWithParam(cursor)).toEqual([400, 'cursor_invalid', 'starting_after']);
    expect((await studio.patch(`${LISTS}/${shared.id}`, { name: 'Ours' }, ann.headers)).status).toBe(200);
    await studio.patch(`${LISTS}/${own.id}`, { isShared: true }, ann.headers);
    expect(await studio.listed(LISTS, bo.headers)).toEqual([shared.id, own.id]);
  });

  test('200: a list of a site is seen there, and one of all sites is changed only by who reaches all', async () => {
    const uptown = (await studio.post('/v2/sites', { name: 'Uptown' })).body.id;
    const desk = await addStaffKey(studio, { role: 'front_desk', siteIds: [uptown] });
    const there = (await save({ name: 'Uptown' }, desk.headers)).body;
    expect(there.siteIds).toEqual([uptown]);
    const everywhere = (await save()).body;
    expect(everywhere.siteIds).toEqual([]);
    expect(await studio.listed(LISTS, desk.headers)).toEqual([everywhere.id, there.id]);
    expect(await studio.listed(LISTS, await studio.withKey({ siteIds: [MAIN_SITE] }))).toEqual([everywhere.id]);
    const path = `${LISTS}/${everywhere.id}`;
    for (const late of [studio.patch(path, { name: 'Ours' }, desk.headers), studio.delete(path, desk.headers)]) {
      expect(errorOf(await late)).toEqual([403, 'site_not_allowed']);
    }
    const moved = await studio.patch(`${LISTS}/${there.id}`, { siteIds: [MAIN_SITE] }, desk.headers);
    expect(errorOf(moved)).toEqual([403, 'site_not_allowed']);
    expect((await studio.delete(`${LISTS}/${there.id}`, desk.headers)).status).toBe(200);
  });

  test('400 for unknown filters, orders, sites and plans, and an own list of nobody', async () => {
    const refused = async (fields: object) => errorWithParam(await save(fields));
    expect(await refused({ filters: { age: 5 } })).toEqual([400, 'parameter_unknown', 'filters.age']);
    expect(await refused({ filters: { lastVisitBefore: 'may' } })).toEqual([
      400,
      'parameter_invalid',
      'filters.lastVisitBefore',
    ]);
    expect(await refused({ sort: 'age' })).toEqual([400, 'parameter_invalid', 'sort']);
    expect(await refused({ filters: { homeSiteId: UNKNOWN } })).toEqual([
      400,
      'resource_missing',
      'filters.homeSiteId',
    ]);
    expect(await refused({ filters: { planId: UNKNOWN } })).toEqual([400, 'resource_missing', 'filters.planId']);
    expect(await refused({ isShared: false })).toEqual([400, 'parameter_invalid', 'isShared']);
    const planId = await createPlan(studio);
    const { id } = (await save({ filters: { planId, homeSiteId: MAIN_SITE } })).body;
    const path = `${LISTS}/${id}`;
    expect(errorWithParam(await studio.patch(path, { filters: { planId: UNKNOWN } }))).toEqual([
      400,
      'resource_missing',
      'filters.planId',
    ]);
    expect(errorWithParam(await studio.patch(path, { isShared: false }))).toEqual([
      400,
      'parameter_invalid',
      'isShared',
    ]);
  });

  test('403 for a site of others, for an instructor, and without the scope', async () => {
    const uptown = (await studio.post('/v2/sites', { name: 'Uptown' })).body.id;
    const key = await studio.withKey({ siteIds: [uptown] });
    expect(errorOf(await save({ filters: { homeSiteId: MAIN_SITE } }, key))).toEqual([403, 'site_not_allowed']);
    const instructor = await addStaffKey(studio, { role: 'instructor' });
    for (const headers of [instructor.headers, await studio.withKey({ scopes: ['clients:read'] })]) {
      expect((await studio.get(LISTS, headers)).status).toBe(403);
      expect((await save({}, headers)).status).toBe(403);
    }
  });

  test('412 when somebody else has changed the list', async () => {
    const { id } = (await save()).body;
    const etag = (await studio.get(`${LISTS}/${id}`)).headers.get('etag') ?? '';
    await studio.patch(`${LISTS}/${id}`, { name: 'Other' });
    const late = await studio.patch(`${LISTS}/${id}`, { name: 'Mine' }, { 'if-match': etag });
    expect(errorOf(late)).toEqual([412, 'record_changed']);
    expect(errorOf(await studio.delete(`${LISTS}/${id}`, { 'if-match': etag }))).toEqual([412, 'record_changed']);
  });
});
