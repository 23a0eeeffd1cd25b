import type { Database } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fanOutToServer } from '../../app/webhooks.ts';
import { UsageError } from '../../config/usage-error.ts';
import { type Manifest, makeBackup, readBackupAgain, readBackups } from '../../database/backup/backup.ts';
import { BackupError } from '../../database/backup/content.ts';
import { verifyBackup } from '../../database/backup/source.ts';
import { DATABASE_FILE } from '../../database/data-directory.ts';
import { errorMessage } from '../../kernel/errors.ts';
import { partOf, type Report } from '../../kernel/report.ts';
import { noteWhereRoom } from '../audit.ts';
import { recordOutcome } from '../backup-results.ts';
import {
  backupDirectory,
  existingBackupDirectory,
  expiredOf,
  lineOf,
  pathOfBackup,
  pruneBackups,
  rowsOf,
  stampOf,
} from '../backups.ts';
import { mediaDirectory } from '../media.ts';
import { keepMedia, missingText, type Placed } from '../media-files.ts';
import { withDatabase } from '../open-database.ts';
import { progressFlag, reportOf } from '../progress.ts';
import { release } from '../release.ts';
import { auditScheduled, presentOf, scheduledAt, scheduledFlag } from '../scheduled.ts';
import { type Call, exit, printResult, type Verb } from '../verb.ts';
import { copy } from './backup-copy.ts';
import { list } from './backup-list.ts';
import { test } from './backup-test.ts';

const settings = ['data', 'backupDir', 'allowNetworkStorage'] as const;

const mediaLines = ({ media }: Manifest, mediaPath: string, kept: Placed | undefined): string[] => {
  if (media.length === 0) return [];
  const bytes = media.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (kept === undefined) {
    return [`It needs ${media.length} media files (${bytes} bytes) in ${mediaPath}. Add them with --with-media.`];
  }
  const text = missingText(kept.missing, mediaPath);
  const added = `Its ${media.length - kept.missing.length} media files are next to it; ${kept.placed} were added.`;
  return text === '' ? [added] : [added, text];
};

/** How much of the work is done when the file is made, in percent: the rest reads it again. */
const MADE_PERCENT = 80;

const good = { check: 'backup', target: null, outcome: 'ok', problem: null } as const;

/** Makes a backup, then reads the file again and compares it with its manifest. @throws BackupError */
const makeVerified = (db: Database, directory: string, now: string, report: Report): Manifest => {
  const name = `studiod-${stampOf(now)}`;
  const made = makeBackup({ db, directory, name, release, now, report: partOf(report, 0, MADE_PERCENT) });
  readBackupAgain(join(directory, made.file), made, partOf(report, MADE_PERCENT, 100));
  return made;
};

const create: Verb = {
  name: 'backup create',
  summary: 'Create and verify a backup, even while a server runs',
  example: 'studiod backup create --data /var/lib/studiod --with-media',
  flags: [
    { name: 'with-media', help: 'Also link or copy the media files into the backup directory' },
    scheduledFlag,
    progressFlag,
  ],
  settings: [...settings, 'mediaDir'],
  async run(call) {
    const { config } = call.configure();
    const directory = backupDirectory(config);
    const manifest = await withDatabase(call, { mayCreate: false, at: scheduledAt(call) }, async ({ data, store }) => {
      store.onRaise(fanOutToServer());
      try {
        const made = makeVerified(data.db, directory, store.view().now, reportOf(call));
        const { file, bytes, sha256 } = made;
        await noteWhereRoom(call, store, (tx) => {
          auditScheduled(tx, call, create.name, { file, bytes, sha256 });
          recordOutcome(tx, { ...good, file, bytes, rows: rowsOf(made) });
        });
        return made;
      } catch (error) {
        if (!(error instanceof BackupError)) throw error;
        const failed = { outcome: 'failed', problem: error.message, file: null, bytes: null, rows: null } as const;
        await noteWhereRoom(call, store, (tx) => recordOutcome(tx, { ...good, ...failed }));
        throw error;
      }
    });
    const path = join(directory, manifest.file);
    const mediaPath = mediaDirectory(config, config.data);
    // After the manifest, so that a prune at the same time knows that they are needed.
    const withMedia = call.flag('with-media') !== undefined;
    const kept = withMedia ? keepMedia(manifest.media, mediaPath, directory, call.report) : undefined;
    const advice = 'Keep a copy elsewhere, and keep studiod.key apart from it: it decrypts the secrets in the backup.';
    const notes = [lineOf(manifest), ...mediaLines(manifest, mediaPath, kept), advice];
    const missing = kept === undefined ? {} : { missingMedia: kept.missing };
    printResult(call, { path, ...manifest, ...missing }, path, notes);
  },
};

