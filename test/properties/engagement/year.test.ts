import { expect, test } from 'bun:test';
import { stopwatch } from '../../../src/kernel/clock.ts';
import { MAIN_SITE, openStudio, type Studio, TEST_START } from '../../helpers/api.ts';
import { addClient, addSession } from '../../helpers/bookings.ts';
import { addDraft, addPart, publish } from '../../helpers/challenges.ts';
import { addEntry } from '../../helpers/content.ts';
import { createPlan } from '../../helpers/sales.ts';
import { type Choices, choicesOf } from '../../helpers/seeded.ts';
import { check as checkAwards } from './awards.ts';
import { check as checkChallenges } from './challenges.ts';
import { check as checkLeaderboards } from './leaderboards.ts';
import { check as checkMetrics } from './metrics.ts';
import { check as checkStreaks } from './streaks.ts';

/** Replays one run: STUDIOD_PROPERTY_SEED=<seed> bun test test/properties/engagement/year.test.ts */
const GIVEN = process.env.STUDIOD_PROPERTY_SEED;
const RUNS = Number(process.env.STUDIOD_PROPERTY_RUNS ?? 3);
/** No further run begins after so many milliseconds, so that a slow machine is not held up. */
const BUDGET_MS = Number(process.env.STUDIOD_PROPERTY_MS ?? 4_000);
const [HOUR, DAY] = [3_600_000, 86_400_000];
const ZONES = ['America/New_York', 'Europe/London', 'Australia/Lord_Howe'];

interface World {
  studio: Studio;
  readonly clients: string[];
  readonly metricId: string;
  readonly planId: string;
  readonly challengeId: string;
  readonly goalIds: readonly string[];
  readonly otherSite: string;
  readonly bookings: string[];
  readonly entries: { readonly id: string; readonly clientId: string }[];
}

type Act = (world: World, choose: Choices) => Promise<unknown>;

const asMember =
  ({ studio }: World, clientId: string) =>
  (method: string, path: string, body?: object) =>
    studio.send(method, `/v2/member/${path}`, body, { 'x-client-id': clientId });

const someone = ({ clients }: World, choose: Choices): string => choose.of(clients) ?? '';

const dateAfter = (world: World, days: number): string =>
  new Date(world.studio.time.now() + days * DAY).toISOString().slice(0, 10);

/** What happens in a studio; the name says what. Some of it is refused, which must move nothing. */
const ACTS: Readonly<Record<string, Act>> = {
  comeIn: ({ studio, otherSite, ...world }, choose) =>
    studio.post('/v2/checkins', {
      clientId: choose.of(world.clients),
      locationId: choose.once(4) ? otherSite : MAIN_SITE,
    }),
  async attend(world, choose) {
    const { studio, bookings } = world;
    const sessionId = await addSession(studio, { startsIn: studio.time.now() - TEST_START + HOUR });
    const { status, body } = await studio.post('/v2/bookings', { clientId: someone(world, choose), sessionId });
    if (status !== 201) return;
    await studio.post(`/v2/bookings/${body.id}/checkin`);
    bookings.push(body.id);
  },
  cancel: ({ studio, bookings }, choose) => studio.post(`/v2/bookings/${choose.of(bookings)}/cancel`),
  async record(world, choose) {
    const clientId = someone(world, choose);
    const value = 20 + choose.below(10) * 5;
    const recordedAt = new Date(world.studio.time.now() - choose.below(30) * DAY).toISOString();
    const visibility = choose.once(2) ? 'leaderboard' : 'private';
    const sent = { contentEntryId: world.metricId, value, unit: choose.of(['kg', 'lb']), recordedAt, visibility };
    const { status, body } = await asMember(world, clientId)('POST', 'metrics/entries', sent);
    if (status === 201) world.entries.push({ id: body.id, clientId });
  },
  async edit(world, choose) {
    const { id, clientId } = choose.of(world.entries) ?? { id: MAIN_SITE, clientId: someone(world, choose) };
    await asMember(world, clientId)('PUT', `metrics/entries/${id}`, { value: 20 + choose.below(10) * 5 });
  },
  async delete(world, choose) {
    const { id, clientId } = choose.of(world.entries) ?? { id: MAIN_SITE, clientId: someone(world, choose) };
    await asMember(world, clientId)('DELETE', `metrics/entries/${id}`);
  },
  enrol: (world, choose) =>
    asMember(world, someone(world, choose))('POST', `challenges/${world.challengeId}/enroll`, { acceptRules: true }),
  withdraw: (world, choose) =>
    asMember(world, someone(world, choose))('DELETE', `challenges/${world.challengeId}/enroll`),
  async submitTwice(world, choose) {
    const send = asMember(world, someone(world, choose));
    const goals = [{ goalId: choose.of(world.goalIds), value: choose.below(6) }];
    const path = `challenges/${world.challengeId}/goals/submit`;
    await Promise.all([send('POST', path, { goals }), send('POST', path, { goals })]);
  },
  sell: (world, choose) =>
    world.studio.post('/manage/packages', {
      clientId: someone(world, choose),
      planId: world.planId,
      paymentMethod: 'cash',
    }),
  async freeze({ studio }, choose) {
    const { id } = choose.of(studio.db.query('select id from packages').all() as { id: string }[]) ?? {};
    const endsAt = new Date(studio.time.now() + (1 + choose.below(12)) * DAY).toISOString();
    if (id !== undefined) await studio.post(`/manage/packages/${id}/freeze`, { endsAt });
  },
  hide: (world, choose) =>
    world.studio.patch(`/v2/clients/${someone(world, choose)}`, {
      leaderboardVisibility: choose.of(['visible', 'initials', 'hidden']),
    }),
  moveHome: (world, choose) =>
    world.studio.patch(`/v2/clients/${someone(world, choose)}`, {
      homeLocationId: choose.once(2) ? world.otherSite : MAIN_SITE,
    }),
  async archive(world, choose) {
    const clientId = someone(world, choose);
    await world.studio.send('DELETE', `/v2/clients/${clientId}`);
    if (choose.once(2)) await world.studio.patch(`/v2/clients/${clientId}`, { status: 'active' });
  },
  rezone: ({ studio, otherSite }, choose) => studio.patch(`/v2/sites/${otherSite}`, { timezone: choose.of(ZONES) }),
};

