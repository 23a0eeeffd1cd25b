import type { Bucket } from './bucket.ts';

/** Buckets per generation; two generations take about 30 MB at most. */
const MAX_BUCKETS = 100_000;

/**
 * Buckets by key, in two generations and without a timer. A bucket that is not used for a whole period is empty, so the
 * older generation can be dropped then without losing counts. If one period sees more keys than a generation takes, the
 * least recently used are dropped early, so that memory stays limited under a flood of addresses.
 */
export class Buckets {
  #young = new Map<string, Bucket>();
  #old = new Map<string, Bucket>();
  #rotatedAt = 0;

  /** @param period ms in which a full bucket becomes empty. */
  constructor(
    readonly period: number,
    readonly maxBuckets = MAX_BUCKETS,
  ) {}

  open(key: string, now: number): Bucket {
    this.#rotate(now);
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const bucket = this.#old.get(key) ?? { level: 0, last: now };
    this.#young.set(key, bucket);
    return bucket;
  }

  /** The bucket of `key`; undefined when there is none, which means it is empty. */
  find(key: string): Bucket | undefined {
    return this.#young.get(key) ?? this.#old.get(key);
  }

  /** The number of buckets, at most twice `maxBuckets`. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }

  #rotate(now: number): void {
    if (now < this.#rotatedAt) this.#rotatedAt = now;
    if (now - this.#rotatedAt < this.period && this.#young.size < this.maxBuckets) return;
    this.#old = this.#young;
    this.#young = new Map();
    this.#rotatedAt = now;
  }
}
