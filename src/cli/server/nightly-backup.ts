import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Cron } from 'croner';
import type { Config } from '../../config/settings.ts';
import { listBackups } from '../../database/backup/backup.ts';
import type { Job } from '../../jobs/runner.ts';
import { isoInstant } from '../../kernel/clock.ts';
import { backupDirectory, pruneBackups } from '../verbs/backup.ts';
import type { Log } from './log.ts';

/** After a failure it is tried again, but not at once: a full disk fills logs as well. */
const AGAIN_AFTER_MS = 60 * 60_000;

interface Nightly {
  readonly config: Config;
  /** The absolute path of the data directory. */
  readonly directory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  /** The present instant, epoch ms. */
  readonly now: () => number;
}

/** The backups that a server makes by itself. */
export interface NightlyBackup {
  readonly jobs: readonly Job[];
  /** Makes the one that was missed while nobody served. */
  catchUp(): Promise<void>;
  /** Ends one that is under way; what it left half made is never taken for a backup. */
  stop(): void;
}

const program = typeof BUILD_VERSION === 'undefined' ? [process.execPath, Bun.main] : [process.execPath];

/**
 * Makes a backup when the schedule says so, and one that was missed soon after the start: many a studio's machine is off
 * at night. The work is done by a process of its own, so that no request waits for it (appliance.md "Backup").
 */
export const nightlyBackup = ({ config, directory, environment, log, now }: Nightly): NightlyBackup => {
  const into = backupDirectory(config);
  const schedule = config.backupSchedule;
  if (schedule === 'off') return { jobs: [], catchUp: async () => {}, stop: () => {} };
  const cron = new Cron(schedule, { paused: true, utcOffset: 0 });
  // The key is written once, when the directory is made: nothing is missed before that.
  let since = listBackups(into)[0]?.createdAt ?? isoInstant(statSync(join(directory, 'studiod.key')).mtimeMs);
  let notBefore = 0;
  let child: Bun.Subprocess<'ignore', 'ignore', 'pipe'> | undefined;
  let isStopping = false;

  const isDue = (at: number): boolean => at >= notBefore && (cron.nextRun(new Date(since))?.getTime() ?? at + 1) <= at;

  const create = async (): Promise<void> => {
    const flags = ['--data', directory, '--backup-dir', into, '--json'];
    if (config.allowNetworkStorage) flags.push('--allow-network-storage');
    // Its settings are those of its flags alone: started there, it finds no studiod.toml of another folder.
    const own = Object.entries(environment).filter(([name]) => !name.startsWith('STUDIOD_'));
    child = Bun.spawn([...program, 'backup', 'create', ...flags], {
      cwd: directory,
      env: Object.fromEntries(own),
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'pipe',
    });
    const [told, code] = await Promise.all([child.stderr.text(), child.exited]);
    child = undefined;
    if (code !== 0 && !isStopping) throw new Error(told.trim() || `the backup ended with code ${code}`);
  };

  const run = async (): Promise<void> => {
    const at = now();
    if (isStopping || !isDue(at)) return;
    notBefore = at + AGAIN_AFTER_MS;
    await create();
    if (isStopping) return;
    since = isoInstant(at);
    notBefore = 0;
    const removed = pruneBackups(into, at);
    log.info('a backup is made', { directory: into, removed: removed.length });
  };

  return {
    jobs: [{ name: 'backup', pattern: '* * * * *', run }],
    catchUp: () => run().catch((error: Error) => log.error(error.message, { where: 'job backup' })),
    stop() {
      isStopping = true;
      child?.kill();
    },
  };
};
