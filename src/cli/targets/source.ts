import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Config } from '../../config/settings.ts';
import { UsageError } from '../../config/usage-error.ts';
import { BackupError } from '../../database/backup/content.ts';
import { errorMessage } from '../../kernel/errors.ts';
import type { Random } from '../../kernel/random.ts';
import { backupDirectory, pathOfBackup } from '../backups.ts';
import { Copies, listCopies } from './copies.ts';
import { cipherOf, openTarget, type Target } from './target.ts';

const ENCRYPTED = /\.enc$/;

/** A backup at a target. */
interface AtTarget {
  readonly target: Target;
  readonly file: string;
}

const newestAt = async (target: Target): Promise<AtTarget> => {
  const [newest] = await listCopies(target);
  if (newest === undefined) throw new BackupError(`${target.name} has no backups. See: studiod backup list`);
  return { target, file: newest.file };
};

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** The target and the backup that are meant; undefined for a file on this machine. */
const findAtTarget = async (given: string, config: Config): Promise<AtTarget | undefined> => {
  const named = given.replace(/\/+$/, '').replace(ENCRYPTED, '');
  if (given.startsWith('s3://')) {
    if (!named.endsWith('.db')) return newestAt(openTarget(named, config));
    return { target: openTarget(dirname(named).replace(/^s3:\/+/, 's3://'), config), file: basename(named) };
  }
  if (existsSync(given)) {
    const path = resolve(given);
    if (!isFile(path)) return newestAt(openTarget(path, config));
    return ENCRYPTED.test(path) ? { target: openTarget(dirname(path), config), file: basename(named) } : undefined;
  }
  if (existsSync(join(backupDirectory(config), given))) return undefined;
  for (const name of config.backupTargets) {
    const target = openTarget(name, config);
    if ((await listCopies(target)).some(({ file }) => file === named)) return { target, file: named };
  }
  return undefined;
};

/**
 * The path of the backup that a person names: a file, a name in the backup directory, a copy at a target, or a target,
 * which stands for its newest copy. A copy is brought into the backup directory first.
 * @throws BackupError when it is not there or damaged, or encrypted with another key.
 */
export const bringBackup = async (
  given: string,
  config: Config,
  random: Random,
  say: (text: string) => void,
): Promise<string> => {
  const directory = backupDirectory(config);
  let found: AtTarget | undefined;
  try {
    found = await findAtTarget(given, config);
    if (found === undefined) return pathOfBackup(directory, given);
    const { target, file } = found;
    const path = join(directory, file);
    if (existsSync(path)) return path;
    say(`brings ${file} from ${target.name} into ${directory}`);
    return await new Copies(target, cipherOf(config, random)).fetch(file, directory);
  } catch (error) {
    if (error instanceof BackupError || error instanceof UsageError) throw error;
    throw new BackupError(`${found?.target.name ?? given}: ${errorMessage(error)}`);
  }
};
