import type { Database } from 'bun:sqlite';
import { isoInstant } from '../kernel/clock.ts';
import type { Read } from './database.ts';

/** Formats the time as text at first use, because most reads do not need it. */
export class View implements Read {
  #now: string | undefined;

  constructor(
    readonly db: Database,
    readonly nowMs: number,
    readonly known?: Map<string, unknown>,
  ) {}

  get now(): string {
    this.#now ??= isoInstant(this.nowMs);
    return this.#now;
  }
}
