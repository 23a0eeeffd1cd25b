import { stopwatch } from './clock.ts';

/** Loaded with its first use, for a fast start. */
const collector = () => process.getBuiltinModule('bun:jsc') as typeof import('bun:jsc');

/** The shortest time between two collections for requests, in real ms: each keeps what requests in progress have at that moment. */
const REQUESTS_MS = 120;
/** The same for work that goes on for seconds, in real ms: it makes more garbage. */
const WORK_MS = 20;
/** How much the heap of JavaScript grows until all of it is collected, in bytes; a third of what was kept where that is more. */
const GROWTH = 8_000_000;

/** The size of the heap after the last full collection of this module, in bytes. */
let kept = 0;
let collectedAt = 0;

/**
 * Collects all garbage, which takes a server 10 to 50 ms, and gives its memory back. The runtime does that later, between collections,
 * and never while they follow one another.
 */
export const collectGarbage = (): void => {
  kept = collector().gcAndSweep();
};

const limitGarbage = (everyMs: number): void => {
  const now = stopwatch();
  if (now - collectedAt < everyMs) return;
  if (collector().edenGC() > kept + Math.max(GROWTH, kept / 3)) collectGarbage();
  collectedAt = stopwatch();
};

/**
 * Limits the garbage of requests; it is called often. The runtime waits until the heap has doubled, or grown further on a computer
 * with more than 16 GB, and longer for what survived one collection (docs/performance.md "Memory under load"). Mostly it takes 1
 * to 3 ms.
 */
export const limitGarbageOfRequests = (): void => limitGarbage(REQUESTS_MS);

/** Limits the garbage of work that goes on for seconds, as of requests. It takes up to 8 ms. */
export const limitGarbageOfWork = (): void => limitGarbage(WORK_MS);
