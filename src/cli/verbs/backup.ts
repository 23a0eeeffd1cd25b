import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../../config/usage-error.ts';
import { listBackups, type Manifest, makeBackup, verifyBackup } from '../../database/backup/backup.ts';
import { systemClock } from '../../kernel/clock.ts';
import { errorMessage } from '../../kernel/errors.ts';
import { backupDirectory, pruneBackups, stampOf } from '../backups.ts';
import { withDatabase } from '../open-database.ts';
import { release } from '../release.ts';
import { type Call, exit, type Verb } from '../verb.ts';

const settings = ['data', 'backupDir', 'allowNetworkStorage'] as const;

const directoryOf = (call: Call): string => backupDirectory(call.configure().config);

const lineOf = ({ file, createdAt, bytes, schema, counts, keyFingerprint }: Manifest): string => {
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return `${file}  ${createdAt}  ${bytes} bytes  schema ${schema}  ${rows} rows  key ${keyFingerprint ?? 'none'}`;
};

const create: Verb = {
  name: 'backup create',
  summary: 'creates and verifies a backup, also while a server runs',
  example: 'studiod backup create --data /var/lib/studiod',
  flags: [],
  settings,
  hasJson: true,
  async run(call) {
    const directory = directoryOf(call);
    const manifest = await withDatabase(call, { mayCreate: false }, ({ data, store }) => {
      const { now } = store.view();
      return makeBackup({ db: data.db, directory, name: `studiod-${stampOf(now)}`, release, now });
    });
    const path = join(directory, manifest.file);
    const advice = 'Keep a copy elsewhere. Keep studiod.key apart from it: it decrypts the secrets in the backup.';
    call.print(call.json ? JSON.stringify({ path, ...manifest }) : `${path}\n${lineOf(manifest)}\n${advice}`);
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
    const directory = directoryOf(call);
    const manifests = listBackups(directory);
    const backups = manifests.map((backup) => ({ path: join(directory, backup.file), ...backup }));
    const text = manifests.map(lineOf).join('\n');
    const none = `There are no backups in ${directory}. Create one: studiod backup create`;
    call.print(call.json ? JSON.stringify({ directory, backups }) : text || none);
    return exit.done;
  },
};

const verificationOf = (path: string) => {
  try {
    verifyBackup(path);
    return { path, ok: true };
  } catch (error) {
    return { path, ok: false, problem: errorMessage(error) };
  }
};

const verify: Verb = {
  name: 'backup verify',
  summary: 'verifies one backup, or all of them, as a restore would',
  example: 'studiod backup verify studiod-20260308T041700000Z.db',
  args: '[FILE]',
  flags: [],
  settings,
  hasJson: true,
  run(call) {
    const [file, ...rest] = call.args;
    if (rest.length > 0) throw new UsageError('studiod backup verify takes one file, or none for all backups.');
    const directory = directoryOf(call);
    const files = file === undefined ? listBackups(directory).map((backup) => backup.file) : [file];
    const backups = files.map((name) => verificationOf(existsSync(name) ? resolve(name) : join(directory, name)));
    const text = backups.map(({ path, problem }) => problem ?? `${path} is valid.`).join('\n');
    call.print(call.json ? JSON.stringify({ backups }) : text || `There are no backups in ${directory}.`);
    return backups.every(({ ok }) => ok) ? exit.done : exit.failed;
  },
};

const prune: Verb = {
  name: 'backup prune',
  summary: 'removes backups older than 7 days, except one for each of 4 weeks and 6 months',
  example: 'studiod backup prune',
  flags: [],
  settings,
  hasJson: true,
  run(call) {
    const directory = directoryOf(call);
    const removed = pruneBackups(directory, systemClock.now()).map(({ file }) => file);
    const text = removed.map((file) => `${file} is removed.`).join('\n');
    call.print(call.json ? JSON.stringify({ directory, removed }) : text || 'There is nothing to remove.');
    return exit.done;
  },
};

export const backupVerbs: readonly Verb[] = [create, list, verify, prune];
