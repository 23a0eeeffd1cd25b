import { stopwatch } from './clock.ts';

/** Loaded with its first use, for a fast start. */
const collector = () => process.getBuiltinModule('bun:jsc') as typeof import('bun:jsc');

/** The shortest time between two collections, in real ms. */
const EVERY_MS = 40;
/** How much the heap of JavaScript grows until all of it is collected, in bytes; half of what was kept where that is more. */
const GROWTH = 10_000_000;

/** In a process with less memory, in bytes, the runtime alone collects the garbage of requests. */
const LARGE_PROCESS = 160_000_000;

/** The size of the heap after the last full collection of this module, in bytes. */
let kept = 0;
let collectedAt = 0;
let measuredAt = 0;

/** Collects all garbage, which takes a server 10 to 50 ms. */
export const collectGarbage = (): void => {
  kept = collector().fullGC();
};

/**
 * Limits the garbage of work that goes on for seconds; it is called often. The runtime waits until the heap has doubled, and
 * longer for what survived one collection (docs/performance.md "Memory under load"). Mostly it takes 1 to 8 ms every 40.
 */
export const limitGarbage = (): void => {
  const now = stopwatch();
  if (now - collectedAt < EVERY_MS) return;
  if (collector().edenGC() > kept + Math.max(GROWTH, kept / 2)) collectGarbage();
  collectedAt = stopwatch();
};

/**
 * Limits the garbage of requests while the process has much memory; it is called after every few of them. On a computer with
 * more than 16 GB the runtime lets garbage grow to several times what is in use (docs/performance.md "Memory under load").
 */
export const limitGarbageOfRequests = (): void => {
  const now = stopwatch();
  if (now - measuredAt < EVERY_MS) return;
  measuredAt = now;
  if (process.memoryUsage.rss() > LARGE_PROCESS) limitGarbage();
};
