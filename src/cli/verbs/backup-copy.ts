import { fanOutToServer } from '../../app/webhooks.ts';
import { UsageError } from '../../config/usage-error.ts';
import type { BackupCipher } from '../../database/backup/encryption.ts';
import { backupResult, forgetTargets, storeBackupResult } from '../../database/backup/results.ts';
import type { Store } from '../../database/store.ts';
import { errorMessage } from '../../kernel/errors.ts';
import { noteWhereRoom } from '../audit.ts';
import { recordOutcome } from '../backup-results.ts';
import { backupDirectory, rowsOf } from '../backups.ts';
import { withDatabase } from '../open-database.ts';
import { auditScheduled, presentOf, scheduledAt, scheduledFlag } from '../scheduled.ts';
import { Copies } from '../targets/copies.ts';
import { cipherOf, openTarget, requireTargets } from '../targets/target.ts';
import { type Call, exit, printResult, type Verb } from '../verb.ts';

interface Updated {
  readonly target: string;
  readonly copied: readonly string[];
  readonly removed: readonly string[];
  readonly problem: string | null;
}

const about = { check: 'copy', outcome: 'ok', problem: null } as const;

const update = async (call: Call, store: Store, target: string, cipher: BackupCipher | undefined): Promise<Updated> => {
  const { config } = call.configure();
  try {
    const copies = new Copies(openTarget(target, config), cipher);
    const { copied, removed } = await copies.update(backupDirectory(config), presentOf(call), call.report);
    const files = copied.map(({ file }) => file);
    await noteWhereRoom(call, store, (tx) => {
      const [newest] = copied;
      const last = backupResult(tx.db, 'copy', target);
      if (newest !== undefined) {
        const { file, bytes } = newest;
        recordOutcome(tx, { ...about, target, file, bytes, rows: rowsOf(newest) });
      } else {
        const { file = null, bytes = null } = last ?? {};
        storeBackupResult(tx.db, { ...about, target, file, bytes, at: tx.now });
      }
      if (copied.length + removed.length > 0) auditScheduled(tx, call, copy.name, { target, copied: files, removed });
    });
    return { target, copied: files, removed, problem: null };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const problem = errorMessage(error);
    await noteWhereRoom(call, store, (tx) =>
      recordOutcome(tx, { ...about, outcome: 'failed', problem, target, file: null, bytes: null, rows: null }),
    );
    return { target, copied: [], removed: [], problem };
  }
};

const linesOf = ({ target, copied, removed }: Updated): string[] => {
  const lines = [...copied.map((file) => `Copied ${file}.`), ...removed.map((file) => `Removed ${file}.`)];
  return lines.length === 0 ? [`${target} is complete.`] : lines.map((line) => `${target}: ${line}`);
};

export const copy: Verb = {
  name: 'backup copy',
  summary: 'Copy backups to the targets that lack them, and prune the copies there',
  example: 'studiod backup copy --backup-targets /mnt/disk/studiod --data /var/lib/studiod',
  flags: [scheduledFlag],
  settings: ['data', 'backupDir', 'backupTargets', 'backupS3Endpoint', 'backupS3Region', 'allowNetworkStorage'],
  async run(call) {
    const { config } = call.configure();
    const { backupTargets } = config;
    if (backupTargets.length === 0) throw new UsageError('Missing target. Set --backup-targets.');
    requireTargets(config);
    const cipher = cipherOf(config);
    const targets = await withDatabase(call, { mayCreate: false, at: scheduledAt(call) }, async ({ store }) => {
      store.onRaise(fanOutToServer());
      await store.write((tx) => forgetTargets(tx.db, backupTargets));
      const updated: Updated[] = [];
      for (const target of backupTargets) updated.push(await update(call, store, target, cipher));
      return updated;
    });
    const problems = targets.flatMap(({ problem }) => problem ?? []);
    for (const problem of problems) call.printError(`studiod: ${problem}`);
    const lines = targets.flatMap((each) => (each.problem === null ? linesOf(each) : []));
    printResult(call, { targets }, lines.join('\n'));
    return problems.length === 0 ? exit.done : exit.failed;
  },
};
