import { describe, expect, test } from 'bun:test';
import { measured } from '../../helpers/measured.ts';
import { createClient } from '../../helpers/sales.ts';
import { type Moving, openMovingStudio, ROW_OF, ROWS } from './moving-studio.ts';
import { imported } from './set-up.ts';

/** Rows of one client may cost more than rows of many by what it takes to count them all once, and by noise. */
const MOST = 4;

/** The processor time of an import of rows a day apart, of so many clients, in milliseconds. */
const timeOf = async ({ studio, metricId }: Moving, family: string, clients: number): Promise<number> => {
  const ids = await Promise.all(Array.from({ length: clients }, () => createClient(studio)));
  const row = ROW_OF[family];
  const rows = Array.from({ length: ROWS }, (_, index) => ({
    ...row?.(index, metricId),
    clientId: ids[index % clients],
    ...(family === 'facts' ? {} : { externalId: `${clients}-${index}` }),
  }));
  const { user } = process.cpuUsage();
  expect(await imported(studio, family, rows)).toMatchObject({ created: ROWS });
  return (process.cpuUsage().user - user) / 1_000;
};

describe('many rows of one client cost about as much as rows of many', () => {
  for (const family of Object.keys(ROW_OF)) {
    test(family, async () => {
      const moving = await openMovingStudio();
      await timeOf(moving, family, 100);
      // The best of several: what else the machine does must not decide.
      let best = Number.POSITIVE_INFINITY;
      for (let round = 0; round < 3 && best >= MOST; round += 1) {
        const many = await timeOf(await openMovingStudio(), family, 100);
        best = Math.min(best, (await timeOf(await openMovingStudio(), family, 1)) / many);
      }
      measured(`${family}: rows of one client`, best, 'times rows of many', `less than ${MOST}`);
    }, 300_000);
  }
});
