import { test } from 'bun:test';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS, MINUTE_MS } from '../../src/kernel/durations.ts';
import { fakeClock, whyNoFakeClock } from '../helpers/fake-clock.ts';
import { startServer, testFolder, until } from '../helpers/process.ts';

const cwd = testFolder();

/** How long before a minute the clock is set, ms. */
const SHORTLY = 1_500;

test.skipIf(whyNoFakeClock !== '')(
  `a server whose system clock is set back or forward runs its jobs at once, and is healthy${whyNoFakeClock}`,
  async () => {
    const clock = fakeClock();
    /** Sets the clock about `milliseconds` from the real time, to shortly before a full minute. */
    const setNearMinute = (milliseconds: number): void => {
      const at = Date.now() + milliseconds;
      clock.stepTo(at + MINUTE_MS - (at % MINUTE_MS) - SHORTLY);
    };
    const env = { ...clock.env(cwd), STUDIOD_BACKUP_SCHEDULE: '* * * * *' };
    const server = await startServer({ cwd, env }, 'serve');
    const folder = join(cwd, 'studiod-data/backups');
    mkdirSync(folder, { recursive: true });
    const backups = () => new Set(readdirSync(folder).filter((name) => name.endsWith('.db')));
    try {
      // Another day each time, since the retention keeps one backup of a day.
      for (const step of [2 * DAY_MS, DAY_MS, 3 * DAY_MS, -DAY_MS]) {
        const before = backups();
        setNearMinute(step);
        // A machine that stalls may miss the minute that was near, and makes the backup in the next one.
        await until(() => clock.isFollowed(server.ready.rootUrl), 120_000);
        await until(() => !backups().isSubsetOf(before), 120_000);
      }
    } finally {
      await server.stop();
    }
  },
  1_200_000,
);
