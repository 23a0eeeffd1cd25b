import type { Origin } from '../kernel/origin.ts';
import type { Tx } from './database.ts';

export interface WriteOptions {
  /**
   * Whether a loss of power may undo the work after its promise has settled, because it is done again then and raises no
   * event. The end of the process does not undo it. It does not wait for the disk, unless other work that is committed with
   * it does.
   */
  readonly mayBeLost?: boolean;
}

export interface QueuedWrite extends Required<WriteOptions> {
  /** Returns what `resolve` settles the promise with. */
  work(tx: Tx): unknown;
  /** For whom it runs. */
  readonly origin: Origin | undefined;
  /** When it was queued, on the stopwatch. */
  readonly since: number;
  resolve(result: unknown): void;
  reject(reason: unknown): void;
  /** When it stops waiting for the lock of another process, on the stopwatch. */
  waitsUntil?: number;
}

export interface Outcome {
  readonly write: QueuedWrite;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** The type rejects promises: whatever is awaited inside a transaction would run after its commit. */
export type Synchronous<T> = T extends PromiseLike<unknown> ? never : T;

export const isThenable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
