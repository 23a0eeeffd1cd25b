import { type Clock, systemClock } from '../../src/kernel/clock.ts';

/** A system clock that runs and that somebody sets while the program runs. */
export interface SettableClock extends Clock {
  /** Sets the clock forward, or back when `milliseconds` is negative. */
  step(milliseconds: number): void;
}

export const settableClock = (): SettableClock => {
  let offset = 0;
  return {
    now: () => systemClock.now() + offset,
    step(milliseconds) {
      offset += milliseconds;
    },
  };
};
