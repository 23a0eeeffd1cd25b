import type { Clock } from './clock.ts';

/** Calls off something that was arranged; calling it twice is harmless. */
export type Cancel = () => void;

/** Work that is arranged for an instant. */
interface Timers {
  /** Runs `work` once when the clock reaches `due` (epoch ms), at once when that is past. */
  at(due: number, work: () => unknown): Cancel;
}

/** The time of the whole program: what it is now, and what happens later. */
export interface Time extends Clock, Timers {}

interface Entry {
  readonly due: number;
  readonly order: number;
  readonly work: () => unknown;
}

/** The longest delay setTimeout keeps, in milliseconds. */
const LONGEST_DELAY = 2_147_000_000;

/**
 * One line of time that every rule, retry, expiry and sweep follows. `running` follows the machine's clock plus
 * whatever it was moved by; `fixed` stands still until it is moved. Work that is due at once runs in both.
 */
export class Timeline implements Time {
  readonly #entries: Entry[] = [];
  /** What was begun at its moment and has not ended. */
  readonly #underWay = new Set<Promise<unknown>>();
  #order = 0;
  #offset = 0;
  #fixedAt: number | undefined;
  #armed: (() => void) | undefined;
  #moving = false;
  #stopped = false;

  /** @param fixedAt epoch ms at which the clock stands still; absent for a running clock. */
  constructor(fixedAt?: number) {
    this.#fixedAt = fixedAt;
  }

  /** Whether the clock runs by itself or stands until moved. */
  get mode(): 'running' | 'fixed' {
    return this.#fixedAt === undefined ? 'running' : 'fixed';
  }

  now(): number {
    return this.#fixedAt ?? Date.now() + this.#offset;
  }

  at(due: number, work: () => unknown): Cancel {
    const entry: Entry = { due, order: this.#order++, work };
    let index = this.#entries.length;
    while (index > 0 && (this.#entries[index - 1] as Entry).due > due) index -= 1;
    this.#entries.splice(index, 0, entry);
    this.#arm();
    return () => {
      const position = this.#entries.indexOf(entry);
      if (position >= 0) this.#entries.splice(position, 1);
    };
  }

  /**
   * Moves the clock forward to `target` (epoch ms) and lets each arranged thing happen at its own moment on the way,
   * in order, each awaited before the next; what is under way ends before the clock moves. A target in the past only
   * runs what is due.
   */
  async moveTo(target: number): Promise<void> {
    this.#moving = true;
    this.#disarm();
    try {
      await Promise.allSettled(this.#underWay);
      for (let next = this.#entries[0]; next !== undefined && next.due <= target; next = this.#entries[0]) {
        this.#entries.shift();
        this.#set(Math.max(this.now(), next.due));
        await next.work();
      }
      this.#set(Math.max(this.now(), target));
    } finally {
      this.#moving = false;
      this.#arm();
    }
  }

  /** Drops everything that is arranged and arranges nothing more. */
  stop(): void {
    this.#stopped = true;
    this.#entries.length = 0;
    this.#disarm();
  }

  #set(instant: number): void {
    if (this.#fixedAt === undefined) this.#offset += Math.max(0, instant - this.now());
    else this.#fixedAt = instant;
  }

  #disarm(): void {
    this.#armed?.();
    this.#armed = undefined;
  }

  #arm(): void {
    this.#disarm();
    const next = this.#entries[0];
    if (next === undefined || this.#moving || this.#stopped) return;
    const delay = next.due - this.now();
    if (delay <= 0) {
      const immediate = setImmediate(() => this.#runDue());
      this.#armed = () => clearImmediate(immediate);
    } else if (this.#fixedAt === undefined) {
      const timer = setTimeout(() => this.#runDue(), Math.min(delay, LONGEST_DELAY));
      this.#armed = () => clearTimeout(timer);
    }
  }

  #begin({ work }: Entry): void {
    const begun = work();
    if (!(begun instanceof Promise)) return;
    this.#underWay.add(begun);
    void begun.finally(() => this.#underWay.delete(begun));
  }

  #runDue(): void {
    while (!this.#moving && this.#entries[0] !== undefined && this.#entries[0].due <= this.now()) {
      this.#begin(this.#entries.shift() as Entry);
    }
    this.#arm();
  }
}
