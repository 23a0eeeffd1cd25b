import { nextTurn, stopwatch } from './clock.ts';

/** How long a slice may block the thread, in real milliseconds. Requests wait for it in each turn, so it is as short as they are. */
const SLICE_MS = 1;

/** Lets other requests be served. */
export const turn = (): Promise<void> => new Promise((resolve) => nextTurn(resolve));

/** Runs all steps without a pause. */
export const runAtOnce = <T>(steps: Iterator<void, T>): T => {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
};

/** Runs steps in short slices between turns of the event loop. */
export const runInSlices = async <T>(steps: Iterator<void, T>): Promise<T> => {
  let sliceStart = stopwatch();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    if (stopwatch() - sliceStart < SLICE_MS) continue;
    await turn();
    sliceStart = stopwatch();
  }
};
