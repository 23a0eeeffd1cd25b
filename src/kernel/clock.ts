/** Where the program reads the time. Instants are epoch milliseconds here and ISO 8601 text everywhere else. */
export interface Clock {
  /** The present instant, in epoch milliseconds. */
  now(): number;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** A monotonic reading in milliseconds, for durations only; it has no relation to any date and cannot be moved. */
export const stopwatch = (): number => performance.now();

/** Pauses for real milliseconds. For network time limits and tests of the executable, never for business rules. */
export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Runs `work` after real `milliseconds`; answers the function that calls it off. For network time limits only. */
export const afterReal = (milliseconds: number, work: () => void): (() => void) => {
  const timer = setTimeout(work, milliseconds);
  return () => clearTimeout(timer);
};

/** Runs `work` once in the next turn of the event loop, after everything that is already waiting. */
export const nextTurn = (work: () => void): void => {
  setImmediate(work);
};

/** ISO 8601 UTC with milliseconds, the form of every instant on the wire and on disk. */
export const isoInstant = (epochMilliseconds: number): string => new Date(epochMilliseconds).toISOString();

/** Epoch milliseconds of an instant in any RFC 3339 form. */
export const epochOf = (instant: string): number => Date.parse(instant);
