import { resolve } from 'node:path';
import { fanOutToServer } from '../../app/webhooks.ts';
import { UsageError } from '../../config/usage-error.ts';
import { listBackups } from '../../database/backup/backup.ts';
import { BackupError } from '../../database/backup/content.ts';
import { NoRoom, testRestore } from '../../database/backup/restore-test.ts';
import { DataDirectoryError } from '../../database/migrate.ts';
import { errorMessage } from '../../kernel/errors.ts';
import { systemRandom } from '../../kernel/random.ts';
import { noteWhereRoom } from '../audit.ts';
import { type Outcome, recordOutcome } from '../backup-results.ts';
import { backupDirectory, pathOfBackup, stampOf } from '../backups.ts';
import { withDatabase } from '../open-database.ts';
import { release } from '../release.ts';
import { auditScheduled, scheduledAt, scheduledFlag } from '../scheduled.ts';
import { type Call, exit, printResult, type Verb } from '../verb.ts';

/** Restores a backup for a test, and says what came of it. Only an unexpected error is thrown. */
const outcomeOf = async (call: Call, file: string, path: string, now: string): Promise<Outcome> => {
  const { config } = call.configure();
  const { allowNetworkStorage } = config;
  const about = { check: 'restore_test', target: null, file, bytes: null, rows: null } as const;
  try {
    const directory = resolve(config.data);
    const stamp = stampOf(now);
    const content = await testRestore({
      file: path,
      directory,
      release,
      random: systemRandom(),
      allowNetworkStorage,
      stamp,
      report: call.report,
    });
    const rows = Object.values(content.counts).reduce((sum, count) => sum + count, 0);
    return { ...about, outcome: 'ok', problem: null, rows };
  } catch (error) {
    const problem = errorMessage(error);
    if (error instanceof NoRoom) return { ...about, outcome: 'skipped', problem };
    if (error instanceof BackupError || error instanceof DataDirectoryError) {
      return { ...about, outcome: 'failed', problem };
    }
    throw error;
  }
};

const run = async (call: Call) => {
  const [given, ...rest] = call.args;
  if (rest.length > 0)
    throw new UsageError(
      "Too many arguments. 'studiod backup test' takes one file; without a file, it tests the newest backup.",
    );
  const directory = backupDirectory(call.configure().config);
  const file = given ?? listBackups(directory)[0]?.file;
  if (file === undefined) {
    throw new BackupError(`There are no backups in ${directory}. Create one: studiod backup create`);
  }
  const outcome = await withDatabase(call, { mayCreate: false, at: scheduledAt(call) }, async ({ store }) => {
    store.onRaise(fanOutToServer());
    const found = await outcomeOf(call, file, pathOfBackup(directory, file), store.view().now);
    await noteWhereRoom(call, store, (tx) => {
      recordOutcome(tx, found);
      auditScheduled(tx, call, test.name, { file, outcome: found.outcome });
    });
    return found;
  });
  const { outcome: what, problem, rows } = outcome;
  if (what !== 'ok') call.printError(`studiod: ${what === 'skipped' ? 'warning: ' : ''}${problem}`);
  const text = what === 'ok' ? `${file} was restored, compared (${rows} rows), and removed again.` : '';
  printResult(call, { file, outcome: what, problem, rows }, text);
  return what === 'failed' ? exit.failed : exit.done;
};

export const test: Verb = {
  name: 'backup test',
  summary: 'Test-restore a backup to a temporary directory and compare it',
  example: 'studiod backup test --data /var/lib/studiod',
  args: '[FILE]',
  flags: [scheduledFlag],
  settings: ['data', 'backupDir', 'allowNetworkStorage'],
  run,
};
