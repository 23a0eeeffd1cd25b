import { expect, test } from 'bun:test';
import { reactions } from '../../../src/api.ts';
import { DAY_MS, HOUR_MS } from '../../../src/kernel/durations.ts';
import { recordFact, takeBackFact } from '../../../src/resources/facts/facts.ts';
import type { FactSource } from '../../../src/resources/facts/queries.ts';
import { MAIN_SITE, openStudio, type Studio } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { createPlan } from '../../helpers/sales.ts';
import { type Choices, choicesOf } from '../../helpers/seeded.ts';
import { forEachSeed } from '../../helpers/seeds.ts';
import { check, mondayOf, recount } from './streaks.ts';

const ACTIONS = 60;
const ZONES = ['America/New_York', 'Europe/London', 'Australia/Lord_Howe'];

interface World {
  studio: Studio;
  readonly clients: readonly string[];
  readonly planId: string;
  /** The facts that are not taken back. */
  readonly sources: Map<string, FactSource>;
  /** The target of now, and that which the first visit of each week found, by client and Monday. */
  target: number;
  readonly found: Map<string, number>;
}

/** Keeps the target that the first visit of a week finds. */
const keepTarget = ({ studio, target, found }: World, sourceId: string): void => {
  const visits = studio.db.query(
    "select sourceId, clientId, homeDate from facts where kind = 'visit' and takenBackAt is null",
  );
  const all = (visits.all() as { sourceId: string; clientId: string; homeDate: string }[]).map((row) => ({
    sourceId: row.sourceId,
    week: `${row.clientId} ${mondayOf(row.homeDate)}`,
  }));
  const week = all.find((visit) => visit.sourceId === sourceId)?.week;
  if (week !== undefined && all.filter((visit) => visit.week === week).length === 1) found.set(week, target);
};

/** Something that happens; the name says what. */
const ACT: Readonly<Record<string, (world: World, choose: Choices) => Promise<unknown>>> = {
  async fact(world, choose) {
    const { studio, clients, sources } = world;
    const kind = choose.once(3) ? 'watched_minutes' : 'visit';
    const sourceId = `source ${sources.size} ${choose.below(1e9)}`;
    const at = new Date(studio.time.now() - (choose.once(4) ? choose.below(40) * DAY_MS : 0)).toISOString();
    const value = kind === 'visit' ? choose.below(3) * 30 : choose.below(80) / 10;
    const clientId = choose.of(clients) ?? '';
    await studio.store.write((tx) => ({ id: recordFact(tx, reactions, { kind, clientId, at, sourceId, value }).id }));
    sources.set(sourceId, { kind, sourceId, clientId });
    keepTarget(world, sourceId);
  },
  async takeBack({ studio, sources }, choose) {
    const source = choose.of([...sources.values()]);
    if (source === undefined) return;
    await studio.store.write((tx) => {
      takeBackFact(tx, reactions, source);
    });
    sources.delete(source.sourceId);
  },
  /** The clock moves without the jobs of each minute: what is read is true before any has run. */
  async pass(world, choose) {
    const { studio } = world;
    await studio.app.stop();
    const startAt = studio.time.now() + (1 + choose.below(choose.once(5) ? 400 : 60)) * HOUR_MS;
    world.studio = await openStudio({ startAt, file: studio.db.serialize(), seal: studio.seal });
  },
  async job({ studio }) {
    await studio.time.moveTo(studio.time.now() + 61_000);
  },
  async target(world, choose) {
    world.target = 1 + choose.below(2);
    await world.studio.patch('/v2/settings', { membership: { streakWeeklyTarget: world.target } });
  },
  sell: ({ studio, clients, planId }, choose) =>
    studio.post('/manage/packages', { clientId: choose.of(clients), planId, paymentMethod: 'cash' }),
  async freeze({ studio }, choose) {
    const ids = studio.db.query('select id from packages').all() as { id: string }[];
    const id = choose.of(ids)?.id;
    if (id === undefined) return;
    const endsAt = new Date(studio.time.now() + (1 + choose.below(200)) * HOUR_MS).toISOString();
    await studio.post(
      `/manage/packages/${id}/${choose.once(3) ? 'unfreeze' : 'freeze'}`,
      choose.once(9) ? {} : { endsAt },
    );
  },
};
const NAMES = [
  ...Array<string>(8).fill('fact'),
  ...Array<string>(4).fill('pass'),
  'takeBack',
  'takeBack',
  'job',
  'target',
  'sell',
  'freeze',
  'freeze',
];

const run = async (seed: number): Promise<void> => {
  const choose = choicesOf(seed);
  const studio = await openStudio({
    startAt: Date.parse(choose.once(2) ? '2026-02-20T12:00:00Z' : '2026-12-15T12:00:00Z'),
  });
  await studio.patch(`/v2/sites/${MAIN_SITE}`, { timezone: choose.of(ZONES) });
  await studio.patch('/v2/settings', { membership: { maxFreezeDaysPerYear: 366 } });
  const startDate = new Date(studio.time.now() + choose.below(20) * DAY_MS).toISOString().slice(0, 10);
  const endDate = new Date(Date.parse(startDate) + choose.below(16) * DAY_MS).toISOString().slice(0, 10);
  await studio.patch(`/v2/sites/${MAIN_SITE}`, { closures: [{ startDate, endDate }] });
  const planId = await createPlan(studio, { type: 'unlimited', creditsTotal: null, validityDays: 300 });
  const clients = [await addClient(studio), await addClient(studio)];
  const world: World = { studio, clients, planId, sources: new Map(), target: 1, found: new Map() };
  const done: string[] = [];
  for (let count = 0; count < ACTIONS; count += 1) {
    const name = choose.of(NAMES) ?? 'fact';
    await ACT[name]?.(world, choose);
    done.push(name);
    const found = (id: string, monday: string) => world.found.get(`${id} ${monday}`);
    expect({ seed, done, wrong: await check(world.studio, found) }).toEqual({ seed, done, wrong: [] });
  }
  expect(world.studio.reportedErrors).toEqual([]);
  await world.studio.app.stop();
};

test('the recount itself: two weeks, a frozen one between them, and one that is not met', () => {
  const facts = ['2026-03-03', '2026-03-17', '2026-03-31'].map((homeDate) => ({ kind: 'visit', value: 30, homeDate }));
  const config = { today: '2026-03-31', targetOf: () => 1, isClosed: () => false };
  const { streaks, visits, minutes } = recount(facts, {
    ...config,
    isPackageFrozen: (monday) => monday === '2026-03-09',
  });
  expect([visits, minutes]).toEqual([3, 90]);
  expect(streaks.weekly_attendance).toEqual({ length: 1, longestLength: 2, startedOn: '2026-03-30', isBroken: false });
  expect(streaks.daily_activity).toEqual({ length: 1, longestLength: 1, startedOn: '2026-03-31', isBroken: false });
});

test('streaks and milestones are what a recount of the facts gives, whatever happens', async () => {
  await forEachSeed({ runs: 6, budgetMs: 5_000 }, run);
}, 120_000);
