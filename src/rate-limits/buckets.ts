import type { Bucket } from './bucket.ts';

/** How many buckets one generation holds at most; two generations are about 30 MB at worst. */
const MOST = 100_000;

/**
 * Buckets by key, in two generations and without a timer. A bucket that nobody touched for a whole period is empty,
 * so the older generation can be dropped then and nothing is forgotten. Should one period see more keys than a
 * generation holds, the least recently used are forgotten early: memory stays bounded under a flood of addresses.
 */
export class Buckets {
  #young = new Map<string, Bucket>();
  #old = new Map<string, Bucket>();
  #turnedAt = 0;

  /** @param period ms in which a full bucket runs empty. */
  constructor(
    readonly period: number,
    readonly most = MOST,
  ) {}

  /** The bucket of `key`, made when there is none. */
  open(key: string, now: number): Bucket {
    this.#turn(now);
    const known = this.#young.get(key);
    if (known !== undefined) return known;
    const bucket = this.#old.get(key) ?? { level: 0, last: now };
    this.#young.set(key, bucket);
    return bucket;
  }

  /** The bucket of `key`; undefined, which is as good as empty, when there is none. */
  find(key: string): Bucket | undefined {
    return this.#young.get(key) ?? this.#old.get(key);
  }

  /** Entries held, at most twice `most`. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }

  #turn(now: number): void {
    if (now < this.#turnedAt) this.#turnedAt = now;
    if (now - this.#turnedAt < this.period && this.#young.size < this.most) return;
    this.#old = this.#young;
    this.#young = new Map();
    this.#turnedAt = now;
  }
}
