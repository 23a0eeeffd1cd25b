import { describe, expect, test } from 'bun:test';
import { openInMemory } from '../../../src/database/data-directory.ts';
import { eraseEverything } from '../../../src/database/erase.ts';
import { Store } from '../../../src/database/store.ts';
import { DAY_MS } from '../../../src/kernel/durations.ts';
import { createIds } from '../../../src/kernel/ids.ts';
import { systemRandom } from '../../../src/kernel/random.ts';
import { Timeline } from '../../../src/kernel/timer.ts';
import { EVENTS, MEMBER, recentEventId, SESSIONS } from '../../../src/resources/demo-ids.ts';
import { CLIENTS } from '../../../src/sandbox/demo/clients.ts';
import { demoGuide } from '../../../src/sandbox/demo/guide.ts';
import { createDemoStudio, demoIds, hasStudio } from '../../../src/sandbox/demo/studio.ts';
import { testsEverything } from '../../helpers/everything.ts';

const create = async (startAt: string) => {
  const random = systemRandom();
  const time = new Timeline(Date.parse(startAt));
  const store = new Store(openInMemory('test', random).db, time, createIds(time, random));
  await createDemoStudio(store);
  return store;
};
const all = (store: Store, statement: string) => store.db.query(statement).all() as Record<string, unknown>[];
const count = (store: Store, from: string) => all(store, `select count(*) as n from ${from}`)[0]?.n;

