import { onTestFinished, spyOn } from 'bun:test';
import * as clock from '../../src/kernel/clock.ts';

/**
 * A stopwatch that only the test advances, so that nothing depends on the speed of the machine: by `perLook` real milliseconds with
 * each look, and by `pass`. It ends with the test, or earlier with `end`.
 */
export const heldStopwatch = (perLook = 0) => {
  let now = 0;
  const time = spyOn(clock, 'stopwatch').mockImplementation(() => {
    now += perLook;
    return now;
  });
  const end = () => time.mockRestore();
  onTestFinished(end);
  return {
    pass: (milliseconds: number): void => {
      now += milliseconds;
    },
    end,
  };
};

/**
 * Lets so many real milliseconds pass with each look at the stopwatch: with 30, each transaction of a long change changes as few
 * rows as it may; with 0, as many. It ends with the test. Returns how to end it earlier.
 */
export const slowDown = (milliseconds = 30): (() => void) => heldStopwatch(milliseconds).end;
