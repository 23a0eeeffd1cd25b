import { expect, test } from 'bun:test';
import { DAY_MS, HOUR_MS } from '../../../src/kernel/durations.ts';
import { openStudio } from '../../helpers/api.ts';
import { type Choices, choicesOf } from '../../helpers/seeded.ts';
import { forEachSeed } from '../../helpers/seeds.ts';
import { imported } from '../../resources/imports/set-up.ts';
import { wrongCounts } from './recounts.ts';
import { ACTIONS, openWorld, type World } from './year.ts';

/** Rows of one file are about any days of the last months, of few clients, in any order. */
const rowsOf = (world: World, choose: Choices, make: (index: number) => object): object[] =>
  Array.from({ length: 1 + choose.below(25) }, (_, index) => ({ clientId: choose.of(world.clients), ...make(index) }));

const instantIn = ({ studio }: World, choose: Choices): string =>
  new Date(studio.time.now() - choose.below(120) * DAY_MS - choose.below(24) * HOUR_MS).toISOString();

const value = (choose: Choices): number => 20 + choose.below(10) * 5;

let files = 0;

/** What another studio knows of the past of the clients. */
const FILES: Readonly<Record<string, (world: World, choose: Choices) => Promise<unknown>>> = {
  checkins: (world, choose) =>
    imported(
      world.studio,
      'checkins',
      rowsOf(world, choose, (index) => ({ externalId: `c${files}-${index}`, checkedInAt: instantIn(world, choose) })),
    ),
  facts: (world, choose) =>
    imported(
      world.studio,
      'facts',
      rowsOf(world, choose, (index) => ({
        kind: 'watched_minutes',
        value: 1 + choose.below(8),
        at: new Date(Date.parse(instantIn(world, choose)) - 1 - index).toISOString(),
      })),
    ),
  entries: (world, choose) =>
    imported(
      world.studio,
      'metric_entries',
      rowsOf(world, choose, (index) => ({
        externalId: `m${files}-${index}`,
        contentEntryId: world.metricId,
        value: value(choose),
        unit: choose.of(['kg', 'lb']),
        reps: choose.of([1, 5, null]),
        recordedAt: instantIn(world, choose),
        visibility: choose.of(['private', 'leaderboard']),
      })),
    ),
  /** The same entries once more, with other values and instants. */
  async changes(world, choose) {
    const known = world.studio.db.query('select id, clientId from metricEntries').all();
    const rows = (known as { id: string; clientId: string }[])
      .filter(() => choose.once(2))
      .map((row) => ({
        ...row,
        value: value(choose),
        visibility: choose.of(['private', 'leaderboard']),
        ...(choose.once(2) ? { recordedAt: instantIn(world, choose) } : {}),
      }));
    if (rows.length > 0) await imported(world.studio, 'metric_entries', rows);
  },
};

const OTHERS = ['comeIn', 'record', 'edit', 'delete', 'attend', 'watch'] as const;

test('what is derived from imported facts is what a recount of all facts gives, after every file', async () => {
  await forEachSeed({ runs: 4, budgetMs: 6_000 }, async (seed) => {
    const choose = choicesOf(seed);
    const world = await openWorld(choose);
    for (const { id } of world.challenges) {
      for (const clientId of world.clients.slice(0, 3)) {
        const headers = { 'x-client-id': clientId };
        await world.studio.send('POST', `/v2/member/challenges/${id}/enroll`, { acceptRules: true }, headers);
      }
    }
    await world.studio.app.stop();
    const startAt = world.studio.time.now() + (90 + choose.below(90)) * DAY_MS;
    world.studio = await openStudio({ startAt, file: world.studio.db.serialize(), seal: world.studio.seal });
    await world.studio.time.moveTo(startAt + 61_000);
    const done: string[] = [];
    for (let count = 0; count < 12; count += 1) {
      const name = choose.of(choose.once(3) ? OTHERS : Object.keys(FILES)) ?? 'checkins';
      const act = FILES[name] ?? ACTIONS[name];
      files += 1;
      if (name in FILES) world.studio.events();
      await act?.(world, choose);
      done.push(name);
      const raised = name in FILES ? world.studio.events().filter((type) => type !== 'import.completed') : [];
      expect({ seed, done, raised, wrong: await wrongCounts(world) }).toEqual({ seed, done, raised: [], wrong: [] });
    }
    expect(world.studio.reportedErrors).toEqual([]);
    await world.studio.app.stop();
  });
}, 300_000);
