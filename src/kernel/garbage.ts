// Row: peak memory (target 200 MB). Beside an import it is 167 MB with this file, 248 without; 95 lines. `BUN_JSC_forceRAMSize`
// in the environment does the same (170 MB with 512,000,000), but the program would have to start itself again to set it (decision 3.37).

import { stopwatch } from './clock.ts';

/** Loaded with its first use, for a fast start. */
const collector = () => process.getBuiltinModule('bun:jsc') as typeof import('bun:jsc');

/** The shortest time between two collections for requests, in real ms: each keeps what requests in progress have at that moment. */
const REQUESTS_MS = 120;
/**
 * A collection of new garbage for requests is followed by at least this many times its own duration without another one, so that they
 * take at most a thirtieth of the time. While thousands of requests wait, all of what they need survives.
 */
const REST = 30;
/** The same for work that continues for seconds, in real ms: it makes more garbage. */
const WORK_MS = 20;
/** How much the memory of the process grows until all garbage is collected, in bytes; a sixteenth of it where that is more. */
const GROWTH = 12_000_000;
/** For this long (real ms) after a background collection begins, new garbage is not collected, which would wait for its end. */
const BACKGROUND_MS = 250;
/** The shortest time between two collections in the background, in real ms. */
const BETWEEN_MS = 2_000;
/** More than two thirds of what the heap may become before the runtime collects all garbage, in bytes. */
const DUE_BYTES = 256 * 1024 ** 2;

/** The least memory that the process has had since all garbage was collected, in bytes. */
let least = Number.POSITIVE_INFINITY;
let collectedAt = 0;
/** How long the last collection of new garbage took, in real ms. */
let lastMs = 0;
/** When the last collection in the background began. */
let begunAt = Number.NEGATIVE_INFINITY;

/**
 * Collects all garbage in one run, which takes a server 10 to 50 ms, up to 100 in a rush, and gives its memory back. The runtime does
 * that later, between collections, and never while they follow one another.
 */
export const collectGarbage = (): void => {
  collector().gcAndSweep();
  least = process.memoryUsage.rss();
};

/**
 * Makes a collection of all garbage due for the runtime, which has no call that begins one in the background: for a moment the heap
 * seems to be larger than it may become. The buffer is only reserved, so it takes no memory.
 * @throws RangeError where that much cannot be reserved.
 */
const makeDue = (): void => {
  const buffer = new ArrayBuffer(0, { maxByteLength: DUE_BYTES });
  buffer.resize(DUE_BYTES);
  collector().edenGC();
  // An empty one does not count when it survives.
  buffer.resize(0);
};

/**
 * Begins a collection of all garbage, which takes 2 to 5 ms in a rush. Where the process has several processors, other threads do most of
 * the rest, for which this one stops for a millisecond a few times. The memory is given back within half a second.
 */
const collectInBackground = (): void => {
  begunAt = stopwatch();
  try {
    makeDue();
    Bun.gc(false);
    least = Number.POSITIVE_INFINITY;
  } catch {
    collectGarbage();
  }
};

const collectSeldom = (): void => {
  if (stopwatch() - begunAt >= BETWEEN_MS) collectInBackground();
};

// The heap's own size says less: for the runtime it grows by some 600 bytes with each request, kept or not, until all is collected.
const limitGarbage = (everyMs: number, rest: number, collectAll: () => void): void => {
  const now = stopwatch();
  if (now - collectedAt < Math.max(everyMs, rest * lastMs) || now - begunAt < BACKGROUND_MS) return;
  collector().edenGC();
  lastMs = stopwatch() - now;
  const memory = process.memoryUsage.rss();
  least = Math.min(least, memory);
  if (memory > least + Math.max(GROWTH, least / 16)) collectAll();
  collectedAt = stopwatch();
};

/**
 * Limits the garbage of requests; it is called often. The runtime waits until the heap has doubled, or grown further on a computer
 * with more than 16 GB, and longer for what survived one collection (docs/performance.md "Memory"). Mostly it takes 1
 * to 3 ms.
 */
export const limitGarbageOfRequests = (): void => limitGarbage(REQUESTS_MS, REST, collectSeldom);

/** Limits the garbage of work that continues for seconds, as of requests. It takes up to 8 ms, and 50 where all of it is collected. */
export const limitGarbageOfWork = (): void => limitGarbage(WORK_MS, 0, collectGarbage);
