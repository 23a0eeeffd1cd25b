import { describe, expect, test } from 'bun:test';
import { stepsFor } from '../../../src/resources/demo-data/plan.ts';
import {
  DEMO_TABLES,
  EMPTIED,
  EMPTIED_TABLES,
  KEPT_TABLES,
  PARTLY_EMPTIED,
  REMOVAL,
  SEARCHES,
} from '../../../src/resources/demo-data/tables.ts';
import { entriesOf } from '../../api/audit-entries.ts';
import { MAIN_SITE, openStudio, type Studio } from '../../helpers/api.ts';
import { openForSetup, openWithDemoData, setUp } from '../../helpers/demo-data.ts';
import { addPerson, signedIn } from '../../helpers/people.ts';
import { until } from '../../helpers/process.ts';
import { createPlan } from '../../helpers/sales.ts';
import { tried } from '../../helpers/unchanged.ts';
import { copyWhileLeft, isLeft } from '../../helpers/unfinished.ts';

const PATH = '/manage/demo-data/remove';
const MINUTES = 60_000;

const removed = async (studio: Studio, owner: Record<string, string>, body: object = {}) => {
  const response = await studio.post(PATH, body, owner);
  expect(response.status).toBe(200);
  await until(() => !isLeft(studio, REMOVAL.kind));
  return response.body;
};

/** The tables that have rows which should have gone. */
const leftovers = (studio: Studio): string[] => [
  ...[...DEMO_TABLES, ...EMPTIED_TABLES].filter((table) => studio.count(table) > 0),
  ...Object.entries(PARTLY_EMPTIED).flatMap(([table, gone]) =>
    studio.count(`${table} where ${gone}`) > 0 ? table : [],
  ),
  ...SEARCHES.filter((table) => studio.count(table) > 0),
];

/** The rows of the tables that a set-up fills, without ids and times, which differ in each studio. */
const contents = (studio: Studio) =>
  ['sites', 'settings', 'contentTypes', 'contentFeatures', 'staff'].map((table) =>
    studio.db
      .query<Record<string, unknown>, []>(`select * from ${table}`)
      .all()
      .map(({ id: _id, lastLoginAt: _lastLoginAt, updatedAt: _updatedAt, createdAt: _createdAt, ...row }) => row),
  );

test('the guard looks at each table that is emptied', async () => {
  const studio = await openForSetup();
  const emptied = stepsFor(studio.db).map(({ table }) => table);
  expect(EMPTIED.map(({ table }) => table).toSorted()).toEqual(emptied.toSorted());
});

test('every table is emptied, emptied but for some rows, or kept for a reason', async () => {
  const studio = await openForSetup();
  const tables = studio.db
    .query<{ name: string }, []>(`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`)
    .all()
    .map(({ name }) => name)
    .filter((name) => !SEARCHES.some((search) => name.startsWith(`${search}_`)));
  const named = [DEMO_TABLES, EMPTIED_TABLES, SEARCHES, Object.keys(PARTLY_EMPTIED), Object.keys(KEPT_TABLES)].flat();
  expect(named.toSorted()).toEqual(tables.toSorted());
});

