import type { Database } from 'bun:sqlite';
import { isoInstant } from '../kernel/clock.ts';
import type { Read } from './database.ts';

/** Formats the time as text at first use, because most reads do not need it. */
export class View implements Read {
  #now: string | undefined;

  constructor(
    readonly db: Database,
    readonly nowMs: number,
    readonly cached?: Map<string, unknown>,
  ) {}

  get now(): string {
    this.#now ??= isoInstant(this.nowMs);
    return this.#now;
  }
}

/**
 * A value that is found once for all reads of one turn of the event loop, or for all writes that are committed together.
 * Whatever changes such a value clears `tx.cached`.
 * @param key its name, unique in the process.
 */
export const readOnce = <T extends NonNullable<unknown> | null>(
  read: Read,
  key: string,
  find: (read: Read) => T,
): T => {
  const cached = read.cached?.get(key) as T | undefined;
  if (cached !== undefined) return cached;
  const found = find(read);
  read.cached?.set(key, found);
  return found;
};
