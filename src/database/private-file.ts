import { chmodSync, closeSync, existsSync, lstatSync, openSync } from 'node:fs';
import { errorCode } from '../kernel/errors.ts';

const OF_OWNER = 0o600;
const BY_OTHERS = 0o077;

/** Creates the file with access for its owner only. SQLite gives the files beside a database the same mode. */
export const createPrivateFile = (path: string): void => {
  if (existsSync(path)) return;
  try {
    closeSync(openSync(path, 'wx', OF_OWNER));
  } catch (error) {
    // Another process has just created it.
    if (errorCode(error) !== 'EEXIST') throw error;
  }
};

/** Gives a file, if there is one, to its owner alone. A link is left alone: what it leads to may be anyone's. */
export const makePrivate = (path: string): void => {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (status?.isFile() === true && (status.mode & BY_OTHERS) !== 0) chmodSync(path, OF_OWNER);
};