interface Verification {
  readonly path: string;
  readonly ok: boolean;
  readonly problem?: string;
}

const verificationOf = (path: string, report: Report): Verification => {
  try {
    verifyBackup(path, report);
    return { path, ok: true };
  } catch (error) {
    return { path, ok: false, problem: errorMessage(error) };
  }
};

const verify: Verb = {
  name: 'backup verify',
  summary: 'Verify one backup, or all of them, as a restore would',
  example: 'studiod backup verify studiod-20260308T041700000Z.db',
  args: '[FILE]',
  flags: [progressFlag],
  settings,
  run(call) {
    const report = reportOf(call);
    const [file, ...rest] = call.args;
    if (rest.length > 0)
      throw new UsageError(
        "Too many arguments. 'studiod backup verify' takes one file; without a file, it verifies all backups.",
      );
    const { config } = call.configure();
    const directory = file === undefined ? existingBackupDirectory(config) : backupDirectory(config);
    const { backups: found, unreadable } = readBackups(directory);
    const files = file === undefined ? [...found, ...unreadable].map((backup) => backup.file) : [file];
    const part = 100 / files.length;
    const backups = files.map((name, index): Verification => {
      const path = pathOfBackup(directory, name);
      const problem = unreadable.find((backup) => join(directory, backup.file) === path)?.problem;
      if (problem !== undefined) return { path, ok: false, problem };
      return verificationOf(path, partOf(report, part * index, part * (index + 1)));
    });
    const text = backups.map(({ path, problem }) => problem ?? `${path} is valid.`).join('\n');
    const none = `There are no backups in ${directory}. Create one: studiod backup create`;
    printResult(call, { backups }, text, backups.length === 0 ? [none] : []);
    return backups.length > 0 && backups.every(({ ok }) => ok) ? exit.done : exit.failed;
  },
};

/** Adds the entry of what is going to be removed, where there is a database to write it into. */
const auditPrune = async (call: Call, removed: readonly string[]): Promise<void> => {
  const { config } = call.configure();
  if (!existsSync(join(config.data, DATABASE_FILE))) return;
  await withDatabase(call, { mayCreate: false, at: scheduledAt(call) }, ({ store }) =>
    noteWhereRoom(call, store, (tx) => auditScheduled(tx, call, prune.name, { removed })),
  );
};

const prune: Verb = {
  name: 'backup prune',
  summary: 'Remove backups older than 7 days, except one for each of 4 weeks and 6 months',
  example: 'studiod backup prune',
  flags: [scheduledFlag],
  settings,
  async run(call) {
    const directory = existingBackupDirectory(call.configure().config);
    const now = presentOf(call);
    const expired = expiredOf(directory, now).map(({ file }) => file);
    if (expired.length > 0) await auditPrune(call, expired);
    const removed = pruneBackups(directory, now).map(({ file }) => file);
    const text = removed.map((file) => `Removed ${file}.`).join('\n');
    printResult(call, { directory, removed }, text, removed.length === 0 ? ['Nothing to remove.'] : []);
  },
};

/** A backup may take long, and no one waits for it as for a response of the server. */
export const backupVerbs: readonly Verb[] = [create, list, verify, test, copy, prune].map((verb) => ({
  ...verb,
  givesWay: true,
}));
