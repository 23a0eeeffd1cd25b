import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Cron } from 'croner';
import { listBackups } from '../../database/backup/backup.ts';
import { backupResult } from '../../database/backup/results.ts';
import { KEY_FILE } from '../../database/seal.ts';
import type { Store } from '../../database/store.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { errorMessage } from '../../kernel/errors.ts';
import { lazily } from '../../kernel/lazily.ts';
import { everyMinute } from '../../kernel/periods.ts';
import { backupDirectory } from '../backups.ts';
import { backupCopies } from './backup-copies.ts';
import { type BackupDeps, backupProcess } from './backup-process.ts';

const RETRY_AFTER_MS = HOUR_MS;

const TEST_EVERY_MS = 7 * DAY_MS;

/** How often it is checked whether a backup is due. */
const EVERY_MS = MINUTE_MS;

interface NightlyBackupDeps extends BackupDeps {
  readonly store: Store;
  /** Epoch ms. */
  readonly now: () => number;
}

/**
 * Makes backups on the schedule, and after the start one that was missed, since many machines are off at night. Once a
 * week it restores one for a test. Child processes do the work, so that no request waits for it (contract/appliance.md
 * "Backup").
 */
export const nightlyBackup = (deps: NightlyBackupDeps) => {
  const { config, directory, log, store, now } = deps;
  const verbs = backupProcess(deps);
  const copies = backupCopies({ config, store, verbs, log, now });
  const backups = backupDirectory(config);
  if (config.backupSchedule === 'off') return { jobs: copies, catchUp: async () => {}, stop: () => verbs.stop() };
  // Made when it is first asked: that takes 2 ms, for a table of 10,000 years.
  const readSchedule = lazily(async () => {
    const { Cron } = await import('croner');
    return new Cron(config.backupSchedule, { paused: true, utcOffset: 0 });
  });
  // The key file is as old as the directory; no backup was missed before that.
  let since = listBackups(backups)[0]?.createdAt ?? isoInstant(statSync(join(directory, KEY_FILE)).mtimeMs);
  let notBefore = 0;
  let noTestBefore = 0;

  /** Forgets instants that the present clock, which was set back, has not reached. */
  const followClock = (at: number): void => {
    if (epochOf(since) > at) since = isoInstant(at - EVERY_MS);
    if (notBefore > at + RETRY_AFTER_MS) notBefore = 0;
    if (noTestBefore > at + RETRY_AFTER_MS) noTestBefore = 0;
  };

  const isDue = (schedule: Cron, at: number): boolean =>
    at >= notBefore && (schedule.nextRun(new Date(since))?.getTime() ?? at + 1) <= at;

  /** Once a week, and after a test that was not good as soon as there is another backup. */
  const isTestDue = (at: number): boolean => {
    const newest = backupResult(store.db, 'backup');
    if (at < noTestBefore || newest?.file == null) return false;
    const last = backupResult(store.db, 'restore_test');
    if (last === undefined || epochOf(last.at) > at || epochOf(last.at) <= at - TEST_EVERY_MS) return true;
    return last.outcome !== 'ok' && last.file !== newest.file;
  };

  const testWhenDue = async (at: number): Promise<void> => {
    if (!isTestDue(at)) return;
    noTestBefore = at + RETRY_AFTER_MS;
    try {
      if ((await verbs.run('test', at)) === undefined) return;
      if (backupResult(store.db, 'restore_test')?.outcome === 'ok') log.info('backup test-restored');
    } catch (error) {
      log.error(errorMessage(error), { where: 'job backup', check: 'restore test' });
    }
    // A test that has no result, because its process was ended, waits.
    if (backupResult(store.db, 'restore_test')?.at === isoInstant(at)) noTestBefore = 0;
  };

  const run = async (): Promise<void> => {
    const at = now();
    followClock(at);
    // First, so that it finds what has become of the last backup since it was made.
    await testWhenDue(at);
    if (!isDue(await readSchedule(), at)) return;
    notBefore = at + RETRY_AFTER_MS;
    if ((await verbs.run('create', at, ...(config.backupMedia ? ['--with-media'] : []))) === undefined) return;
    since = isoInstant(at);
    notBefore = 0;
    const pruned = await verbs.run('prune', at);
    if (pruned === undefined) return;
    log.info('backup created', { directory: backups, removed: JSON.parse(pruned).removed.length });
    await testWhenDue(at);
  };

  return {
    jobs: [{ name: 'backup', period: everyMinute, run }, ...copies],
    /** Makes a backup if one was missed while no server ran. */
    catchUp: () => run().catch((error: Error) => log.error(error.message, { where: 'job backup' })),
    /** Stops a backup that is running; its unfinished file is never used. */
    stop: () => verbs.stop(),
  };
};
