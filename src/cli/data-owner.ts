import { accessSync, constants, existsSync, lstatSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { nearestExisting } from './folders.ts';
import { userWithId } from './service/machine.ts';
import { exit, VerbError, type Worker } from './verb.ts';

/** The owner of a directory, or of the folder in which it would be made; undefined where that is root. */
const ownerOf = (directory: string): Worker | undefined => {
  const path = nearestExisting(directory);
  const link = lstatSync(path);
  // The person who made a link decides where it leads.
  const { uid, gid } = link.uid === 0 ? statSync(path) : link;
  if (uid === 0) return undefined;
  // The group of root could read more than the owner may.
  return userWithId(uid, '/') ?? { uid, gid: gid === 0 ? uid : gid, name: undefined };
};

const canRead = (path: string): boolean => {
  try {
    accessSync(path, constants.R_OK | (statSync(path).isDirectory() ? constants.X_OK : 0));
    return true;
  } catch {
    return false;
  }
};

const nameOf = ({ name, uid }: Worker): string => name ?? `with ID ${uid}`;

const WRITTEN_BY_OTHERS = 0o022;

/**
 * A settings file names programs and folders: the working directory may have someone else's. Root calls it before it reads one.
 * @param data the directory that counts without the file.
 * @throws VerbError (unsafe) for a file that others than root and the owner of the data may change.
 */
export const requireOwnSettings = (file: string, data: string): void => {
  if (!existsSync(file)) return;
  const owner = ownerOf(resolve(data));
  if ((statSync(file).mode & WRITTEN_BY_OTHERS) !== 0) {
    throw new VerbError(
      `Other users can change ${resolve(file)}, and root would obey it. Run: chmod 600 ${resolve(file)}`,
      exit.unsafe,
    );
  }
  const trusted = [0, owner?.uid];
  const other = [lstatSync(file), statSync(file)].find(({ uid }) => !trusted.includes(uid));
  if (other === undefined) return;
  const whose = nameOf(userWithId(other.uid, '/') ?? { name: undefined, uid: other.uid, gid: other.gid });
  throw new VerbError(
    `${resolve(file)} belongs to user ${whose}, but studiod would run as ` +
      `${owner === undefined ? 'root' : `user ${nameOf(owner)}`}. To use its settings, name it with --config.`,
    exit.unsafe,
  );
};

interface RootsVerb {
  /** The data directory; undefined for a verb without data, or one that keeps the rights of root. */
  readonly data: string | undefined;
  readonly args: readonly string[];
  readonly become: (worker: Worker) => void;
}

/**
 * Continues as the owner of the data directory instead of root. The owner can put links into it, with which root
 * would read and write any file of the machine.
 * @throws VerbError (unsafe) when the owner cannot reach the directory, or read a file that an argument names.
 */
export const giveUpRoot = ({ data, args, become }: RootsVerb): void => {
  const directory = data === undefined ? undefined : resolve(data);
  const owner = directory === undefined ? undefined : ownerOf(directory);
  if (directory === undefined || owner === undefined) return;
  const needed = [directory, ...args].filter((path) => existsSync(path));
  const name = nameOf(owner);
  try {
    become(owner);
  } catch (error) {
    throw new VerbError(`studiod cannot switch to user ${name}, who owns ${directory}: ${error}`, exit.unsafe);
  }
  const hidden = needed.find((path) => !canRead(path));
  if (hidden === undefined) return;
  throw new VerbError(
    `User ${name} cannot read ${hidden}. When run as root, studiod works as the owner of ${nearestExisting(directory)}. ` +
      `Move the file to where that user can read it.`,
    exit.unsafe,
  );
};
