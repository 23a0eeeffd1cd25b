import { beforeEach, describe, expect, test } from 'bun:test';
import { addStaffKey } from '../../api/staff-keys.ts';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';
import { errorOf, errorWithParam } from '../../helpers/errors.ts';
import { UNKNOWN } from '../../helpers/sales.ts';
import { isLeft } from '../../helpers/unfinished.ts';
import { waitFor } from '../../helpers/wait.ts';

const BULK = '/manage/clients/bulk';

const studio = forEachTest(openStudio);
let [ann, bo, cy, uptown] = ['', '', '', ''];

beforeEach(async () => {
  uptown = (await studio.given(studio.post('/v2/sites', { name: 'Uptown' }))).id;
  ann = await addClient(studio, { firstName: 'Ann', tags: ['regular'] });
  bo = await addClient(studio, { firstName: 'Bo', status: 'lead' });
  cy = await addClient(studio, { firstName: 'Cy', homeSiteId: uptown });
  studio.events();
});

/** Changes clients. Many are changed after the response; on a busy machine a few may be, and are waited for. */
const change = async (body: object, headers?: Record<string, string>) => {
  const response = await studio.post(BULK, body, headers);
  if (response.body.status !== 'running' || response.body.total > 100) return response;
  await waitFor(() => !isLeft(studio, 'clientChange'));
  return { ...response, body: (await studio.get(`/manage/client-changes/${response.body.id}`)).body };
};
const field = async (name: string): Promise<unknown[]> =>
  Promise.all([ann, bo, cy].map(async (id) => (await studio.get(`/v2/clients/${id}`)).body[name]));

