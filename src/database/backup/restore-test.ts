import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { partOf, unreported } from '../../kernel/report.ts';
import { DATABASE_FILE, LOCK_FILE, openDataDirectory } from '../data-directory.ts';
import { isLow, spaceOf } from '../disk-space.ts';
import { isLocked } from '../lock.ts';
import { KEY_FILE } from '../seal.ts';
import { manifestOf } from './backup.ts';
import { BackupError, type Content, compareContent, readContent } from './content.ts';
import { type RestoreOptions, restore } from './restore.ts';

/** The names of scratch directories, in the data directory. */
const SCRATCH = 'restore-test-';

/** The disk has no room for a restore test. The backup was not tested. */
export class NoRoom extends Error {}

interface RestoreTestOptions extends Omit<RestoreOptions, 'path' | 'record'> {
  /** The absolute path of the data directory: its key must be the one of the backup. */
  readonly directory: string;
  readonly release: string;
}

/** Removes the scratch directories of tests that were interrupted. */
const removeLeftovers = (directory: string): void => {
  for (const name of readdirSync(directory).filter((each) => each.startsWith(SCRATCH))) {
    const path = join(directory, name);
    if (!isLocked(join(path, LOCK_FILE))) rmSync(path, { recursive: true, force: true });
  }
};

const giveKey = (directory: string, scratch: string): void => {
  const [key, copy] = [join(directory, KEY_FILE), join(scratch, KEY_FILE)];
  if (!existsSync(key)) return;
  try {
    linkSync(key, copy);
  } catch {
    copyFileSync(key, copy, constants.COPYFILE_EXCL);
    chmodSync(copy, 0o600);
  }
};

/** The restored file, and for an older schema its backup and its log, must leave enough for the server. @throws NoRoom */
const requireRoom = (file: string, directory: string): void => {
  const { free, size } = spaceOf(directory);
  const needed = 3 * statSync(file).size;
  if (!isLow({ free: free - needed, size })) return;
  throw new NoRoom(
    `The disk of ${directory} has ${free} bytes free, too few for a test restore of ${file} (${needed} bytes).`,
  );
};

/**
 * Restores a backup into a scratch directory beside the data, as `restore` does, compares it with its manifest, opens
 * it as a server would, and removes it. It reads files in chunks and blocks its thread: run it in its own process.
 * @throws BackupError or DataDirectoryError when the backup cannot be restored, or is not what was backed up.
 * @throws NoRoom when the disk is too small for the test.
 */
export const testRestore = async (options: RestoreTestOptions): Promise<Content> => {
  const { file, directory, release, random, allowNetworkStorage, stamp, report = unreported } = options;
  removeLeftovers(directory);
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}. Run 'studiod backup list'.`);
  requireRoom(file, directory);
  const scratch = join(directory, SCRATCH + stamp);
  mkdirSync(scratch, { mode: 0o700 });
  try {
    giveKey(directory, scratch);
    await restore({ file, path: scratch, random, allowNetworkStorage, stamp, report: partOf(report, 0, 70) });
    const path = join(scratch, DATABASE_FILE);
    // The pages of the backup were checked, and the copy has its SHA-256.
    const content = readContent(path, partOf(report, 70, 100));
    compareContent(path, content, manifestOf(file) ?? {});
    const opened = await openDataDirectory({
      path: scratch,
      release,
      random,
      allowNetworkStorage,
      purpose: 'either',
      serving: true,
      mayCreate: false,
    });
    opened.close();
    return content;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
};
