import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createMediaStore, type MediaStore } from '../../src/media/store.ts';
import { newFolder } from './process.ts';

let folder: string | undefined;
let stores = 0;

/** A new store of media files, whose files are removed at the end of the test run. */
export const openMedia = (): MediaStore => {
  if (folder === undefined) {
    const made = newFolder();
    folder = made;
    process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  }
  stores += 1;
  return createMediaStore({ directory: join(folder, String(stores)) });
};

/** The path of a small media file of the tests. */
export const mediaFile = (name: string): string => join(import.meta.dir, '../fixtures/media', name);
