import { describe, expect, test } from 'bun:test';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { demoCondition } from '../../../src/resources/demo-data/graph.ts';
import { EMPTIED, FILLED_BY_THEMSELVES, REMOVAL } from '../../../src/resources/demo-data/tables.ts';
import { MAIN_SITE, type Studio } from '../../helpers/api.ts';
import { openWithDemoData } from '../../helpers/demo-data.ts';
import { until } from '../../helpers/process.ts';
import { isLeft } from '../../helpers/unfinished.ts';

const PATH = '/manage/demo-data/remove';
/** Demo clients: the first has packages, payments and bookings. */
const DANA = '01000000-0000-7000-8000-000000000301';
const OTHER = '01000000-0000-7000-8000-000000000302';

type Owner = Record<string, string>;

const remove = async (studio: Studio, owner: Owner) => {
  const { status, body } = await studio.post(PATH, {}, owner);
  expect(status).toBe(200);
  await until(() => !isLeft(studio, REMOVAL.kind), 240_000);
  expect(studio.events()).toEqual([]);
  expect(studio.reportedErrors).toEqual([]);
  return body;
};

/** All rows that are none of the demo data, of every table that a removal empties. */
const ownRows = (studio: Studio): Record<string, unknown[]> =>
  Object.fromEntries(
    EMPTIED.filter(({ table }) => !FILLED_BY_THEMSELVES.includes(table)).map(({ table, condition }) => {
      const demo = demoCondition(studio.db, table);
      const own = demo === undefined ? condition : `(${condition}) and (${demo}) is not true`;
      return [table, studio.db.query(`select * from "${table}" where ${own}`).all()];
    }),
  );

const HISTORY = /^(?:events|auditLog|webhookDeliveries|queueJobs|idempotency|messages)$/;

/** Ids of demo data that rows name and that are not there. */
const dangling = (studio: Studio): string[] => {
  const tables = studio.db
    .query<{ name: string }, []>(`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`)
    .all()
    .filter(({ name }) => !HISTORY.test(name) && !/Search/.test(name));
  const rows = tables.flatMap(({ name }) =>
    studio.db
      .query<Record<string, unknown>, []>(`select * from "${name}"`)
      .all()
      .map((row) => ({ name, row })),
  );
  const ids = new Set(rows.map(({ row }) => String(row.id)));
  return rows.flatMap(({ name, row }) =>
    Object.entries(row).flatMap(([column, value]) =>
      (typeof value === 'string' ? (value.match(/(?:00ff|0100)0000-[0-9a-f-]{27}/g) ?? []) : [])
        .filter((id) => !ids.has(id) && `${name}.${column}` !== 'facts.sourceId')
        .map((id) => `${name}.${column} ${id}`),
    ),
  );
};

const SEATS = `select count(*) from sessions where
  confirmedCount <> (select count(*) from bookings where sessionId = sessions.id and status = 'confirmed')
  or attendedCount <> (select count(*) from bookings where sessionId = sessions.id and status = 'attended')
  or waitlistedCount <> (select count(*) from bookings where sessionId = sessions.id and status = 'waitlisted')`;

