// Writes the bytes of an upload as they come.

import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { mapUnavailable } from '../../../database/unavailable.ts';
import { yieldToRequests } from '../../../kernel/slices.ts';
import type { MediaStore } from '../../../media/store.ts';
import type { Checksum } from './checksum.ts';

/** The number of bytes after which the file is flushed: a commit of the database waits while the disk writes what is flushed. */
const SYNC_BYTES = 1024 ** 2;
/** The number of bytes after which the free space of the disk is checked again. */
const SPACE_BYTES = 8 * 1024 ** 2;

/** The SHA-256 of the bytes that this process has received of each upload, so that most files need not be read again. */
export class ReceivedHashes {
  readonly #all = new Map<string, { readonly digest: Bun.CryptoHasher; readonly position: number }>();

  /** The digest of the first `position` bytes; undefined when it is not known. It belongs to the caller from now on. */
  take(id: string, position: number): Bun.CryptoHasher | undefined {
    const found = this.#all.get(id);
    this.#all.delete(id);
    if (position === 0) return new Bun.CryptoHasher('sha256');
    return found?.position === position ? found.digest : undefined;
  }

  keep(id: string, digest: Bun.CryptoHasher | undefined, position: number): void {
    if (digest !== undefined) this.#all.set(id, { digest, position });
  }

  drop(id: string): void {
    this.#all.delete(id);
  }
}

const writeAll = async (file: FileHandle, bytes: Uint8Array, position: number): Promise<void> => {
  for (let done = 0; done < bytes.byteLength; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.byteLength - done, position + done);
    done += bytesWritten;
  }
};

interface Receiving {
  readonly id: string;
  readonly path: string;
  readonly offset: number;
  readonly checksum: Checksum | undefined;
  readonly hashes: ReceivedHashes;
  readonly media: MediaStore;
}

/**
 * Writes a stream into a file from `offset` on, and returns the new length of the file. Requests are served between its
 * pieces. After a failure the file has what was received before it or, with a checksum that could not be verified, what it
 * had before.
 * @throws Problem 503 `storage_full`, 460 `checksum_mismatch`.
 */
export const receive = async (stream: Readable, receiving: Receiving): Promise<number> => {
  const { id, path, offset, checksum, hashes, media } = receiving;
  const file = await open(path, 'r+');
  let digest = hashes.take(id, offset);
  let position = offset;
  let synced = offset;
  let measured = Number.NEGATIVE_INFINITY;
  try {
    for await (const bytes of stream) {
      if (position - measured >= SPACE_BYTES) {
        await media.requireSpaceToGoOn();
        measured = position;
      }
      await writeAll(file, bytes, position);
      digest?.update(bytes);
      checksum?.update(bytes);
      position += bytes.byteLength;
      if (position - synced >= SYNC_BYTES) {
        await file.datasync();
        synced = position;
      }
      await yieldToRequests();
    }
    checksum?.verify();
    // What is acknowledged survives a loss of power.
    await file.datasync();
    return position;
  } catch (error) {
    // Of a piece that did not fit, a part may be there.
    await file.truncate(checksum === undefined ? position : offset);
    if (checksum !== undefined) {
      digest = undefined;
      position = offset;
    }
    throw mapUnavailable(error);
  } finally {
    hashes.keep(id, digest, position);
    await file.close();
  }
};
