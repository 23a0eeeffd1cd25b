import { expect, test } from 'bun:test';
import { HOUR_MS } from '../../src/kernel/durations.ts';
import { type Choices, choicesOf } from '../helpers/seeded.ts';
import { forEachSeed } from '../helpers/seeds.ts';
import { wrongCounts } from './engagement/recounts.ts';
import { ACTIONS, NAMES, openWorld, type World } from './engagement/year.ts';
import { PROPERTIES } from './invariants.ts';
import { stateOf } from './state.ts';

/** Before a challenge closes: what it ends with stays, whoever is merged later. */
const ROUNDS = 3;
const ACTS_EACH = 60;

/** What both wrote is one person's: nothing names the client who is gone, but what says that they were merged. */
const traces = ({ db }: World['studio'], id: string): string[] =>
  (
    db.query("select name from sqlite_schema where type = 'table' and sql like '%clientId%'").all() as {
      name: string;
    }[]
  )
    .map(({ name }) => name)
    .filter((name) => name !== 'auditLog' && db.query(`select 1 from "${name}" where "clientId" = ?`).get(id) !== null);

const merge = async (world: World, choose: Choices): Promise<string[]> => {
  const { studio, clients, entries } = world;
  const [one = '', other = ''] = [choose.of(clients), choose.of(clients)];
  if (one === other) return [];
  const { status, body } = await studio.post(`/manage/clients/${one}/merge`, {
    clientId: other,
    ...(choose.once(2) ? { keepClientId: other } : {}),
  });
  if (status !== 200) return [`${status} ${JSON.stringify(body)}`];
  const gone = body.id === one ? other : one;
  clients.splice(clients.indexOf(gone), 1);
  for (const entry of entries) if (entry.clientId === gone) Object.assign(entry, { clientId: body.id });
  const again = await studio.get(`/v2/clients/${gone}`);
  return [
    ...traces(studio, gone).map((table) => `${table} names the client who is gone`),
    ...(again.body.error?.details?.[0]?.mergedInto === body.id ? [] : ['the 404 does not say where the client is']),
    ...(studio.db.query('pragma foreign_key_check').all().length === 0 ? [] : ['a reference is broken']),
  ];
};

const run = async (seed: number): Promise<void> => {
  const choose = choicesOf(seed);
  const world = await openWorld(choose);
  const { studio } = world;
  const done: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let count = 0; count < ACTS_EACH; count += 1) {
      await studio.time.skipTo(studio.time.now() + choose.below(20) * HOUR_MS);
      const name = choose.of(NAMES) ?? 'comeIn';
      await ACTIONS[name]?.(world, choose);
      done.push(name);
    }
    const wrong = await merge(world, choose);
    const counts = await wrongCounts(world);
    const state = stateOf({ studio } as never);
    const broken = PROPERTIES.flatMap((property) => property(state));
    expect({ seed, round, wrong: [...wrong, ...counts, ...broken] }).toEqual({ seed, round, wrong: [] });
  }
  expect(studio.reportedErrors).toEqual([]);
  await studio.app.stop();
};

test('after a merge everything is what a recount of one person gives, whatever both did', async () => {
  await forEachSeed({ runs: 4, budgetMs: 20_000 }, run);
}, 300_000);
