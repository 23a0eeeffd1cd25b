// The disk of a simulation, in memory.

import { Database } from 'bun:sqlite';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newStudioFile } from '../helpers/api.ts';

const MEMORY_DISK = '/dev/shm';

export const makeFolder = (): string =>
  mkdtempSync(join(existsSync(MEMORY_DISK) ? MEMORY_DISK : tmpdir(), 'simulated-'));

/** A database file with the pages of a server: those of tests are small. */
export const withUsualPages = (bytes: Uint8Array): Uint8Array => {
  const folder = makeFolder();
  const file = join(folder, 'studio.db');
  try {
    writeFileSync(file, bytes);
    const database = new Database(file);
    database.run('PRAGMA page_size = 4096');
    database.run('VACUUM');
    database.close();
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

let made: Uint8Array | undefined;

/** A new studio. It is made once. */
export const usualStudioFile = (): Uint8Array => {
  made ??= withUsualPages(newStudioFile());
  return made;
};
