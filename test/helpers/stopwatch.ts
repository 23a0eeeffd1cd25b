import { spyOn } from 'bun:test';
import * as clock from '../../src/kernel/clock.ts';

/**
 * A stopwatch that only the test advances, so that nothing depends on the speed of the machine: by `perLook` real milliseconds with
 * each look, and by `pass`. Call `end` after the test.
 */
export const heldStopwatch = (perLook = 0) => {
  let now = 0;
  const time = spyOn(clock, 'stopwatch').mockImplementation(() => {
    now += perLook;
    return now;
  });
  return {
    pass: (milliseconds: number): void => {
      now += milliseconds;
    },
    end: () => time.mockRestore(),
  };
};

/**
 * Lets so many real milliseconds pass with each look at the stopwatch: with 30, each transaction of a long change changes as few
 * rows as it may; with 0, as many. Returns how to end that.
 */
export const slowDown = (milliseconds = 30): (() => void) => heldStopwatch(milliseconds).end;