const requireWhole = (studio: Studio): void => {
  expect(studio.db.query('pragma foreign_key_check').all()).toEqual([]);
  expect(studio.db.query('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  expect(dangling(studio)).toEqual([]);
  expect(studio.db.query(SEATS).values()).toEqual([[0]]);
};

/** What a studio sets up among the demo data, and their paths. */
const addOwn = async (studio: Studio, owner: Owner): Promise<Record<string, string>> => {
  const made = async (path: string, body: object): Promise<string> => {
    const { id } = await studio.given(studio.post(path, body, owner));
    return `${path}/${id}`;
  };
  return {
    sites: await made('/v2/sites', { name: 'West' }),
    staff: await made('/v2/staff', {
      firstName: 'Tea',
      lastName: 'Cher',
      email: 'tea@example.com',
      role: 'instructor',
      isInstructor: true,
    }),
    discountCodes: await made('/manage/discount-codes', { name: 'Hello', code: 'HELLO', percentOff: 10 }),
    clientLists: await made('/manage/client-lists', { name: 'Mine', filters: {} }),
    leaderboards: await made('/manage/leaderboards', {
      name: 'Visits',
      key: 'own_visits',
      rankBy: 'attendance',
      scope: 'brand',
      periodType: 'monthly',
    }),
  };
};

const CHANGED: readonly (readonly [table: string, path: string, body: object])[] = [
  ['staff', '/v2/staff/01000000-0000-7000-8000-000000000203', { bio: 'Ours' }],
  ['plans', '/manage/plans/01000000-0000-7000-8000-000000000701', { name: 'Ours' }],
  ['schedules', '/v2/schedules/01000000-0000-7000-8000-000000000401', { name: 'Ours' }],
  ['contentEntries', '/manage/content/entries/01000000-0000-7000-8000-000000001001', { title: 'Ours' }],
  ['challenges', '/manage/challenges/01000000-0000-7000-8000-000000001201', { title: 'Ours' }],
  ['awards', '/manage/awards/01000000-0000-7000-8000-000000002201', { name: 'Ours' }],
  ['leaderboards', '/manage/leaderboards/01000000-0000-7000-8000-000000002101', { name: 'Ours' }],
];

describe('a removal of the demo data without own data', () => {
  test('keeps and lists what people have made, and a person who was written over a demo client with all of theirs', async () => {
    const { studio, owner } = await openWithDemoData();
    const paths = await addOwn(studio, owner);
    await studio.given(
      studio.patch(`/v2/clients/${DANA}`, { firstName: 'Real', lastName: 'Person', email: 'real@example.com' }, owner),
    );
    const own = ownRows(studio);
    const count = (from: string): number => studio.count(`${from} where clientId = '${DANA}'`);
    const tables = ['bookings', 'packages', 'payments', 'checkins', 'facts', 'metricEntries', 'contentStatuses'];
    const before = tables.map((table) => [table, count(table)]);
    const preview = (await studio.post(`${PATH}?dry_run=true`, {}, owner)).body;
    const { kept } = await remove(studio, owner);
    expect(kept).toEqual(preview.kept);
    const named = (records: string) => kept.find((each: { records: string }) => each.records === records);
    expect(named('clients')).toEqual({ records: 'clients', count: 1, first: [{ id: DANA, name: 'Real Person' }] });
    expect(named('sites').first).toContainEqual({ id: paths.sites?.split('/').at(-1), name: 'West' });
    for (const [records, path] of Object.entries(paths)) {
      expect([records, named(records)?.first.some(({ id }: { id: string }) => path.endsWith(id))]).toEqual([
        records,
        true,
      ]);
      expect([path, (await studio.get(path, owner)).status]).toEqual([path, 200]);
    }
    expect(tables.map((table) => [table, count(table)])).toEqual(before);
    expect(studio.count('clients')).toBe(1);
    const after = ownRows(studio);
    for (const [table, rows] of Object.entries(own)) {
      if (table === 'leaderboardScores' || table === 'leaderboardPeriods') continue;
      expect([table, after[table]]).toEqual([table, expect.arrayContaining(rows)]);
    }
    requireWhole(studio);
    for (const { records, count: listed } of kept.filter(({ records: of }: { records: string }) => of !== 'clients')) {
      expect([records, studio.count(records) >= listed]).toEqual([records, true]);
    }
    expect((await studio.get('/v2/clients?search=Real', owner)).body.data.length).toBe(1);
    expect((await studio.get('/v2/clients?search=Rivera', owner)).body.data.length).toBe(0);
    expect((await studio.get('/manage/me', owner)).body.hasDemoData).toBe(false);
    expect(studio.count('demoChanges')).toBe(0);
    await studio.app.stop();
  });

  test('what jobs do in the days meanwhile is no change of a person', async () => {
    const { studio, owner } = await openWithDemoData();
    for (let day = 0; day < 3; day += 1) await studio.time.skipTo(studio.time.now() + DAY_MS);
    studio.events();
    const { body } = await studio.post(`${PATH}?dry_run=true`, {}, await studio.withKey({ scopes: ['*'] }));
    expect(body.kept).toEqual([]);
    expect(body.removed.clients).toBe(97);
    await studio.app.stop();
    expect(owner).toBeDefined();
  });

  test('keeps the client, the class and the teacher of a booking, and cancels nothing', async () => {
    const { studio, owner } = await openWithDemoData();
    const { body } = await studio.get(
      `/v2/sessions?location_id=${MAIN_SITE}&start_time_gte=2026-03-20T00:00:00Z`,
      owner,
    );
    const { id: sessionId } = body.data[0];
    const booking = await studio.given(studio.post('/v2/bookings', { clientId: OTHER, sessionId }, owner));
    await remove(studio, owner);
    expect((await studio.get(`/v2/bookings/${booking.id}`, owner)).body.status).toBe('confirmed');
    const session = (await studio.get(`/v2/sessions/${sessionId}`, owner)).body;
    expect([session.scheduleId, session.bookedCount]).toEqual([null, 1]);
    expect(studio.count('clients')).toBe(1);
    expect(studio.count('schedules')).toBe(0);
    requireWhole(studio);
    await studio.app.stop();
  });

  test('keeps each row that was changed, with what it names', async () => {
    const { studio, owner } = await openWithDemoData();
    for (const [, path, body] of CHANGED) await studio.given(studio.patch(path, body, owner));
    const { kept } = await remove(studio, owner);
    const tables = kept.map(({ records }: { records: string }) => records);
    for (const [table, path] of CHANGED) {
      expect([table, tables.includes(table), (await studio.get(path, owner)).status]).toEqual([table, true, 200]);
    }
    requireWhole(studio);
    await studio.app.stop();
  });
});