describe('POST /manage/demo-data/remove', () => {
  test('200 leaves the studio as after its set-up, and does nothing again', async () => {
    const plain = await openForSetup();
    await plain.given(setUp(plain));
    const { studio, owner } = await openWithDemoData();
    expect(await removed(studio, owner)).toEqual({ object: 'demo_data_removal', isFinished: false, kept: [] });
    expect(studio.events()).toEqual([]);
    expect(leftovers(studio)).toEqual([]);
    expect(contents(studio)).toEqual(contents(plain));
    expect(studio.db.query('pragma foreign_key_check').all()).toEqual([]);
    expect(studio.db.query('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    const me = await studio.get('/manage/me', owner);
    expect([me.status, me.body.hasDemoData, me.body.sites.length]).toEqual([200, false, 1]);
    const [entry] = await entriesOf(studio);
    const after = { removed: { clients: 97, payments: 411 }, kept: [] };
    expect(entry).toMatchObject({ type: 'removeDemoData', staffId: me.body.staff.id, after });
    // The next client is found, and the facts are kept again.
    const ada = { firstName: 'Ada', lastName: 'Own', email: 'ada@example.com' };
    await studio.given(studio.post('/v2/clients', ada, owner));
    expect((await studio.get('/v2/clients?search=Ada', owner)).body.data.length).toBe(1);
    expect(studio.count(`sqlite_schema where name = 'factsRemain'`)).toBe(1);
    expect(studio.count('mediaFiles where unusedSince is null')).toBe(0);
    // Again, and in a studio without demo data, it does nothing.
    expect(await removed(studio, owner)).toEqual({ object: 'demo_data_removal', isFinished: true, kept: [] });
    expect(studio.events()).toEqual([]);
    expect(studio.count('clients')).toBe(1);
    await studio.app.stop();
  });

  test('200 keeps people who signed in or were invited, keys and webhooks of the studio, and what the owner furnished', async () => {
    const { studio, owner } = await openWithDemoData();
    const manager = await signedIn(studio, { role: 'manager' });
    const invited = await studio.given(
      studio.post('/v2/staff', { firstName: 'I', lastName: 'N', email: 'in@example.com', role: 'instructor' }),
    );
    await studio.given(studio.post('/manage/staff/invitations', { staffId: invited.id }, owner));
    const stranger = await studio.given(
      studio.post('/v2/staff', { firstName: 'S', lastName: 'T', email: 'st@example.com', role: 'front_desk' }),
    );
    const online = (await studio.get('/manage/me', owner)).body.sites.find(
      ({ isDigital }: { isDigital: boolean }) => isDigital,
    );
    const away = await addPerson(studio, { role: 'front_desk', siteIds: [online.id], primarySiteId: online.id });
    const hook = { name: 'Hook', url: 'http://127.0.0.1:9/hook', eventTypes: ['client.created'] };
    await studio.given(studio.post('/v2/webhooks', hook));
    await studio.given(studio.patch(`/v2/sites/${MAIN_SITE}`, { rooms: [{ name: 'Loft', capacity: 4 }] }, owner));
    await studio.given(studio.post('/v2/clients', { firstName: 'A', lastName: 'B', email: 'a@example.com' }));
    await removed(studio, owner, { includesOwnData: true });
    expect(leftovers(studio)).toEqual([]);
    expect((await studio.get('/manage/me', manager.headers)).status).toBe(200);
    expect((await studio.get(`/v2/staff/${invited.id}`)).status).toBe(200);
    expect((await studio.get(`/v2/staff/${stranger.id}`)).status).toBe(404);
    expect((await studio.get(`/v2/staff/${away.id}`)).body).toMatchObject({
      siteIds: [MAIN_SITE],
      primarySiteId: MAIN_SITE,
    });
    expect((await studio.get('/v2/webhooks')).body.data.length).toBe(1);
    expect((await studio.get(`/v2/sites/${MAIN_SITE}`)).body.rooms).toMatchObject([{ name: 'Loft' }]);
    expect(studio.count('staffInvitations')).toBe(1);
    expect(studio.events()).toEqual([]);
    await studio.app.stop();
  });

  test('a dry run says what goes, and what people have added', async () => {
    const { studio, owner } = await openWithDemoData();
    const body = await tried(studio, () => studio.post(`${PATH}?dry_run=true`, {}, owner));
    expect(body).toEqual({
      object: 'demo_data_removal_preview',
      hasDemoData: true,
      removed: {
        clients: 97,
        staff: 6,
        sites: 1,
        plans: 5,
        schedules: 15,
        sessions: studio.count('sessions'),
        bookings: studio.count('bookings'),
        packages: 339,
        payments: 411,
        contentEntries: 9,
        challenges: 3,
      },
      kept: [],
    });
    const client = await studio.given(
      studio.post('/v2/clients', { firstName: 'Ada', lastName: 'Own', email: 'a@example.com' }),
    );
    const plan = { id: await createPlan(studio, { name: 'Ten' }) };
    await studio.given(
      studio.post(
        '/manage/packages',
        { clientId: client.id, planId: plan.id, paymentMethod: 'cash', siteId: MAIN_SITE },
        owner,
      ),
    );
    const more = await tried(studio, () => studio.post(`${PATH}?dry_run=true`, {}, owner));
    expect([more.removed.clients, more.kept]).toEqual([
      97,
      [
        { records: 'clients', count: 1, first: [{ id: client.id, name: 'Ada Own' }] },
        { records: 'plans', count: 1, first: [{ id: plan.id, name: 'Ten' }] },
        { records: 'packages', count: 1, first: [{ id: expect.any(String), name: 'Ten' }] },
        { records: 'payments', count: 1, first: [{ id: expect.any(String), name: null }] },
        { records: 'creditLedger', count: 1, first: [{ id: expect.any(String), name: null }] },
      ],
    ]);
    const all = await tried(studio, () => studio.post(`${PATH}?dry_run=true`, { includesOwnData: true }, owner));
    expect([all.removed.clients, all.removed.plans, all.kept]).toEqual([98, 6, []]);
    expect(studio.events()).toEqual([]);
    await studio.app.stop();
  });

  test('409 charge_in_progress while a card is charged', async () => {
    const { studio, owner } = await openWithDemoData();
    studio.db.run('pragma foreign_keys = off');
    studio.db.run(
      `insert into charges (paymentId, methodId, attempt, isOpen, isAutomatic, handler, context) values ('p', 'm', 1, 1, 0, 'sale', '{}')`,
    );
    studio.db.run('pragma foreign_keys = on');
    const { status, body } = await studio.post(PATH, {}, owner);
    expect([status, body.error.code]).toEqual([409, 'charge_in_progress']);
    expect([studio.count('clients'), studio.events()]).toEqual([97, []]);
    await studio.app.stop();
  });

  test('403 for everybody but owners, for keys of some sites, and when the password was given long ago', async () => {
    const { studio, owner } = await openWithDemoData();
    for (const role of ['manager', 'front_desk', 'instructor']) {
      const { headers } = await signedIn(studio, { role });
      expect([role, (await studio.post(PATH, {}, headers)).body.error.code]).toEqual([role, 'permission_denied']);
    }
    const limited = await studio.withKey({ siteIds: [MAIN_SITE] });
    expect((await studio.post(PATH, {}, limited)).body.error.code).toBe('site_not_allowed');
    const reading = await studio.withKey({ scopes: ['clients:write'] });
    expect((await studio.post(PATH, {}, reading)).status).toBe(403);
    await studio.time.moveTo(studio.time.now() + 16 * MINUTES);
    studio.events();
    const late = await studio.post(PATH, {}, owner);
    expect([late.status, late.body.error.code]).toEqual([403, 'password_required']);
    expect([studio.count('clients'), studio.events()]).toEqual([97, []]);
    await studio.app.stop();
  });

  test.each([{ includesOwnData: true }, {}])('a restart in the middle goes on: %j', async (body) => {
    const { studio, owner } = await openWithDemoData();
    const file = copyWhileLeft(studio, REMOVAL.kind);
    expect((await studio.post(PATH, body, owner)).status).toBe(200);
    await studio.app.stop();
    const again = await openStudio({ file: file(), environment: 'production' });
    await until(() => !isLeft(again, REMOVAL.kind));
    expect(leftovers(again)).toEqual([]);
    expect(again.db.query('pragma foreign_key_check').all()).toEqual([]);
    expect((await again.get('/manage/me', owner)).body.hasDemoData).toBe(false);
    await again.app.stop();
  });

  test('clients and bookings that come while it goes on stay, with what they need', async () => {
    const { studio, owner } = await openWithDemoData();
    const [session] = (
      await studio.get(`/v2/sessions?location_id=${MAIN_SITE}&start_time_gte=2026-03-05T00:00:00Z`, owner)
    ).body.data;
    const clientId = '01000000-0000-7000-8000-000000000302';
    const [first, second] = await Promise.all([
      studio.post(PATH, {}, owner),
      studio.post('/v2/clients', { firstName: 'A', lastName: 'B', email: 'a@example.com' }, owner),
      studio.post('/v2/bookings', { clientId, sessionId: session.id }, owner),
    ]);
    expect([first.status, second.status]).toEqual([200, 201]);
    await until(() => !isLeft(studio, REMOVAL.kind));
    expect((await studio.get(`/v2/clients/${second.body.id}`, owner)).status).toBe(200);
    expect(studio.db.query('pragma foreign_key_check').all()).toEqual([]);
    expect((await studio.get('/manage/me', owner)).body.hasDemoData).toBe(false);
    expect(studio.reportedErrors).toEqual([]);
    await studio.app.stop();
  });
});
