// Uploaded files by their SHA-256 (content.md "Media").

import type { Dirent } from 'node:fs';
import { lstat, mkdir, open, readdir, realpath, rename, rm, rmdir, statfs, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Space } from '../database/disk-space.ts';
import { mapUnavailable, storageFull } from '../database/unavailable.ts';
import { errorCode } from '../kernel/errors.ts';
import { yieldToRequests } from '../kernel/slices.ts';

/** Below this share of the disk, or below this many bytes, whichever is less, no new file is taken. */
const MIN_SHARE = 0.05;
const MIN_BYTES = 1024 ** 3;
/** The same for a file that is being received: the database, which may be on the same disk, needs less than that. */
const MIN_SHARE_TO_GO_ON = 0.02;
const MIN_BYTES_TO_GO_ON = 512 * 1024 ** 2;

/** How many bytes are read at a time. Hashing them takes up to a millisecond. */
const CHUNK = 256 * 1024;

/** The folders that the store makes in its directory. */
const OWN_FOLDER = /^(?:[0-9a-f]{2}|uploads|renditions)$/;

const SHA256 = /^[0-9a-f]{64}$/;

interface StoredFile {
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** The SHA-256 of a file in hex. Other work continues between its chunks. */
export const digestOfFile = async (path: string): Promise<string> => {
  const digest = new Bun.CryptoHasher('sha256');
  const chunk = Buffer.alloc(CHUNK);
  const file = await open(path, 'r');
  try {
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, CHUNK);
      if (bytesRead === 0) return digest.digest('hex');
      digest.update(chunk.subarray(0, bytesRead));
      await yieldToRequests();
    }
  } finally {
    await file.close();
  }
};

export const syncPath = async (path: string): Promise<void> => {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
};

const sizeAt = async (path: string): Promise<number | undefined> => {
  try {
    const found = await lstat(path);
    return found.isFile() ? found.size : undefined;
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
    throw error;
  }
};

export const createMediaStore = ({ directory }: { readonly directory: string }) => {
  /** Where a file is or would be. @throws Error when `sha256` is not one, in lower-case hex. */
  const path = (sha256: string): string => {
    if (!SHA256.test(sha256)) throw new Error('the name of a media file is a SHA-256 in hex');
    return join(directory, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  };

  const uploads = async (): Promise<string> => {
    const folder = join(directory, 'uploads');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return folder;
  };

  const waiting = new Map<string, Promise<unknown>>();
  /** Runs `work` while no one else works on the same file. */
  const exclusively = async <T>(sha256: string, work: () => Promise<T>): Promise<T> => {
    const before = waiting.get(sha256) ?? Promise.resolve();
    const result = before.then(work, work);
    waiting.set(sha256, result);
    try {
      return await result;
    } finally {
      if (waiting.get(sha256) === result) waiting.delete(sha256);
    }
  };

  /**
   * Moves a file into the store: it is synced, then renamed.
   * @param digest the SHA-256 of its bytes, when it is known.
   * @throws Problem 503 `storage_full`; the file then stays where it is.
   */
  const put = async (temporaryPath: string, digest?: string): Promise<StoredFile> => {
    const sha256 = digest ?? (await digestOfFile(temporaryPath));
    const target = path(sha256);
    const { size: sizeBytes } = await lstat(temporaryPath);
    try {
      // One of another size was damaged outside of this program.
      if ((await sizeAt(target)) === sizeBytes) {
        await unlink(temporaryPath);
        return { sha256, sizeBytes };
      }
      await syncPath(temporaryPath);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await rename(temporaryPath, target);
      // The entry of the file and the entries of its folders.
      for (let folder = dirname(target); folder.length >= directory.length; folder = dirname(folder)) {
        await syncPath(folder);
      }
      return { sha256, sizeBytes };
    } catch (error) {
      throw mapUnavailable(error);
    }
  };

  /** The free and total space of the disk, in bytes. */
  const space = async (): Promise<Space> => {
    try {
      const { bavail, blocks, bsize } = await statfs(await uploads());
      return { free: bavail * bsize, size: blocks * bsize };
    } catch (error) {
      throw mapUnavailable(error);
    }
  };

  const requireFree = async (share: number, bytes: number): Promise<void> => {
    const { free, size } = await space();
    if (free < Math.min(size * share, bytes)) throw storageFull();
  };

  const foldersIn = async (folder: string, name: RegExp): Promise<string[]> => {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    const isOurs = (entry: Dirent): boolean => name.test(entry.name) && !entry.isSymbolicLink();
    return entries.flatMap((entry) => (isOurs(entry) ? [join(folder, entry.name)] : [])).sort();
  };

  async function* files(): AsyncGenerator<StoredFile> {
    for (const outer of await foldersIn(directory, /^[0-9a-f]{2}$/)) {
      for (const inner of await foldersIn(outer, /^[0-9a-f]{2}$/)) {
        for (const found of await foldersIn(inner, SHA256)) {
          const status = await lstat(found).catch(() => undefined);
          if (status?.isFile() === true) yield { sha256: basename(found), sizeBytes: status.size };
        }
      }
    }
  }

  return {
    directory,
    uploads,
    /** The folder of the renditions of a media. It is not created. */
    renditions: (mediaId: string) => join(directory, 'renditions', mediaId),
    path,
    put,
    /** A file to read; undefined when there is none, or when it is not a regular file inside of the store. */
    async open(sha256: string): Promise<Bun.BunFile | undefined> {
      const target = path(sha256);
      if ((await sizeAt(target)) === undefined) return undefined;
      // A link in place of one of the folders would lead out of the store.
      const real = path(sha256).replace(directory, await realpath(directory));
      return (await realpath(target)) === real ? Bun.file(target) : undefined;
    },
    /** Removes a file. A missing file is not an error. */
    remove: (sha256: string) => rm(path(sha256), { force: true }),
    exclusively,
    files,
    /** @throws Problem 503 `storage_full` when a file that is being received must stop, so that the database can continue. */
    requireSpaceToGoOn: () => requireFree(MIN_SHARE_TO_GO_ON, MIN_BYTES_TO_GO_ON),
    /** @throws Problem 503 `storage_full` when too little of the disk is free for new files. */
    requireSpace: () => requireFree(MIN_SHARE, MIN_BYTES),
    freeBytes: async () => (await space()).free,
    async clear() {
      const names = await readdir(directory).catch(() => []);
      for (const name of names.filter((each) => OWN_FOLDER.test(each))) {
        await rm(join(directory, name), { recursive: true, force: true });
      }
      // The directory too, unless someone keeps other things there.
      await rmdir(directory).catch(() => {});
    },
  };
};

/** The files of the appliance, by their content. The same bytes are kept once. */
export type MediaStore = ReturnType<typeof createMediaStore>;
