import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCode } from '../kernel/errors.ts';

/** The folder for temporary files cannot be written. The message says which one, and what to do. */
export class NoTemporaryFolder extends Error {}

/** A new folder for temporary files, for this user alone. Remove it at the end. @throws NoTemporaryFolder */
export const temporaryFolder = (prefix: string): string => {
  const folder = tmpdir();
  try {
    return mkdtempSync(join(folder, prefix));
  } catch (error) {
    throw new NoTemporaryFolder(
      `The folder for temporary files, ${folder}, cannot be written (${errorCode(error) || 'unknown error'}). ` +
        'Set TMPDIR to a directory this user can write to.',
    );
  }
};
