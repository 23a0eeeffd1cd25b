import { stopwatch } from './clock.ts';

/** Loaded with its first use, for a fast start. */
const collector = () => process.getBuiltinModule('bun:jsc') as typeof import('bun:jsc');

/** The shortest time between two collections, in real ms. */
const EVERY_MS = 40;
/** How much the heap of JavaScript grows until all of it is collected, in bytes; a third of what was kept where that is more. */
const GROWTH = 8_000_000;

/** The size of the heap after the last full collection of this module, in bytes. */
let kept = 0;
let collectedAt = 0;

/** Collects all garbage, which takes a server 10 to 50 ms. */
export const collectGarbage = (): void => {
  kept = collector().fullGC();
};

/**
 * Limits the garbage of requests, and of work that goes on for seconds; it is called often. The runtime waits until the heap has
 * doubled, or grown further on a computer with more than 16 GB, and longer for what survived one collection
 * (docs/performance.md "Memory under load"). Mostly it takes 1 to 3 ms every 40, beside an import up to 8.
 */
export const limitGarbage = (): void => {
  const now = stopwatch();
  if (now - collectedAt < EVERY_MS) return;
  if (collector().edenGC() > kept + Math.max(GROWTH, kept / 3)) collectGarbage();
  collectedAt = stopwatch();
};
