import { startThread } from '../../database/descriptors.ts';
import { setRealTimeout } from '../../kernel/clock.ts';
import type { Cancel } from '../../kernel/timer.ts';
import type { Log } from './log.ts';
import type { LoopWatch } from './loop-watch-worker.ts';

// In the executable the worker is a separate entry point, named from the root of the source tree.
const entry = typeof BUILD_VERSION === 'undefined' ? './loop-watch-worker.ts' : './src/cli/server/loop-watch-worker.ts';

/** How often the loop says that it turns within a standstill. */
const BEATS = 60;
/** A loop that has not turned for this long has stopped, in real milliseconds. Nothing holds it longer than 50 ms. */
const STANDSTILL_MS = 30_000;

/**
 * Ends the process when its event loop stands, with a line in the log: whatever started it starts it again. A service manager may
 * watch it too, and most servers have none.
 * @param descriptor of the log: 1 or 2.
 * @returns a function that ends the watch.
 */
export const watchLoop = (format: Log['format'], descriptor: number, standstillMs = STANDSTILL_MS): Cancel => {
  const turns = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const thread = startThread(new URL(entry, import.meta.url).href, { smol: true });
  // Without the thread the server works as well.
  thread.onerror = () => {};
  thread.unref();
  const watch: LoopWatch = { turns, standstillMs, format, descriptor };
  thread.postMessage(watch);
  let cancel: Cancel = () => {};
  const beat = (): void => {
    Atomics.add(turns, 0, 1);
    cancel = setRealTimeout(standstillMs / BEATS, beat);
  };
  beat();
  return () => {
    cancel();
    thread.terminate();
  };
};
