// Real time stands still in a simulation, and passes only as it says: so a slow machine decides nothing.

import { holdThreads } from './threads.ts';

interface Waiting {
  readonly due: number;
  readonly work: () => void;
}

export interface RealTime {
  /** Lets real milliseconds pass, with the work that becomes due. */
  pass(milliseconds: number): void;
  /** Leaves the machine to its threads for a moment, in which this time stands still. */
  rest(): Promise<void>;
  /** How many real milliseconds each look at the stopwatch takes: a slow disk. */
  perLook: number;
  /** Gives the machine its own time back. */
  end(): void;
}

/** Holds the stopwatch and the timeouts of this process. */
export const holdRealTime = (): RealTime => {
  const before = { now: performance.now, setTimeout, clearTimeout };
  const freeThreads = holdThreads();
  const waiting = new Map<number, Waiting>();
  let [now, made] = [1_000, 0];
  const timeout = (work: (...values: unknown[]) => void, milliseconds = 0, ...values: unknown[]) => {
    made += 1;
    waiting.set(made, { due: now + Math.max(0, milliseconds), work: () => work(...values) });
    const id = made;
    return { id, ref: () => {}, unref: () => {}, hasRef: () => false, [Symbol.toPrimitive]: () => id };
  };
  performance.now = () => {
    now += held.perLook;
    return now;
  };
  Object.assign(globalThis, {
    setTimeout: timeout,
    clearTimeout: (id: unknown) => void waiting.delete(Number(id)),
  });
  const held: RealTime = {
    perLook: 0,
    rest: () => new Promise((resolve) => void before.setTimeout(resolve, 1)),
    pass(milliseconds) {
      const until = now + milliseconds;
      for (;;) {
        const [next] = [...waiting]
          .filter(([, { due }]) => due <= until)
          .sort(([, left], [, right]) => left.due - right.due);
        if (next === undefined) break;
        waiting.delete(next[0]);
        now = Math.max(now, next[1].due);
        next[1].work();
      }
      now = Math.max(now, until);
    },
    end() {
      freeThreads();
      performance.now = before.now;
      Object.assign(globalThis, { setTimeout: before.setTimeout, clearTimeout: before.clearTimeout });
    },
  };
  return held;
};
