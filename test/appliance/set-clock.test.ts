import { afterAll, test } from 'bun:test';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder, removeFolder, startServer, until } from '../helpers/process.ts';

/** Gives one process a system clock of its own: apt-get install libfaketime. */
const [library] = new Bun.Glob('/usr/lib/*/faketime/libfaketimeMT.so.1').scanSync('/');
const cwd = newFolder();
afterAll(() => removeFolder(cwd));

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
/** How long before a minute the clock is set, ms. */
const SHORTLY = 1_500;

const whySkipped = library === undefined ? ' (skipped: libfaketime is not installed)' : '';

test.skipIf(library === undefined)(
  `a server whose system clock is set back or forward runs its jobs at once, and is healthy${whySkipped}`,
  async () => {
    const file = join(cwd, 'clock');
    let offset = 0;
    const setClock = (milliseconds: number): void => {
      offset = milliseconds;
      writeFileSync(file, `${milliseconds < 0 ? '' : '+'}${milliseconds / 1_000}s`);
    };
    /** Sets the clock about `milliseconds` from the real time, to shortly before a full minute. */
    const setNearMinute = (milliseconds: number): void => {
      const past = (Date.now() + milliseconds) % MINUTE;
      setClock(milliseconds + MINUTE - past - SHORTLY);
    };
    setClock(0);
    const env = {
      LD_PRELOAD: String(library),
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
      STUDIOD_BACKUP_SCHEDULE: '* * * * *',
    };
    const server = await startServer({ cwd, env }, 'serve');
    const folder = join(cwd, 'studiod-data/backups');
    mkdirSync(folder, { recursive: true });
    const backups = () => new Set(readdirSync(folder).filter((name) => name.endsWith('.db')));
    const health = async () =>
      (await (await fetch(`${server.ready.baseUrl}/health`)).json()) as Record<string, unknown>;
    const isFollowed = async () => {
      const { serverTime, status } = await health();
      return status === 'ok' && Math.abs(Date.parse(String(serverTime)) - (Date.now() + offset)) < MINUTE;
    };
    try {
      // Another day each time, since the retention keeps one backup of a day.
      for (const step of [2 * DAY, DAY, 3 * DAY, -DAY]) {
        const before = backups();
        setNearMinute(step);
        // A machine that stalls may miss the minute that was near, and makes the backup in the next one.
        await until(isFollowed, 120_000);
        await until(() => !backups().isSubsetOf(before), 120_000);
      }
    } finally {
      await server.stop();
    }
  },
  1_200_000,
);
