import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { setRealTimeout } from '../kernel/clock.ts';
import { errorCode } from '../kernel/errors.ts';
import type { Cancel } from '../kernel/timer.ts';
import { storageFull } from './unavailable.ts';

/** Writes stop below this share of the disk, or below this many bytes, whichever is less. */
const MIN_SHARE = 0.01;
const MIN_BYTES = 256 * 1024 * 1024;
/** How often free space is measured, in real milliseconds. */
const MEASURE_EVERY_MS = 1_000;

/** The space of a disk, in bytes. */
export interface Space {
  readonly free: number;
  readonly size: number;
}

/** Called when the disk becomes full, and when it has space again. `free` is in bytes. */
export type DiskListener = (isFull: boolean, free: number) => void;

export const isLow = ({ free, size }: Space): boolean => free < Math.min(size * MIN_SHARE, MIN_BYTES);

export const spaceOf = (folder: string): Space => {
  const { bavail, blocks, bsize } = statfsSync(folder);
  return { free: bavail * bsize, size: blocks * bsize };
};

/**
 * Whether the disk of the database has space for writes (appliance.md "When the disk is full, and other failures"). It is
 * full when little space is left, or when SQLite could not write. It recovers automatically.
 */
export class DiskSpace {
  readonly #folder: string | undefined;
  readonly #canWrite: () => boolean;
  #listener: DiskListener = () => {};
  #makeRoom: () => void = () => {};
  #isWatching = false;
  #isLow = false;
  #hasFailed = false;
  #cancelTimer: Cancel | undefined;

  /** `file`: a database in memory has no disk. `canWrite` writes a little and returns whether that worked. */
  constructor(file: string, canWrite: () => boolean) {
    this.#folder = file === '' || file === ':memory:' ? undefined : dirname(file);
    this.#canWrite = canWrite;
  }

  get isFull(): boolean {
    return this.#isLow || this.#hasFailed;
  }

  measure(): Space | undefined {
    return this.#folder === undefined ? undefined : spaceOf(this.#folder);
  }

  /** @throws Problem 503 `storage_full`. */
  requireSpace(): void {
    if (this.isFull) throw storageFull();
  }

  watch(listener: DiskListener): void {
    this.#listener = listener;
    this.#isWatching = true;
    this.#check();
  }

  onFull(makeRoom: () => void): void {
    this.#makeRoom = makeRoom;
  }

  stop(): void {
    this.#isWatching = false;
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  /** Whether an error of SQLite means that there is no space. */
  isCause(error: unknown): boolean {
    const code = errorCode(error);
    if (code === 'SQLITE_FULL') return true;
    const space = code.startsWith('SQLITE_IOERR') ? this.measure() : undefined;
    return space !== undefined && isLow(space);
  }

  fail(): void {
    if (this.#hasFailed) return;
    const wasFull = this.isFull;
    this.#hasFailed = true;
    this.#notify(wasFull);
    if (this.#isWatching && this.#cancelTimer === undefined) this.#schedule();
  }

  #check(): void {
    const wasFull = this.isFull;
    const space = this.measure();
    this.#isLow = space !== undefined && isLow(space);
    if (this.#hasFailed && !this.#isLow) this.#hasFailed = !this.#canWrite();
    this.#notify(wasFull);
    this.#cancelTimer = undefined;
    if (this.#folder !== undefined || this.#hasFailed) this.#schedule();
  }

  #schedule(): void {
    this.#cancelTimer = setRealTimeout(MEASURE_EVERY_MS, () => this.#check());
  }

  #notify(wasFull: boolean): void {
    if (wasFull === this.isFull) return;
    this.#listener(this.isFull, this.measure()?.free ?? 0);
    if (this.isFull) this.#makeRoom();
  }
}
