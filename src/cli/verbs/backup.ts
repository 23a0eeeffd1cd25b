import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '../../config/settings.ts';
import { UsageError } from '../../config/usage-error.ts';
import {
  listBackups,
  type Manifest,
  makeBackup,
  removeBackup,
  removeUnfinished,
  verifyBackup,
} from '../../database/backup/backup.ts';
import { superfluous } from '../../database/backup/retention.ts';
import { BACKUPS } from '../../database/data-directory.ts';
import { isoInstant, systemClock } from '../../kernel/clock.ts';
import { besideServer } from '../open-database.ts';
import { exit, type Verb } from '../verb.ts';
import { release } from './version.ts';

const settings = ['data', 'backupDir', 'allowNetworkStorage'] as const;

const DAY_MS = 86_400_000;

/** Where backups go. */
export const backupDirectory = ({ data, backupDir }: Config): string => resolve(backupDir ?? join(data, BACKUPS));

/** An instant as a part of a file name: `20260308T073000123Z`. */
export const stampOf = (instant: string): string => instant.replace(/[-:.]/g, '');

const described = ({ file, createdAt, bytes, schema, counts, keyFingerprint }: Manifest): string => {
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return `${file}  ${createdAt}  ${bytes} bytes  schema ${schema}  ${rows} rows  key ${keyFingerprint ?? 'none'}`;
};

const create: Verb = {
  name: 'backup create',
  summary: 'makes a checked backup, beside a running server or not',
  example: 'studiod backup create --data /var/lib/studiod',
  flags: [],
  settings,
  hasJson: true,
  async run(call) {
    const directory = backupDirectory(call.configure().config);
    const manifest = await besideServer(call, false, ({ data, store }) => {
      const { now } = store.view();
      return makeBackup({ db: data.db, directory, name: `studiod-${stampOf(now)}`, release, now });
    });
    const path = join(directory, manifest.file);
    if (call.json) call.print(JSON.stringify({ path, ...manifest }));
    else
      call.print(
        `${path}\n${described(manifest)}\nKeep a copy elsewhere, and studiod.key apart from it: it reads its secrets.`,
      );
    return exit.done;
  },
};

const list: Verb = {
  name: 'backup list',
  summary: 'lists the backups, newest first',
  example: 'studiod backup list --json',
  flags: [],
  settings,
  hasJson: true,
  run(call) {
    const directory = backupDirectory(call.configure().config);
    const backups = listBackups(directory);
    if (call.json) {
      const told = backups.map((backup) => ({ path: join(directory, backup.file), ...backup }));
      call.print(JSON.stringify({ directory, backups: told }));
    } else
      call.print(
        backups.map(described).join('\n') || `There are no backups in ${directory}. Make one: studiod backup create`,
      );
    return exit.done;
  },
};

const verify: Verb = {
  name: 'backup verify',
  summary: 'checks one backup, or all of them, as a restore would',
  example: 'studiod backup verify studiod-20260308T041700000Z.db',
  words: '[FILE]',
  flags: [],
  settings,
  hasJson: true,
  run(call) {
    const [file, ...rest] = call.words;
    if (rest.length > 0) throw new UsageError('studiod backup verify wants one file, or none for all backups.');
    const directory = backupDirectory(call.configure().config);
    const files = file === undefined ? listBackups(directory).map((backup) => backup.file) : [file];
    const results = files.map((name) => {
      const path = existsSync(name) ? resolve(name) : join(directory, name);
      try {
        verifyBackup(path);
        return { path, ok: true };
      } catch (error) {
        return { path, ok: false, problem: (error as Error).message };
      }
    });
    if (call.json) call.print(JSON.stringify({ backups: results }));
    else
      call.print(
        results.map(({ path, problem }) => problem ?? `${path} is whole.`).join('\n') ||
          `There are no backups in ${directory}.`,
      );
    return results.every(({ ok }) => ok) ? exit.done : exit.failed;
  },
};

/** Removes what is not kept, and what an interrupted backup left; answers the backups that went. @param now epoch ms */
export const pruneBackups = (directory: string, now: number): Manifest[] => {
  const removed = superfluous(listBackups(directory), now);
  for (const backup of removed) removeBackup(directory, backup);
  removeUnfinished(directory, now - DAY_MS);
  return removed;
};

const prune: Verb = {
  name: 'backup prune',
  summary: 'removes what is older than 7 days, but one of each of 4 weeks and 6 months',
  example: 'studiod backup prune',
  flags: [],
  settings,
  hasJson: true,
  run(call) {
    const directory = backupDirectory(call.configure().config);
    const removed = pruneBackups(directory, systemClock.now());
    if (call.json) call.print(JSON.stringify({ directory, removed: removed.map(({ file }) => file) }));
    else call.print(removed.map(({ file }) => `${file} is removed.`).join('\n') || 'There is nothing to remove.');
    return exit.done;
  },
};

export const backupVerbs: readonly Verb[] = [create, list, verify, prune];

/** The present instant as part of a file name. */
export const presentStamp = (): string => stampOf(isoInstant(systemClock.now()));