describe('POST /manage/clients/bulk', () => {
  test('201 adds and removes tags of clients by their ids', async () => {
    const { status, body } = await change({ clientIds: [ann, bo], act: 'add_tags', tags: ['regular', 'spring'] });
    expect([status, body]).toMatchObject([
      201,
      {
        object: 'client_change',
        act: 'add_tags',
        tags: ['regular', 'spring'],
        status: 'completed',
        total: 2,
        changed: 2,
        unchanged: 0,
        skipped: [],
        staffId: null,
      },
    ]);
    expect(body).not.toHaveProperty('clientIds');
    expect(await field('tags')).toEqual([['regular', 'spring'], ['regular', 'spring'], []]);
    expect(studio.events()).toEqual(['client.updated', 'client.updated']);
    const gone = await change({ clientIds: [bo, cy], act: 'remove_tags', tags: ['regular', 'none'] });
    expect(gone.body).toMatchObject({ changed: 1, unchanged: 1 });
    expect(await field('tags')).toEqual([['regular', 'spring'], ['spring'], []]);
    expect(studio.events()).toEqual(['client.updated']);
    expect((await studio.get(`/manage/client-changes/${body.id}`)).body).toEqual(body);
    expect(await studio.listed('/manage/client-changes')).toEqual([gone.body.id, body.id]);
  });

  test('201 sets the status of the clients of filters, and leaves archived clients alone', async () => {
    await studio.given(studio.delete(`/v2/clients/${cy}`));
    const all = await change({ filters: { includeArchived: true }, act: 'set_status', status: 'inactive' });
    expect(all.body).toMatchObject({ total: 3, changed: 2, skipped: [{ reason: 'client_archived', count: 1 }] });
    expect(await field('status')).toEqual(['inactive', 'inactive', 'archived']);
    expect(studio.events()).toEqual(['client.status_changed', 'client.status_changed']);
    const again = await change({ filters: { status: 'inactive' }, act: 'set_status', status: 'inactive' });
    expect(again.body).toMatchObject({ total: 2, changed: 0, unchanged: 2, skipped: [] });
    expect(studio.events()).toEqual([]);
  });

  test('201 archives, cancels bookings ahead, and has an entry of the audit log for each client', async () => {
    await addBooking(studio, ann, await addSession(studio));
    studio.events();
    const owner = await addStaffKey(studio, { role: 'manager' });
    const { body } = await change({ filters: { tag: 'regular' }, act: 'archive' }, owner.headers);
    expect(body).toMatchObject({ changed: 1, staffId: owner.id });
    expect(studio.events().toSorted()).toEqual(['booking.cancelled', 'client.archived']);
    const entries = (await studio.get(`/manage/audit-log?client_id=${ann}`)).body.data;
    expect(entries[0]).toMatchObject({ type: 'changeClients', staffId: owner.id, recordType: 'client', recordId: ann });
    const whole = (await studio.get('/manage/audit-log?type=changeClients')).body.data;
    expect(whole.map(({ recordType }: { recordType: string }) => recordType)).toEqual(['client_change', 'client']);
  });

  test('201 goes on after the response, and its record says how far it is', async () => {
    for (let made = 0; made < 120; made += 1) await addClient(studio, { firstName: 'Many' });
    studio.events();
    const { body } = await change({ filters: {}, act: 'add_tags', tags: ['spring'] });
    expect(body).toMatchObject({ status: 'running', total: 123, isTotalCapped: false, completedAt: null });
    expect(body.changed).toBeGreaterThan(0);
    expect(body.changed).toBeLessThan(123);
    await waitFor(() => !isLeft(studio, 'clientChange'));
    const done = (await studio.get(`/manage/client-changes/${body.id}`)).body;
    expect(done).toMatchObject({ status: 'completed', changed: 123, unchanged: 0 });
    expect(studio.events()).toEqual(Array(123).fill('client.updated'));
    expect(studio.count('clientChanges where clientIds is null and filters is null')).toBe(1);
    expect(studio.count('unfinishedChanges')).toBe(0);
  });

  test('200 dry_run says how many clients would change, and changes nothing', async () => {
    await addBooking(studio, ann, await addSession(studio));
    studio.events();
    const preview = async (body: object) => (await studio.post(`${BULK}?dry_run=true`, body)).body;
    expect(await preview({ filters: {}, act: 'add_tags', tags: ['regular'] })).toEqual({
      object: 'client_change_preview',
      total: 3,
      isTotalCapped: false,
      lookedAt: 3,
      changed: 2,
      unchanged: 1,
      skipped: [],
      bookingsCancelled: null,
    });
    expect(await preview({ filters: { search: 'ann' }, act: 'archive' })).toMatchObject({
      total: 1,
      bookingsCancelled: 1,
    });
    expect(
      await preview({ clientIds: [ann], act: 'add_tags', tags: Array.from({ length: 50 }, (_, n) => `t${n}`) }),
    ).toMatchObject({ changed: 0, skipped: [{ reason: 'too_many_tags', count: 1 }] });
    expect([
      studio.events(),
      studio.count('clientChanges'),
      studio.count("auditLog where type = 'changeClients'"),
    ]).toEqual([[], 0, 0]);
  });

  test('201, 400, 403 a restricted caller changes the clients of its sites only', async () => {
    const key = await studio.withKey({ siteIds: [uptown] });
    const { body } = await change({ filters: {}, act: 'add_tags', tags: ['here'] }, key);
    expect(body).toMatchObject({ total: 1, changed: 1 });
    expect(await field('tags')).toEqual([['regular'], [], ['here']]);
    const [{ siteId }] = (await studio.get('/manage/audit-log?type=changeClients')).body.data.filter(
      ({ recordType }: { recordType: string }) => recordType === 'client_change',
    );
    expect(siteId).toBe(uptown);
    expect(errorWithParam(await change({ clientIds: [cy, ann], act: 'archive' }, key))).toEqual([
      400,
      'resource_missing',
      'clientIds[1]',
    ]);
    const named = await change({ filters: { homeSiteId: MAIN_SITE }, act: 'archive' }, key);
    expect(errorOf(named)).toEqual([403, 'site_not_allowed']);
    const other = await studio.withKey({ siteIds: [MAIN_SITE] });
    expect((await studio.get(`/manage/client-changes/${body.id}`, other)).status).toBe(404);
    expect(await studio.listed('/manage/client-changes', other)).toEqual([]);
    expect(await studio.listed('/manage/client-changes', key)).toEqual([body.id]);
  });

  test('201 a caller whose sites are those of nobody anymore changes no one', async () => {
    const manager = await addStaffKey(studio, { role: 'manager', siteIds: [uptown] }, { siteIds: [uptown] });
    await studio.given(studio.patch(`/v2/staff/${manager.id}`, { siteIds: [MAIN_SITE] }));
    const { status, body } = await change({ filters: {}, act: 'add_tags', tags: ['here'] }, manager.headers);
    expect([status, body.total, body.changed, studio.events()]).toEqual([201, 0, 0, []]);
    expect(await field('tags')).toEqual([['regular'], [], []]);
  });

  test('403 by what the role may do to one client', async () => {
    const desk = await addStaffKey(studio, { role: 'front_desk' });
    expect((await change({ clientIds: [ann], act: 'add_tags', tags: ['x'] }, desk.headers)).status).toBe(201);
    for (const path of [BULK, `${BULK}?dry_run=true`]) {
      expect((await studio.post(path, { clientIds: [ann], act: 'archive' }, desk.headers)).status).toBe(403);
    }
    const instructor = await addStaffKey(studio, { role: 'instructor' });
    expect((await change({ clientIds: [ann], act: 'add_tags', tags: ['x'] }, instructor.headers)).status).toBe(403);
    expect((await studio.get('/manage/client-changes', instructor.headers)).status).toBe(403);
  });

  test('400 for what does not go together', async () => {
    const refused = async (body: object) => errorWithParam(await change(body));
    const act = { act: 'add_tags', tags: ['x'] };
    expect(await refused(act)).toEqual([400, 'parameter_missing', 'clientIds']);
    expect(await refused({ ...act, clientIds: [ann], filters: {} })).toEqual([400, 'parameter_invalid', 'clientIds']);
    expect(await refused({ clientIds: [ann], act: 'add_tags' })).toEqual([400, 'parameter_missing', 'tags']);
    expect(await refused({ clientIds: [ann], act: 'archive', tags: ['x'] })).toEqual([
      400,
      'parameter_invalid',
      'tags',
    ]);
    expect(await refused({ clientIds: [ann], act: 'set_status' })).toEqual([400, 'parameter_missing', 'status']);
    expect(await refused({ ...act, clientIds: [ann], status: 'lead' })).toEqual([400, 'parameter_invalid', 'status']);
    expect(await refused({ ...act, clientIds: [UNKNOWN] })).toEqual([400, 'resource_missing', 'clientIds[0]']);
    expect(await refused({ ...act, clientIds: [] })).toEqual([400, 'parameter_invalid', 'clientIds']);
    expect(studio.events()).toEqual([]);
  });
});