describe('the demo studio', () => {
  test('has a guide with a record of every kind that has fixed ids', async () => {
    const store = await create('2026-03-02T08:00:00.000Z');
    const named = new Set(demoGuide(store.view()).records.map(([, id]) => id));
    const tables = all(
      store,
      `select m.name from sqlite_schema m join pragma_table_info(m.name) c on c.name = 'id' where m.type = 'table'`,
    );
    expect(tables.length).toBeGreaterThan(40);
    const idsOf = (table: unknown) =>
      all(store, `select id from "${table}" where id like '01000000-0000-7000-8000-%'`).map(({ id }) => String(id));
    const lacking = tables.flatMap(({ name }) => {
      const ids = idsOf(name);
      return ids.length === 0 || ids.some((id) => named.has(id)) ? [] : [name];
    });
    expect(lacking).toEqual([]);
  });

  test('has the records that the contract lists', async () => {
    const store = await create('2026-03-02T08:00:00.000Z');
    expect(all(store, 'select isDigital from sites order by id')).toEqual([{ isDigital: 0 }, { isDigital: 1 }]);
    expect(all(store, 'select role from staff order by id').map(({ role }) => role)).toEqual([
      'owner',
      'front_desk',
      ...Array.from({ length: 5 }, () => 'instructor'),
    ]);
    expect(all(store, 'select status, count(*) as n from clients group by 1 order by 1')).toEqual([
      { status: 'active', n: 95 },
      { status: 'archived', n: 1 },
      { status: 'suspended', n: 1 },
    ]);
    expect(all(store, 'select distinct status from bookings order by 1').map(({ status }) => status)).toEqual([
      'attended',
      'cancelled',
      'confirmed',
      'noshow',
      'waitlisted',
    ]);
    expect(count(store, 'plans')).toBe(5);
    // Grace has one of ten credits left, and it is booked. All credits of the weeks before are used.
    const packages = (ids: string) =>
      all(store, `select status, count(*) as n from packages where id ${ids} group by 1`);
    expect(packages("like '00ff%'")).toMatchObject([
      { status: 'active', n: 41 },
      { status: 'depleted' },
      { status: 'expired' },
    ]);
    expect(packages("not like '00ff%'")).toEqual([
      { status: 'active', n: 24 },
      { status: 'depleted', n: 1 },
    ]);
    expect(count(store, "payments where status = 'completed' and id not like '00ff%'")).toBe(27);
    expect(all(store, 'select amount from payments where dispute is not null')).toEqual([{ amount: 2_500 }]);
    expect(all(store, 'select amount from refunds')).toEqual([{ amount: 4_300 }]);
    expect(count(store, 'checkins')).toBeGreaterThan(0);
    expect(count(store, "sessions where confirmedCount = capacity and startTime > '2026-03-03'")).toBe(2);
    expect(all(store, "select type, count(*) as n from contentEntries where status = 'published' group by 1")).toEqual([
      ...['article', 'assessment', 'audio'].map((type) => ({ type, n: 1 })),
      { type: 'metric', n: 2 },
      ...['program', 'recipe', 'video', 'workout'].map((type) => ({ type, n: 1 })),
    ]);
    expect(all(store, 'select status, rating from contentStatuses where completedAt is not null')).toEqual([
      { status: 'completed', rating: 5 },
    ]);
    expect(all(store, 'select name, entryCount from contentCategories order by id')).toEqual([
      { name: 'Yoga', entryCount: 2 },
      { name: 'Morning', entryCount: 1 },
      { name: 'Strength', entryCount: 1 },
    ]);
    expect(count(store, 'metricEntries')).toBe(9);
    expect(all(store, 'select status, watchedSeconds, percentComplete from videoSessions order by startedAt')).toEqual([
      { status: 'ended', watchedSeconds: 300, percentComplete: 25 },
      { status: 'active', watchedSeconds: 0, percentComplete: 25 },
    ]);
    const ranked =
      'leaderboardScores inner join challenges on challenges.leaderboardId = leaderboardScores.leaderboardId';
    expect(all(store, `select clientId, value from ${ranked} where list is not null`)).toEqual([
      { clientId: MEMBER, value: 0 },
    ]);
    expect(all(store, 'select id, type from events order by id')).toEqual([
      { id: EVENTS.frozen, type: 'package.frozen' },
      { id: recentEventId(Date.parse('2026-02-27T23:21:00.000Z'), 5), type: 'package.frozen' },
      { id: recentEventId(Date.parse('2026-02-28T22:47:00.000Z'), 6), type: 'package.unfrozen' },
      { id: recentEventId(Date.parse('2026-03-01T14:25:00.000Z'), 4), type: 'booking.checked_in' },
      { id: recentEventId(Date.parse('2026-03-01T15:14:00.000Z'), 7), type: 'package.frozen' },
      { id: recentEventId(Date.parse('2026-03-01T22:21:00.000Z'), 3), type: 'package.purchased' },
      { id: recentEventId(Date.parse('2026-03-02T07:54:00.000Z'), 2), type: 'booking.created' },
    ]);
    expect(count(store, "sessions where endTime < '2026-03-02T08' and completedAt is null")).toBe(0);
  });

  // The nights on which the clocks change, a leap day, and every weekday.
  const STARTS = [
    '2026-03-08T06:59:00.000Z',
    '2026-11-01T05:30:00.000Z',
    '2028-02-29T00:00:00.000Z',
    '2026-03-02T08:00:00.000Z',
    '2026-03-03T12:30:00.000Z',
    '2026-03-11T11:59:59.000Z',
    '2026-03-12T23:59:00.000Z',
    '2026-11-06T12:00:00.000Z',
  ];
  let summer: Promise<Store> | undefined;
  test.each(testsEverything ? STARTS : STARTS.slice(0, 3))('has the same ids on %s', async (startAt) => {
    summer ??= create('2026-06-15T15:00:00.000Z');
    const [store, other] = [await create(startAt), await summer];
    expect(demoIds(store.view())).toEqual(demoIds(other.view()));
    const ids = (from: string) => [
      all(store, `select id from ${from} order by id`),
      all(other, `select id from ${from} order by id`),
    ];
    for (const table of ['sites', 'staff', 'clients', 'schedules', 'bookings']) {
      const [here, there] = ids(table);
      expect(here).toEqual(there!);
    }
    const { sessionId, clientId } = demoIds(store.view());
    const [session] = all(store, `select * from sessions where id = '${sessionId}'`);
    const ahead = Date.parse(String(session?.startTime)) - Date.parse(startAt);
    expect(ahead).toBeGreaterThan(DAY_MS);
    expect(ahead).toBeLessThan(4 * DAY_MS);
    expect(session).toMatchObject({ confirmedCount: 2, capacity: 12, cancelledAt: null });
    expect(count(store, `bookings where sessionId = '${sessionId}' and clientId = '${clientId}'`)).toBe(0);
    expect(clientId).toBe(CLIENTS[0]!.id);
    expect([clientId, sessionId]).toEqual([MEMBER, SESSIONS.offered]);
  });

  test('offers another session once the first is over', async () => {
    const store = await create('2026-03-02T08:00:00.000Z');
    const before = demoIds(store.view()).sessionId;
    await (store.clock as Timeline).moveTo(Date.parse('2026-03-10T08:00:00.000Z'));
    const after = demoIds(store.view()).sessionId;
    expect(after).not.toBe(before);
    expect(after).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('can be erased and created again, with the types and features of every new database', async () => {
    const store = await create('2026-03-02T08:00:00.000Z');
    store.db.run("update contentTypes set name = 'Film'");
    store.db.run('delete from contentFeatures');
    const tables = all(store, "select name from sqlite_master where type = 'table' and sql like 'CREATE TABLE%'").map(
      ({ name }) => String(name),
    );
    const triggers = () => all(store, "select name, sql from sqlite_master where type = 'trigger' order by name");
    const kept = triggers();
    store.db.run(
      `insert into facts (id, kind, clientId, siteId, at, localDate, homeDate, sourceId, value, createdAt)
       select id, 'visit', clientId, siteId, createdAt, '2026-03-02', '2026-03-02', 'x', 1, createdAt from bookings limit 1`,
    );
    await store.write(eraseEverything);
    expect([kept.length > 0, triggers()]).toEqual([true, kept]);
    expect(hasStudio(store.view())).toBe(false);
    const left = tables.filter(
      (name) =>
        !/^(appliance|sqlite_|clientSearch|contentSearch|contentTypes|contentFeatures)/.test(name) &&
        count(store, name) !== 0,
    );
    expect(left).toEqual([]);
    const fresh = new Store(
      openInMemory('test', systemRandom()).db,
      store.clock,
      createIds(store.clock, systemRandom()),
    );
    for (const table of ['contentTypes', 'contentFeatures']) {
      expect(count(fresh, table)).toBe(8);
      expect(all(store, `select * from ${table}`)).toEqual(all(fresh, `select * from ${table}`));
    }
    expect(all(store, "select rowid from clientSearch('priya')")).toEqual([]);
    await createDemoStudio(store);
    expect(all(store, "select count(*) as n from clientSearch('priya')")).toEqual([{ n: 1 }]);
  });
});