const OFTEN = ['comeIn', 'attend', 'record', 'enrol', 'submitTwice'];
const NAMES = [...Object.keys(ACTS), ...OFTEN, ...OFTEN];

const openWorld = async (choose: Choices): Promise<World> => {
  const studio = await openStudio({ startAt: Date.parse('2026-01-05T15:00:00Z') });
  const otherSite = (await studio.post('/v2/sites', { name: 'Uptown', timezone: choose.of(ZONES) })).body.id;
  const clients = await Promise.all([1, 2, 3, 4].map(() => addClient(studio)));
  const metricDefinition = { dimension: 'weight', direction: 'higher_is_better', repSchemes: [1] };
  const { id: metricId } = await addEntry(studio, { title: 'Squat', type: 'metric', metricDefinition });
  const world = { studio, clients, metricId, otherSite, bookings: [], entries: [], challengeId: '', goalIds: [] };
  const planId = await createPlan(studio, { type: 'unlimited', creditsTotal: null, validityDays: 300 });
  const { id: challengeId } = await addDraft(studio, {
    ...{ startDate: '2026-02-01', endDate: '2026-07-31', capacity: 3, enrollmentOpensAt: '2026-01-01T00:00:00Z' },
    pointsRules: { perAttendance: 10, maxAttendancePerDay: 2, perGoal: 5, dailyCap: 25 },
  });
  const goalIds: string[] = [];
  for (const period of ['day', 'week']) {
    const goal = { title: period, period, targetType: 'count', defaultTarget: 3, minTarget: 1, maxTarget: 5 };
    goalIds.push((await addPart(studio, challengeId, 'goals', goal)).id);
  }
  await publish(studio, challengeId);
  for (const board of [
    { name: 'Week', rankBy: 'attendance', periodType: 'weekly' },
    { name: 'Month', rankBy: 'attendance', periodType: 'monthly', scope: 'site', siteId: otherSite },
    { name: 'Squat', rankBy: 'metric', periodType: 'all_time', metricContentEntryId: metricId },
    { name: 'Points', rankBy: 'points', periodType: 'challenge', challengeId },
    { name: 'Points of the month', rankBy: 'points', periodType: 'monthly', challengeId },
  ]) {
    const { status, body } = await studio.post('/manage/leaderboards', { scope: 'brand', ...board });
    if (status !== 201) throw new Error(JSON.stringify(body));
  }
  for (const award of [
    { name: 'Ten', trigger: 'visits', threshold: 10 },
    { name: 'Days', trigger: 'streak', streakType: 'daily_activity', threshold: 2, isRepeatable: true },
  ]) {
    const { status, body } = await studio.post('/manage/awards', award);
    if (status !== 201) throw new Error(JSON.stringify(body));
  }
  return { ...world, planId, challengeId, goalIds };
};

