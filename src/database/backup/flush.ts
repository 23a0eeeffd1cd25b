import { closeSync, openSync } from 'node:fs';
import { startThread } from '../descriptors.ts';

// In the executable the worker is a separate entry point, named from the root of the source tree.
const entry = typeof BUILD_VERSION === 'undefined' ? './flush-worker.ts' : './src/database/backup/flush-worker.ts';

/**
 * Runs `work`, which writes a large file, while a thread flushes it to disk again and again. Flushed at the end only, more
 * than a gigabyte holds up the commits of the server beside it for half a second.
 * An error of the disk is left to `work`: its own descriptor of the file has it too.
 */
export const flushingMeanwhile = <T>(path: string, work: () => T): T => {
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
