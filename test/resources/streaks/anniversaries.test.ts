import { describe, expect, test } from 'bun:test';
import { MINUTE_MS } from '../../../src/kernel/durations.ts';
import { MAIN_SITE, openStudio, type Studio } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { watchCommits } from '../../helpers/commits.ts';
import { plansOf } from '../../helpers/query-plans.ts';

/** A studio whose clock stands at two minutes before the beginning of a local date. */
const openBefore = async (midnight: string, timezone: string): Promise<Studio> => {
  const studio = await openStudio({ startAt: Date.parse(midnight) - 2 * MINUTE_MS });
  expect((await studio.patch(`/v2/sites/${MAIN_SITE}`, { timezone })).status).toBe(200);
  return studio;
};

/** The events of the next four minutes, in which midnight is. */
const eventsAround = async (studio: Studio) => {
  studio.events();
  for (let minute = 0; minute < 4; minute += 1) await studio.time.moveTo(studio.time.now() + MINUTE_MS);
  return studio.eventsInFull().map(({ type, data }): Record<string, unknown> => ({ event: type, ...data }));
};

/** Adds `count` clients like another one, with ids in their order. Raises no events. */
const addMore = ({ db }: Studio, clientId: string, count: number): void => {
  const row = db.query('select * from clients where id = ?').get(clientId) as Record<string, string | number | null>;
  const names = Object.keys(row).filter((name) => name !== 'rowId');
  const made: Record<string, string> = {
    id: "printf('01950000-0000-7000-8000-%012d', i)",
    email: "printf('more%d@example.com', i)",
  };
  db.query(
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < ?1)
     insert into clients (${names.join()}) select ${names.map((name) => made[name] ?? name).join()} from n, clients where id = ?2`,
  ).run(count, clientId);
};

test('each statement that finds them is a seek by site and day, and sorts nothing', async () => {
  const studio = await openBefore('2027-02-28T05:00:00.000Z', 'America/New_York');
  const steps = await plansOf(studio, 'clients', () => studio.time.moveTo(studio.time.now() + MINUTE_MS));
  expect(steps).toEqual(['SEARCH clients USING INDEX clientsByAnniversary (homeLocationId=? AND <expr>=? AND id>?)']);
});

describe('an anniversary is raised once, at local midnight', () => {
  const cases: readonly [name: string, timezone: string, joinedAt: string, midnight: string, years: number][] = [
    [
      'on the first day of the year, joined on the last in UTC',
      'Asia/Tokyo',
      '2025-12-31T16:00:00.000Z',
      '2026-12-31T15:00:00.000Z',
      1,
    ],
    [
      'on the last day of the year, joined on the first in UTC',
      'America/New_York',
      '2025-01-01T02:00:00.000Z',
      '2026-12-31T05:00:00.000Z',
      2,
    ],
    ['of 29 February, in a common year', 'UTC', '2024-02-29T12:00:00.000Z', '2027-02-28T00:00:00.000Z', 3],
    ['of 29 February, in a leap year', 'UTC', '2024-02-29T12:00:00.000Z', '2028-02-29T00:00:00.000Z', 4],
    [
      'of 29 February, joined on 1 March in UTC',
      'America/New_York',
      '2024-03-01T02:00:00.000Z',
      '2027-02-28T05:00:00.000Z',
      3,
    ],
    [
      'of 1 March in a leap year, joined on 28 February in UTC',
      'Asia/Tokyo',
      '2027-02-28T20:00:00.000Z',
      '2028-02-29T15:00:00.000Z',
      1,
    ],
    [
      'of 28 February in a leap year, joined on 1 March in UTC',
      'America/New_York',
      '2027-03-01T02:00:00.000Z',
      '2028-02-28T05:00:00.000Z',
      1,
    ],
  ];
  for (const [name, timezone, joinedAt, midnight, threshold] of cases) {
    test(name, async () => {
      const studio = await openBefore(midnight, timezone);
      const clientId = await addClient(studio, { joinedAt });
      const reached = { event: 'milestone.reached', type: 'ANNIVERSARY', siteId: MAIN_SITE };
      expect(await eventsAround(studio)).toEqual([{ ...reached, clientId, threshold, earnedAt: midnight }]);
      expect(await eventsAround(studio)).toEqual([]);
    });
  }
});

test('those of more clients than one transaction takes, who joined on different days in UTC', async () => {
  const studio = await openBefore('2027-05-04T04:00:00.000Z', 'America/New_York');
  const early = await addClient(studio, { joinedAt: '2025-05-04T12:00:00.000Z' });
  addMore(studio, early, 230);
  const late = await addClient(studio, { joinedAt: '2025-05-05T02:00:00.000Z' });
  const other = await addClient(studio, { joinedAt: '2025-05-05T12:00:00.000Z' });
  const seen = watchCommits(studio);
  const events = await eventsAround(studio);
  const reached = events.map(({ event, type, clientId, threshold }) => `${event} ${type} ${clientId} ${threshold}`);
  const reachedBy = (clientId: string) => `milestone.reached ANNIVERSARY ${clientId} 2`;
  expect(reached).toHaveLength(232);
  const joined = studio.db.query('select id from clients').values().flat().map(String);
  expect(reached.toSorted()).toEqual(
    joined
      .filter((id) => id !== other)
      .map(reachedBy)
      .toSorted(),
  );
  expect(reached.at(-1)).toBe(reachedBy(late));
  expect(seen.mostEvents).toBeLessThanOrEqual(100);
});

test('a date that an earlier version has begun: the rest is raised, and nothing twice', async () => {
  const before = await openBefore('2027-05-04T04:00:00.000Z', 'America/New_York');
  const clientId = await addClient(before, { joinedAt: '2025-05-04T12:00:00.000Z' });
  const second = await addClient(before, { joinedAt: '2025-05-05T02:00:00.000Z' });
  addMore(before, clientId, 120);
  await before.app.stop();
  const { db } = before;
  // As the migration to schema 47 leaves what schema 46 had after the first hundred in the order of all ids.
  const hundred = db.query('select id from clients order by id limit 100').values().flat().map(String);
  db.run("update siteAnniversaries set date = '2027-05-04', day = '', after = ''");
  for (const id of hundred) {
    db.query("insert into milestonesRaised values (?, 'anniversary', 2, '2027-05-04T04:00:00.000Z')").run(id);
  }
  const startAt = Date.parse('2027-05-04T04:00:30.000Z');
  const studio = await openStudio({ startAt, file: db.serialize(), seal: before.seal });
  const reached = (await eventsAround(studio)).map(({ clientId: id }) => String(id));
  const all = db.query('select id from clients').values().flat().map(String);
  expect(reached.toSorted()).toEqual(all.filter((id) => !hundred.includes(id)).toSorted());
  expect(reached).toContain(second);
  expect(reached).toHaveLength(22);
});
