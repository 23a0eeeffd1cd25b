import { closeSync, fdatasyncSync, openSync } from 'node:fs';
import { startThread } from '../descriptors.ts';

// A commit of the server waits until the disk has written what other files flush. So a large file is flushed in small pieces
// while it is written: at the end only, more than a gigabyte holds up commits for half a second.

/** A smaller file, in bytes, is flushed at its end. */
const SMALL_BYTES = 8 * 1024 ** 2;
/** The number of bytes after which `flushInPieces` flushes the file. */
const PIECE_BYTES = 4 * 1024 ** 2;

// In the executable the worker is a separate entry point, named from the root of the source tree.
const entry = typeof BUILD_VERSION === 'undefined' ? './flush-worker.ts' : './src/database/backup/flush-worker.ts';

/**
 * Runs `work`, which writes a file in one call, while a thread flushes the file again and again, unless it is small.
 * An error of the disk is left to `work`: its own descriptor of the file has it too.
 * @param bytes about how many it will have.
 */
export const flushingMeanwhile = <T>(path: string, bytes: number, work: () => T): T => {
  if (bytes <= SMALL_BYTES) return work();
  const file = openSync(path, 'r');
  const thread = startThread(new URL(entry, import.meta.url).href, { smol: true });
  thread.onerror = () => {};
  thread.postMessage(file);
  try {
    return work();
  } finally {
    thread.terminate();
    closeSync(file);
  }
};

/** Returns a function that flushes an open file whenever enough has been written. Call it after each write, with its bytes. */
export const flushInPieces = (file: number): ((bytes: number) => void) => {
  let waiting = 0;
  return (bytes) => {
    waiting += bytes;
    if (waiting < PIECE_BYTES) return;
    fdatasyncSync(file);
    waiting = 0;
  };
};
