import { stopwatch } from './clock.ts';

/** Loaded with its first use, for a fast start. */
const collector = () => process.getBuiltinModule('bun:jsc') as typeof import('bun:jsc');

/** The shortest time between two collections for requests, in real ms: each keeps what requests in progress have at that moment. */
const REQUESTS_MS = 120;
/**
 * A collection for requests is followed by at least this many times its own duration without one of its kind, so that both kinds
 * together take at most a fifteenth of the time. While thousands of requests wait, all of what they need survives.
 */
const REST = 30;
/** The same for work that goes on for seconds, in real ms: it makes more garbage. */
const WORK_MS = 20;
/** How much the memory of the process grows until all garbage is collected, in bytes; a sixteenth of it where that is more. */
const GROWTH = 12_000_000;

/** The least memory that the process has had since all garbage was collected, in bytes. */
let least = Number.POSITIVE_INFINITY;
let collectedAt = 0;
/** How long the last collection of new garbage took, in real ms. */
let lastMs = 0;
/** When all garbage was last collected, and how long that took, in real ms. */
let allAt = 0;
let allMs = 0;

/**
 * Collects all garbage, which takes a server 10 to 50 ms, up to 100 in a rush, and gives its memory back. The runtime does that later, between collections,
 * and never while they follow one another.
 */
export const collectGarbage = (): void => {
  const start = stopwatch();
  collector().gcAndSweep();
  allAt = stopwatch();
  allMs = allAt - start;
  least = process.memoryUsage.rss();
};

// The heap's own size tells less: for the runtime it grows by some 600 bytes with each request, kept or not, until all is collected.
const limitGarbage = (everyMs: number, rest: number): void => {
  const now = stopwatch();
  if (now - collectedAt < Math.max(everyMs, rest * lastMs)) return;
  collector().edenGC();
  lastMs = stopwatch() - now;
  const memory = process.memoryUsage.rss();
  least = Math.min(least, memory);
  if (memory > least + Math.max(GROWTH, least / 16) && now >= allAt + rest * allMs) collectGarbage();
  collectedAt = stopwatch();
};

/**
 * Limits the garbage of requests; it is called often. The runtime waits until the heap has doubled, or grown further on a computer
 * with more than 16 GB, and longer for what survived one collection (docs/performance.md "Memory under load"). Mostly it takes 1
 * to 3 ms.
 */
export const limitGarbageOfRequests = (): void => limitGarbage(REQUESTS_MS, REST);

/** Limits the garbage of work that goes on for seconds, as of requests. It takes up to 8 ms. */
export const limitGarbageOfWork = (): void => limitGarbage(WORK_MS, 0);
