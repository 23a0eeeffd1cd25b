import { expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS } from '../../../src/kernel/durations.ts';
import { openStudio, type Studio } from '../../helpers/api.ts';
import { choicesOf } from '../../helpers/seeded.ts';
import { forEachSeed } from '../../helpers/seeds.ts';
import { moved } from '../move.ts';
import { wrongIn } from './recounts.ts';
import { ACTIONS, dateAfter, NAMES, openWorld } from './year.ts';

const SCORES = `select "leaderboardScores".* from "leaderboardScores"
  inner join "leaderboardPeriods" on "leaderboardPeriods"."id" = "periodId" and "closedAt" is not null`;
const ENROLLMENTS = `select * from "challengeEnrollments" where "status" = 'completed'`;

/** The scores of closed periods, and the enrolments in challenges that are over, which never change. */
const closedRows = ({ db }: Studio): Map<string, string> =>
  new Map(
    [SCORES, ENROLLMENTS]
      .flatMap((sql) => db.query(sql).all() as { id: string }[])
      .map((row) => [row.id, JSON.stringify(row)]),
  );

/** Events of which each may be raised once, with what identifies them. */
const ONCE: Readonly<Record<string, readonly string[]>> = {
  'milestone.reached': ['clientId', 'type', 'threshold'],
  'challenge.completed': ['enrollmentId'],
  'leaderboard.period_closed': ['periodId'],
  'metric.recorded': ['entryId'],
};

interface Raised {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, string>>;
}

/** Adds the new events, the earliest first: old ones are deleted in the course of a year. */
const collect = ({ db }: Studio, events: Raised[]): void => {
  const rows = db.query('select id, type, body from events where id > ? order by id').all(events.at(-1)?.id ?? '');
  for (const { id, type, body } of rows as { id: string; type: string; body: string }[]) {
    events.push({ id, type, data: JSON.parse(body).data });
  }
};

const keyOf = ({ type, data }: Raised): string => [type, ...(ONCE[type] ?? []).map((field) => data[field])].join(' ');

/** The streaks that were broken again without being extended in between. */
const brokenTwice = (events: readonly Raised[]): string[] => {
  const last = new Map<string, string>();
  return events.flatMap(({ type, data }) => {
    if (!type.startsWith('streak.')) return [];
    const streak = `${data.clientId} ${data.type}`;
    const before = last.get(streak);
    last.set(streak, type);
    return type === 'streak.broken' && before !== 'streak.extended' ? [`broken again: ${streak}`] : [];
  });
};

const run = async (seed: number): Promise<void> => {
  const choose = choicesOf(seed);
  const world = await openWorld(choose);
  const end = world.studio.time.now() + 366 * DAY_MS;
  const done: string[] = [];
  let closed = closedRows(world.studio);
  const events: Raised[] = [];
  while (world.studio.time.now() < end) {
    for (let count = choose.below(3); count >= 0; count -= 1) {
      const name = choose.of(NAMES) ?? 'comeIn';
      await ACTIONS[name]?.(world, choose);
      done.push(name);
      collect(world.studio, events);
      const now = closedRows(world.studio);
      const changed = [...closed].filter(([id, row]) => now.get(id) !== row);
      expect({ seed, done, wrong: await wrongIn(world), changed }).toEqual({ seed, done, wrong: [], changed: [] });
    }
    // Days pass at once, and then the jobs of a minute run.
    await world.studio.app.stop();
    const startAt = world.studio.time.now() + (choose.once(2) ? choose.below(20) * DAY_MS : choose.below(60) * HOUR_MS);
    world.studio = await openStudio({ startAt, file: world.studio.db.serialize(), seal: world.studio.seal });
    await world.studio.time.moveTo(startAt + 61_000);
    collect(world.studio, events);
    done.push(`until ${dateAfter(world, 0)}`);
    closed = closedRows(world.studio);
  }
  const keys = events.filter(({ type }) => type in ONCE).map(keyOf);
  const twice = [...keys.filter((key, index) => keys.indexOf(key) !== index), ...brokenTwice(events)];
  const earned = events.filter(({ type }) => type === 'award.earned').length;
  const { grants } = world.studio.db.query('select count(*) as grants from awardGrants').get() as { grants: number };
  expect({ seed, twice, earned, errors: world.studio.reportedErrors }).toEqual({
    seed,
    twice: [],
    earned: grants,
    errors: [],
  });
  // The year has moved everything at least once.
  expect(Object.keys(ONCE).filter((type) => !keys.some((key) => key.startsWith(type)))).toEqual([]);
  // It moves to another directory as it is then.
  for (const format of ['json', 'csv'] as const) {
    expect({ seed, format, wrong: await moved(world.studio, format) }).toEqual({ seed, format, wrong: [] });
  }
  await world.studio.app.stop();
};

test(
  'a year of a small studio: everything derived is what a recount of the facts gives, after every act',
  () => forEachSeed({ runs: 3, budgetMs: 4_000 }, run),
  300_000,
);
