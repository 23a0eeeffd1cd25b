import type { Caller } from '../../kernel/caller.ts';

/** A key that was found, and what must still be asked each time it is used. */
export interface CachedKey {
  readonly caller: Caller;
  /** The staff member for whom it acts, who is asked for at each use; null for nobody. */
  readonly staffId: string | null;
  /** Epoch ms; Infinity when it never expires. */
  readonly expiresAt: number;
  /** Epoch ms of the last use that is noted; -Infinity when none is. */
  notedUse: number;
}

/** How many keys are remembered at most; a business has a handful. */
const MOST = 1_000;

/** Milliseconds during which a change by another process may go unseen. */
const FRESH_FOR = 1_000;

interface CacheOptions {
  /** Changes whenever another process may have changed a key. */
  readonly version: () => number;
  /** A monotonic reading, ms: another process lives in real time, whatever the clock of this one says. */
  readonly stopwatch: () => number;
}

/** Found keys by their text. Empties itself when the data has changed outside, at which it looks once a second. */
export class KeyCache {
  readonly #keys = new Map<string, CachedKey>();
  readonly #options: CacheOptions;
  #version: number;
  #checkedAt: number;

  constructor(options: CacheOptions) {
    this.#options = options;
    this.#version = options.version();
    this.#checkedAt = options.stopwatch();
  }

  get(key: string): CachedKey | undefined {
    const reading = this.#options.stopwatch();
    if (reading - this.#checkedAt >= FRESH_FOR) this.#check(reading);
    return this.#keys.get(key);
  }

  set(key: string, found: CachedKey): void {
    if (this.#keys.size >= MOST) {
      for (const oldest of this.#keys.keys()) {
        this.#keys.delete(oldest);
        break;
      }
    }
    this.#keys.set(key, found);
  }

  clear(): void {
    this.#keys.clear();
  }

  get size(): number {
    return this.#keys.size;
  }

  #check(reading: number): void {
    this.#checkedAt = reading;
    const version = this.#options.version();
    if (version === this.#version) return;
    this.#version = version;
    this.#keys.clear();
  }
}
