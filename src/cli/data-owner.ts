import { accessSync, constants, existsSync, lstatSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { nearestExisting } from './folders.ts';
import { userWithId } from './service/machine.ts';
import { exit, Failure, type Worker } from './verb.ts';

/** The owner of a directory, or of the folder in which it would be made; undefined where that is root. */
const ownerOf = (directory: string): Worker | undefined => {
  const path = nearestExisting(directory);
  const link = lstatSync(path);
  // Whoever made a link decides where it leads.
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

/**
 * Gives the rights of root up for those of the owner of a data directory. The owner can put links into it, with which root
 * would read and write any file of the machine.
 * @param args the arguments of the verb, of which some name files.
 * @param become gives the rights up.
 * @throws Failure (unsafe) when the owner cannot reach the directory, or read a file that an argument names.
 */
export const workAsOwner = (given: string, args: readonly string[], become: (worker: Worker) => void): void => {
  const directory = resolve(given);
  const owner = ownerOf(directory);
  if (owner === undefined) return;
  const needed = [directory, ...args].filter((path) => existsSync(path));
  const name = owner.name ?? `with the number ${owner.uid}`;
  try {
    become(owner);
  } catch (error) {
    throw new Failure(`studiod cannot become the user ${name}, who owns ${directory}: ${error}`, exit.unsafe);
  }
  const hidden = needed.find((path) => !canRead(path));
  if (hidden === undefined) return;
  throw new Failure(
    `The user ${name} cannot read ${hidden}. As root, studiod works with the rights of the owner of ${nearestExisting(directory)} only. ` +
      `Put it where that user can read it.`,
    exit.unsafe,
  );
};
