import type { Database } from 'bun:sqlite';
import { join } from 'node:path';
import type { Log } from '../../src/cli/server/log.ts';
import { nightlyBackup } from '../../src/cli/server/nightly-backup.ts';
import { configure } from '../../src/config/settings.ts';
import { highestId, idsFor } from '../../src/database/id-order.ts';
import { Store } from '../../src/database/store.ts';
import { startJobs } from '../../src/jobs/runner.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { Timeline } from '../../src/kernel/timer.ts';
import { createMediaStore } from '../../src/media/store.ts';
import { placeDemoMedia } from '../../src/sandbox/demo/media.ts';
import { createDemoStudio } from '../../src/sandbox/demo/studio.ts';
import { openBusiness } from './business-data.ts';
import { command, environment } from './process.ts';

const NIGHT = { STUDIOD_BACKUP_SCHEDULE: '17 4 * * *' };

interface NightOptions {
  /** The data directory. */
  readonly directory: string;
  /** Epoch ms. */
  readonly startAt: number;
  /** Settings of the server. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A whole studio in a data directory, and its nightly backups on a clock that is moved by hand. */
export const openNights = async ({ directory, startAt, env = {} }: NightOptions) => {
  const random = systemRandom();
  const { config } = configure({ flags: { data: directory }, environment: { ...NIGHT, ...env } });
  const opened = await openBusiness(directory);
  const time = new Timeline(startAt);
  const store = new Store(opened.db, time, idsFor(opened.db, time, random));
  if (highestId(opened.db) === undefined) {
    await placeDemoMedia(createMediaStore({ directory: join(directory, 'media') }));
    await createDemoStudio(store);
  }
  const lines: string[] = [];
  const add = (message: string): void => void lines.push(message);
  const says = { info: add, warn: add, error: add };
  const log: Log = { format: 'text', request: undefined, ...says, flush: () => {}, end: async () => {} };
  const now = () => time.now();
  const nights = nightlyBackup({
    config,
    directory,
    environment: environment(),
    log,
    store,
    now,
    program: command,
  });
  const failures: unknown[] = [];
  const jobs = startJobs(time, nights.jobs, (_job, error) => failures.push(error));
  return {
    time,
    lines,
    failures,
    store,
    async close(): Promise<void> {
      nights.stop();
      await jobs.stop();
      time.stop();
      opened.close();
    },
  };
};

/** The events about backups since an instant, oldest first. */
export const eventsOf = (db: Database): unknown[] =>
  db
    .query<{ body: string }, []>(`select body from events where type like 'backup.%' order by id`)
    .all()
    .map(({ body }) => {
      const { type, data: payload } = JSON.parse(body);
      return [type, payload.check, payload.file];
    });