/** Everything that differs from its recount. */
const wrongIn = async ({ studio }: World): Promise<string[]> => [
  ...(await checkStreaks(studio)),
  ...checkMetrics(studio),
  ...(await checkChallenges(studio)),
  ...checkLeaderboards(studio),
  // The events are compared at the end, since old ones are deleted.
  ...(await checkAwards(studio)).filter((each) => !each.endsWith('raised')),
];

const CLOSED = `select "leaderboardScores".* from "leaderboardScores"
  inner join "leaderboardPeriods" on "leaderboardPeriods"."id" = "periodId" and "closedAt" is not null`;

/** The scores of closed periods, which never change. */
const closedScores = ({ db }: Studio): Map<string, string> =>
  new Map((db.query(CLOSED).all() as { id: string }[]).map((row) => [row.id, JSON.stringify(row)]));

/** Events of which each may be raised once, with what identifies them. */
const ONCE: Readonly<Record<string, readonly string[]>> = {
  'milestone.reached': ['clientId', 'type', 'threshold'],
  'challenge.completed': ['enrollmentId'],
  'leaderboard.period_closed': ['periodId'],
};

/** The events so far, by id: old ones are deleted in the course of a year. */
const collect = ({ db }: Studio, events: Map<string, { type: string; key: string }>): void => {
  for (const { id, type, body } of db.query('select id, type, body from events').all() as Record<string, string>[]) {
    const { data } = JSON.parse(body ?? '{}');
    const key = [type, ...(ONCE[type ?? ''] ?? []).map((field) => data[field])].join(' ');
    events.set(id ?? '', { type: type ?? '', key });
  }
};

const run = async (seed: number): Promise<void> => {
  const choose = choicesOf(seed);
  const world = await openWorld(choose);
  const end = world.studio.time.now() + 366 * DAY;
  const done: string[] = [];
  let closed = closedScores(world.studio);
  const events = new Map<string, { type: string; key: string }>();
  while (world.studio.time.now() < end) {
    for (let count = choose.below(3); count >= 0; count -= 1) {
      const name = choose.of(NAMES) ?? 'comeIn';
      await ACTS[name]?.(world, choose);
      done.push(name);
      collect(world.studio, events);
      const changed = [...closed].filter(([id, row]) => closedScores(world.studio).get(id) !== row);
      expect({ seed, done, wrong: await wrongIn(world), changed }).toEqual({ seed, done, wrong: [], changed: [] });
    }
    // Days pass at once, and then the jobs of a minute run.
    await world.studio.app.stop();
    const startAt = world.studio.time.now() + (choose.once(3) ? choose.below(20) * DAY : choose.below(60) * HOUR);
    world.studio = await openStudio({ startAt, file: world.studio.db.serialize(), seal: world.studio.seal });
    await world.studio.time.moveTo(startAt + 61_000);
    collect(world.studio, events);
    done.push(`until ${dateAfter(world, 0)}`);
    closed = closedScores(world.studio);
  }
  const keys = [...events.values()].filter(({ type }) => type in ONCE).map(({ key }) => key);
  const twice = keys.filter((key, index) => keys.indexOf(key) !== index);
  const earned = [...events.values()].filter(({ type }) => type === 'award.earned').length;
  const { grants } = world.studio.db.query('select count(*) as grants from awardGrants').get() as { grants: number };
  expect({ seed, twice, earned, errors: world.studio.reportedErrors }).toEqual({
    ...{ seed, twice: [], earned: grants, errors: [] },
  });
  // The year has moved everything at least once.
  expect(Object.keys(ONCE).filter((type) => !keys.some((key) => key.startsWith(type)))).toEqual([]);
  await world.studio.app.stop();
};

test('a year of a small studio: everything derived is what a recount of the facts gives, after every act', async () => {
  const seeds = GIVEN === undefined ? Array.from({ length: RUNS }, (_, index) => 1 + index) : [Number(GIVEN)];
  const startedAt = stopwatch();
  for (const seed of seeds) {
    if (seed !== seeds[0] && stopwatch() - startedAt > BUDGET_MS) break;
    await run(seed);
  }
}, 300_000);
