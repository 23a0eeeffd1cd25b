import { detached } from './origin.ts';

/** The source of the current time. Instants are epoch milliseconds here and ISO 8601 text in records and responses. */
export interface Clock {
  /** The current time in epoch milliseconds. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A monotonic reading in milliseconds, for durations only. It is independent of the movable clock. */
export const stopwatch = (): number => performance.now();

/** Waits for real milliseconds. For network timeouts and tests of the executable, never for business rules. */
export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Runs `work` after real `milliseconds` and returns a function that cancels it. For network timeouts only. */
export const setRealTimeout = (milliseconds: number, work: () => void): (() => void) => {
  const timer = setTimeout(detached(work), milliseconds);
  return () => clearTimeout(timer);
};

/** Blocks the thread for real milliseconds, to slow down an event loop that would spin. */
export const blockThread = (milliseconds: number): void => Bun.sleepSync(milliseconds);

/** Runs `work` in the next turn of the event loop, after everything already queued. */
export const nextTurn = (work: () => void): void => {
  setImmediate(detached(work));
};

/** Instants (epoch ms) are compared as text, so their year in UTC has four digits. What is calculated ends at these. */
export const FIRST_INSTANT = Date.parse('0000-01-01T00:00:00.000Z');
export const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

/** ISO 8601 UTC with milliseconds: the form of every instant in responses and in the database, of the years 0 to 9999. */
export const isoInstant = (epochMilliseconds: number): string =>
  new Date(Math.min(Math.max(epochMilliseconds, FIRST_INSTANT), LAST_INSTANT)).toISOString();

/** Epoch milliseconds of an instant in any RFC 3339 form. */
export const epochOf = (instant: string): number => Date.parse(instant);

/** An instant in UTC, as rows have it; undefined if there is none. */
export const utcInstant = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : isoInstant(epochOf(text));
