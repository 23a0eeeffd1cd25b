import { describe, expect, test } from 'bun:test';
import { IMPORT_FAMILIES } from '../../src/events/enumerations.ts';
import { choicesOf } from '../helpers/seeded.ts';
import { forEachSeed } from '../helpers/seeds.ts';
import { ACTIONS } from './actions.ts';
import { CALENDAR } from './calendar.ts';
import { CARD_ACTIONS, openCardWorld } from './cards.ts';
import { differences, emptyStudio, exportAll, importAll, totalsOf } from './move.ts';

const ACTIONS_IN_RUN = 160;
const ALL = [...ACTIONS, ...CALENDAR, ...CARD_ACTIONS, ...CARD_ACTIONS];
const MODES = ['automatic', 'confirmation_window', 'manual'];

const run = async (seed: number): Promise<void> => {
  const choose = choicesOf(seed);
  const world = await openCardWorld(choose.of(MODES) ?? 'automatic');
  const { studio } = world;
  for (let count = 0; count < ACTIONS_IN_RUN; count += 1) await choose.of(ALL)?.(world, choose);
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
  test(
    'its export comes in whole into an empty one, and is the same when it is exported again',
    () => forEachSeed({ runs: 6, budgetMs: 10_000 }, run),
    120_000,
  );
});
