import { describe, expect, test } from 'bun:test';
import { IMPORT_FAMILIES } from '../../src/events/enumerations.ts';
import { stopwatch } from '../../src/kernel/clock.ts';
import { choicesOf } from '../helpers/seeded.ts';
import { ACTS } from './acts.ts';
import { CALENDAR } from './calendar.ts';
import { CARD_ACTS, openCardWorld } from './cards.ts';
import { differences, emptyStudio, exportAll, importAll, totalsOf } from './move.ts';

/** Replays one run: STUDIOD_PROPERTY_SEED=<seed> bun test test/properties/moving.test.ts */
const GIVEN = process.env.STUDIOD_PROPERTY_SEED;
const FROM = Number(process.env.STUDIOD_PROPERTY_SEED_FROM ?? 1);
const RUNS = Number(process.env.STUDIOD_PROPERTY_RUNS ?? 6);
const ACTS_IN_RUN = 160;
const ALL = [...ACTS, ...CALENDAR, ...CARD_ACTS, ...CARD_ACTS];
const MODES = ['automatic', 'confirmation_window', 'manual'];
/** No further run begins after so many milliseconds, so that a slow machine is not held up. */
const BUDGET_MS = Number(process.env.STUDIOD_PROPERTY_MS ?? 10_000);

const run = async (seed: number): Promise<void> => {
  const choose = choicesOf(seed);
  const world = await openCardWorld(choose.of(MODES) ?? 'automatic');
  const { studio } = world;
  for (let count = 0; count < ACTS_IN_RUN; count += 1) await choose.of(ALL)?.(world, choose);
  const exported = { json: await exportAll(studio, 'json'), csv: await exportAll(studio, 'csv') };
  for (const format of ['json', 'csv'] as const) {
    const files = exported[format];
    const to = await emptyStudio(studio);
    await importAll(to, files, format);
    const again = { json: await exportAll(to, 'json'), csv: await exportAll(to, 'csv') };
    const unequal = IMPORT_FAMILIES.flatMap((family) =>
      (['json', 'csv'] as const).flatMap((as) =>
        exported[as].get(family) === again[as].get(family) ? [] : [`${family}.${as}`],
      ),
    );
    expect({ seed, format, unequal, differences: differences(studio, to) }).toEqual({
      seed,
      format,
      unequal: [],
      differences: [],
    });
    expect(totalsOf(to)).toEqual(totalsOf(studio));
    // The same files once more change nothing.
    for (const response of await importAll(to, files, format))
      expect(response).toMatchObject({ created: 0, updated: 0 });
    expect(to.reportedErrors).toEqual([]);
    await to.app.stop();
  }
  await studio.app.stop();
};

describe('whatever happened in a studio', () => {
  test('its export comes in whole into an empty one, and is the same when it is exported again', async () => {
    const seeds = GIVEN === undefined ? Array.from({ length: RUNS }, (_, index) => FROM + index) : [Number(GIVEN)];
    const startedAt = stopwatch();
    for (const seed of seeds) {
      if (stopwatch() - startedAt > BUDGET_MS) break;
      await run(seed);
    }
  }, 120_000);
});
