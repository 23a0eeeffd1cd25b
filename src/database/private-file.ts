import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';

const OF_OWNER = 0o600;
const BY_OTHERS = 0o077;

/** Creates the file with access for its owner only. SQLite gives the files beside a database the same mode. */
export const createPrivateFile = (path: string): void => {
  if (!existsSync(path)) closeSync(openSync(path, 'a', OF_OWNER));
};

/** Gives a file, if there is one, to its owner alone. */
export const makePrivate = (path: string): void => {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & BY_OTHERS) !== 0) chmodSync(path, OF_OWNER);
};
