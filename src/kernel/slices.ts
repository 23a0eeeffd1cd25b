import { nextTurn, stopwatch } from './clock.ts';
import { limitGarbageOfWork } from './garbage.ts';

/** How long a slice may block the thread, in real milliseconds. */
const LONGEST_MS = 1;
const SHORTEST_MS = 0.2;
/** A turn of the event loop that takes less than this, in real milliseconds, has served no request. */
const IDLE_MS = 0.1;

/**
 * How long the next slice may take, in real milliseconds, after a turn in which other work took `others`: half of that,
 * since the requests of each turn wait for a slice.
 */
export const sliceAfter = (others: number): number =>
  others < IDLE_MS ? LONGEST_MS : Math.min(LONGEST_MS, Math.max(SHORTEST_MS, others / 2));

export const turn = (): Promise<void> => new Promise((resolve) => nextTurn(resolve));

/** For how many turns of the event loop `yieldToRequests` waits at most. */
const MOST_TURNS = 4;

/**
 * Waits while requests are served, for a few turns at most: for work that can take longer, such as an upload. Where no one else asks,
 * it collects garbage, since such work makes most of it.
 */
export const yieldToRequests = async (): Promise<void> => {
  for (let turns = 0; turns < MOST_TURNS; turns += 1) {
    const start = stopwatch();
    await turn();
    if (stopwatch() - start < IDLE_MS) return limitGarbageOfWork();
  }
};

export const runAtOnce = <T>(steps: Iterator<void, T>): T => {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
};

/** Runs steps in short slices between turns of the event loop. */
export const runInSlices = async <T>(steps: Iterator<void, T>): Promise<T> => {
  let sliceStart = stopwatch();
  let longest = LONGEST_MS;
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    const sliceEnd = stopwatch();
    if (sliceEnd - sliceStart < longest) continue;
    await turn();
    limitGarbageOfWork();
    sliceStart = stopwatch();
    longest = sliceAfter(sliceStart - sliceEnd);
  }
};
