import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Cron } from 'croner';
import type { Config } from '../../config/settings.ts';
import { listBackups } from '../../database/backup/backup.ts';
import { KEY_FILE } from '../../database/seal.ts';
import type { Job } from '../../jobs/runner.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { backupDirectory, pruneBackups } from '../backups.ts';
import type { Log } from './log.ts';

/** The time between a failed backup and the next attempt. */
const RETRY_AFTER_MS = 60 * 60_000;

/** How often it is checked whether a backup is due. */
const EVERY_MS = 60_000;

interface NightlyBackupDeps {
  readonly config: Config;
  /** The absolute path of the data directory. */
  readonly directory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  /** Epoch ms. */
  readonly now: () => number;
}

/** The scheduled backups of a server. */
export interface NightlyBackup {
  readonly jobs: readonly Job[];
  /** Makes a backup if one was missed while no server ran. */
  catchUp(): Promise<void>;
  /** Stops a backup that is running; its unfinished file is never used. */
  stop(): void;
}

const program = typeof BUILD_VERSION === 'undefined' ? [process.execPath, Bun.main] : [process.execPath];

/**
 * Makes backups on the schedule, and after the start one that was missed, since many machines are off at night. A child
 * process does the work, so that no request waits for it (contract/appliance.md "Backup").
 */
export const nightlyBackup = ({ config, directory, environment, log, now }: NightlyBackupDeps): NightlyBackup => {
  const backups = backupDirectory(config);
  const schedule = config.backupSchedule;
  if (schedule === 'off') return { jobs: [], catchUp: async () => {}, stop: () => {} };
  const cron = new Cron(schedule, { paused: true, utcOffset: 0 });
  // The key file is as old as the directory; no backup was missed before that.
  let since = listBackups(backups)[0]?.createdAt ?? isoInstant(statSync(join(directory, KEY_FILE)).mtimeMs);
  let notBefore = 0;
  let child: Bun.Subprocess<'ignore', 'ignore', 'pipe'> | undefined;
  let isStopping = false;

  /** Forgets instants that the present clock, which was set back, has not reached. */
  const followClock = (at: number): void => {
    if (epochOf(since) > at) since = isoInstant(at - EVERY_MS);
    if (notBefore > at + RETRY_AFTER_MS) notBefore = 0;
  };

  const isDue = (at: number): boolean => at >= notBefore && (cron.nextRun(new Date(since))?.getTime() ?? at + 1) <= at;

  const create = async (): Promise<void> => {
    const flags = ['--data', directory, '--backup-dir', backups, '--json'];
    if (config.allowNetworkStorage) flags.push('--allow-network-storage');
    // Only its flags set anything: there is no studiod.toml in the working directory.
    const env = Object.entries(environment).filter(([name]) => !name.startsWith('STUDIOD_'));
    child = Bun.spawn([...program, 'backup', 'create', ...flags], {
      cwd: directory,
      env: Object.fromEntries(env),
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'pipe',
    });
    const [output, code] = await Promise.all([child.stderr.text(), child.exited]);
    child = undefined;
    if (code !== 0 && !isStopping) throw new Error(output.trim() || `the backup ended with exit code ${code}`);
  };

  const run = async (): Promise<void> => {
    const at = now();
    followClock(at);
    if (isStopping || !isDue(at)) return;
    notBefore = at + RETRY_AFTER_MS;
    await create();
    if (isStopping) return;
    since = isoInstant(at);
    notBefore = 0;
    const removed = pruneBackups(backups, at);
    log.info('backup created', { directory: backups, removed: removed.length });
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
