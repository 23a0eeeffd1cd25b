import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Config } from '../../config/settings.ts';
import { UsageError } from '../../config/usage-error.ts';
import { SCRATCH_FOLDER } from '../../database/backup/backup.ts';
import { BackupError } from '../../database/backup/content.ts';
import { errorMessage } from '../../kernel/errors.ts';
import { backupDirectory, pathOfBackup } from '../backups.ts';
import { besideBackups } from '../media-files.ts';
import { Copies, listCopies, type WantedCopy } from './copies.ts';
import { cipherOf, openTarget, type Target } from './target.ts';

const ENCRYPTED = /\.enc$/;

interface AtTarget extends WantedCopy {
  readonly target: Target;
}

const newestAt = async (target: Target): Promise<AtTarget> => {
  const [newest] = await listCopies(target);
  if (newest === undefined) throw new BackupError(`${target.name} has no backups. Run 'studiod backup list'.`);
  return { target, ...newest };
};

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** The target and the backup that are meant; undefined for a file on this machine. */
const findAtTarget = async (given: string, config: Config): Promise<AtTarget | undefined> => {
  const wanted = given.replace(/\/+$/, '');
  const file = basename(wanted).replace(ENCRYPTED, '');
  // A path that names the encrypted form means that form only.
  const copy = { file, encrypted: ENCRYPTED.test(wanted) ? true : undefined };
  if (given.startsWith('s3://')) {
    if (!file.endsWith('.db')) return newestAt(openTarget(wanted, config));
    return { target: openTarget(dirname(wanted).replace(/^s3:\/+/, 's3://'), config), ...copy };
  }
  const path = pathOfBackup(backupDirectory(config), given);
  if (existsSync(path)) {
    if (!isFile(path)) return newestAt(openTarget(path, config));
    return copy.encrypted === true ? { target: openTarget(dirname(path), config), ...copy } : undefined;
  }
  for (const name of config.backupTargets) {
    const target = openTarget(name, config);
    const isThere = (each: WantedCopy): boolean =>
      each.file === file && each.encrypted === (copy.encrypted ?? each.encrypted);
    if ((await listCopies(target)).some(isThere)) return { target, ...copy };
  }
  return undefined;
};

/** Brings a copy into the backup directory, or beside a backup of the same name, which is neither used nor changed. */
const fetchCopy = async (found: AtTarget, copies: Copies, directory: string, say: (text: string) => void) => {
  const { file, target } = found;
  const mediaFolder = besideBackups(directory);
  if (!existsSync(join(directory, file))) {
    say(`copying ${file} from ${target.name} to ${directory}`);
    const path = await copies.fetch(found, directory, mediaFolder);
    return { path, mediaFolder, name: path, done: () => {} };
  }
  say(`using ${file} from ${target.name}, not the backup of that name in ${directory}`);
  const scratch = mkdtempSync(join(directory, SCRATCH_FOLDER));
  const done = (): void => rmSync(scratch, { recursive: true, force: true });
  try {
    const path = await copies.fetch(found, scratch, mediaFolder);
    return { path, mediaFolder, name: `${target.name}/${file}`, done };
  } catch (error) {
    done();
    throw error;
  }
};

/**
 * The backup that a person names: a file, a name in the backup directory, a copy at a target, or a target, which stands for
 * its newest copy. Of a copy, the bytes at the target are used.
 * @returns `name` for a person to read, and `done`, which removes a scratch file.
 * @throws BackupError when it is not there or damaged, or encrypted with another key.
 */
export const bringBackup = async (given: string, config: Config, say: (text: string) => void) => {
  const directory = backupDirectory(config);
  let found: AtTarget | undefined;
  try {
    found = await findAtTarget(given, config);
    if (found !== undefined) {
      return await fetchCopy(found, new Copies(found.target, cipherOf(config)), directory, say);
    }
    const path = pathOfBackup(directory, given);
    return { path, mediaFolder: besideBackups(dirname(path)), name: path, done: () => {} };
  } catch (error) {
    if (error instanceof BackupError || error instanceof UsageError) throw error;
    throw new BackupError(`${found?.target.name ?? given}: ${errorMessage(error)}`);
  }
};
