import { closeSync, existsSync, mkdirSync, openSync, readSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { syncToDisk } from '../../database/backup/backup.ts';
import type { Bytes } from '../../database/backup/byte-reader.ts';
import { flushInPieces } from '../../database/backup/flush.ts';
import { everythingBelow } from '../folders.ts';
import type { Target } from './target.ts';

const CHUNK = 1024 * 1024;

/** The folders of copies: the folder of media, and the folders in it. A disk can have others, which its user may not even read. */
const OWN_FOLDER = /^media(?:\/[0-9a-f]{2}){0,2}$/;

/** The bytes of a file, 1 MiB at a time. */
export async function* readFile(path: string): Bytes {
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const chunk = Buffer.alloc(CHUNK);
      const read = readSync(file, chunk);
      if (read === 0) return;
      yield chunk.subarray(0, read);
    }
  } finally {
    closeSync(file);
  }
}

/** Writes a file under another name, flushes it to disk and renames it, so that it is whole or not there. */
export const writeFile = async (path: string, source: Bytes): Promise<void> => {
  const part = `${path}.part`;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  rmSync(part, { force: true });
  try {
    const file = openSync(part, 'wx', 0o600);
    try {
      const flush = flushInPieces(file);
      for await (const piece of source) {
        for (let at = 0; at < piece.length; ) at += writeSync(file, piece, at);
        flush(piece.length);
      }
    } finally {
      closeSync(file);
    }
    syncToDisk(part);
    renameSync(part, path);
    syncToDisk(dirname(path));
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
};

/** A directory, such as a mounted disk. It must exist: a disk that is not mounted must not be filled in its place. */
export const directoryTarget = (name: string): Target => {
  const pathOf = (file: string): string => join(name, ...file.split('/'));
  const nameOf = (path: string): string => relative(name, path).split(sep).join('/');
  const requireDirectory = (): void => {
    if (!existsSync(name) || !statSync(name).isDirectory()) {
      throw new Error(`there is no directory ${name}. Mount the disk, or create the directory`);
    }
  };
  return {
    name,
    async list() {
      requireDirectory();
      return [...everythingBelow(name, ({ path }) => OWN_FOLDER.test(nameOf(path)))].flatMap(({ path, status }) =>
        status.isFile() && !path.endsWith('.part') ? [{ name: nameOf(path), bytes: status.size }] : [],
      );
    },
    async put(file, make) {
      requireDirectory();
      await writeFile(pathOf(file), (await make()).bytes);
    },
    get: (file) => readFile(pathOf(file)),
    async remove(file) {
      rmSync(pathOf(file), { force: true });
    },
  };
};
