import type { Origin } from '../kernel/origin.ts';
import type { Tx } from './database.ts';

/** A write that waits for its transaction. */
export interface QueuedWrite {
  /** Runs the work and returns its result, which `resolve` settles the promise with. */
  run(tx: Tx): unknown;
  /** Whether it can be undone and run again. */
  readonly mayRunAgain: boolean;
  /** Whether a loss of power may undo it, although its promise has settled. */
  readonly mayBeLost: boolean;
  /** For whom it runs. */
  readonly origin: Origin | undefined;
  resolve(): void;
  reject(reason: unknown): void;
  /** When it stops waiting for the lock of another process, on the stopwatch. */
  waitsUntil?: number;
}

/** A write that has run: with its error, it is rolled back. */
export interface Outcome {
  readonly write: QueuedWrite;
  readonly error?: unknown;
}

/** The type rejects promises: whatever is awaited inside a transaction would run after its commit. */
export type Synchronous<T> = T extends PromiseLike<unknown> ? never : T;

export const isThenable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
