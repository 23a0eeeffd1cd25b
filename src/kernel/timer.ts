import { type Clock, stopwatch, systemClock } from './clock.ts';
import { detached, withOrigin } from './origin.ts';

/** Cancels scheduled work. Calling it twice does nothing. */
export type Cancel = () => void;

interface Timers {
  /**
   * Runs `work` once when the clock reaches `due` (epoch ms), or in the next turn when that has passed. Of work that is due
   * at the same time, the lower rank runs first, then what was scheduled first.
   */
  at(due: number, work: () => unknown, rank?: number): Cancel;
  /** While the clock is moved by hand: the rank of the work that runs. Otherwise undefined. */
  readonly movingRank: number | undefined;
  /** Calls `listener` when a move of the clock begins, before any work of it runs, and when it has ended. */
  onMove(listener: () => void): Cancel;
  /**
   * Calls `listener` within a second after the system clock was set back, to calculate due times again: otherwise work
   * would be late by that step. When the clock is set forward, work that became due runs within a second.
   */
  onSetBack(listener: () => void): Cancel;
}

export interface Time extends Clock, Timers {}

interface Entry {
  readonly due: number;
  readonly rank: number;
  readonly work: () => unknown;
}

/** How often a running clock is compared with the stopwatch, in milliseconds. */
const CHECK_MS = 1_000;
/** After this long (real ms), due work that is left runs in the next turn: most jobs are due at the start of a minute. */
const TURN_MS = 2;
/** The minimum difference (ms) that counts as a step of the clock: the two readings are not exactly simultaneous. */
const STEP_MS = 250;

/**
 * The clock and timers that every rule, retry, expiry and job uses. In mode `running` it follows the system clock plus
 * an offset; in mode `fixed` it changes only when moved. Work that is already due runs in both modes.
 *
 * The system clock may be set while the program runs. While work is scheduled, it is checked every second: after a step
 * forward, due work runs; after a step back, the listeners are called.
 */
export class Timeline implements Time {
  readonly #entries: Entry[] = [];
  readonly #running = new Set<Promise<unknown>>();
  #offset = 0;
  #fixedAt: number | undefined;
  #clearTimer: (() => void) | undefined;
  #moving = false;
  #movingRank = 0;
  #stopped = false;
  readonly #setBackListeners = new Set<() => void>();
  readonly #moveListeners = new Set<() => void>();
  /** The system clock minus the stopwatch at the last check: constant unless the clock is set. */
  #difference: number;

  /**
   * @param fixedAt the time of a fixed clock in epoch ms; absent for a running clock.
   * @param system the clock that a running one follows.
   */
  constructor(
    fixedAt?: number,
    private readonly system: Clock = systemClock,
  ) {
    this.#fixedAt = fixedAt;
    this.#difference = system.now() - stopwatch();
  }

  /** Whether the clock runs on its own or changes only when moved. */
  get mode(): 'running' | 'fixed' {
    return this.#fixedAt === undefined ? 'running' : 'fixed';
  }

  now(): number {
    return this.#fixedAt ?? this.system.now() + this.#offset;
  }

  get movingRank(): number | undefined {
    return this.#moving ? this.#movingRank : undefined;
  }

  at(due: number, work: () => unknown, rank = 0): Cancel {
    const entry: Entry = { due, rank, work };
    const isBefore = (other: Entry): boolean => other.due < due || (other.due === due && other.rank <= rank);
    const index = this.#entries.findLastIndex(isBefore) + 1;
    this.#entries.splice(index, 0, entry);
    this.#schedule();
    return () => {
      const position = this.#entries.indexOf(entry);
      if (position >= 0) this.#entries.splice(position, 1);
    };
  }

  onMove(listener: () => void): Cancel {
    this.#moveListeners.add(listener);
    return () => void this.#moveListeners.delete(listener);
  }

  onSetBack(listener: () => void): Cancel {
    this.#setBackListeners.add(listener);
    return () => void this.#setBackListeners.delete(listener);
  }

  /**
   * Moves the clock forward to `target` (epoch ms). Work that becomes due on the way runs at its own time, in order,
   * each awaited before the next; running work ends before the clock moves. A target in the past only runs due work.
   */
  async moveTo(target: number): Promise<void> {
    this.#moving = true;
    this.#unschedule();
    try {
      await Promise.allSettled(this.#running);
      for (const listener of this.#moveListeners) listener();
      for (let next = this.#entries[0]; next !== undefined && next.due <= target; next = this.#entries[0]) {
        this.#entries.shift();
        this.#set(Math.max(this.now(), next.due));
        this.#movingRank = next.rank;
        await withOrigin(undefined, next.work);
      }
      this.#set(Math.max(this.now(), target));
    } finally {
      this.#moving = false;
      for (const listener of this.#moveListeners) listener();
      this.#schedule();
    }
  }

  /** Cancels all scheduled work; work that is added later never runs. */
  stop(): void {
    this.#stopped = true;
    this.#entries.length = 0;
    this.#setBackListeners.clear();
    this.#moveListeners.clear();
    this.#unschedule();
  }

  #set(instant: number): void {
    if (this.#fixedAt === undefined) this.#offset += Math.max(0, instant - this.now());
    else this.#fixedAt = instant;
  }

  #unschedule(): void {
    this.#clearTimer?.();
    this.#clearTimer = undefined;
  }

  /** Calls the listeners if the clock was set back since the last check. */
  #noticeSteps(): void {
    const difference = this.system.now() - stopwatch();
    const step = difference - this.#difference;
    this.#difference = difference;
    if (this.#fixedAt === undefined && step <= -STEP_MS) for (const listener of this.#setBackListeners) listener();
  }

  #schedule(): void {
    this.#unschedule();
    const next = this.#entries[0];
    if (next === undefined || this.#moving || this.#stopped) return;
    const delay = next.due - this.now();
    if (delay <= 0) {
      const immediate = setImmediate(detached(() => this.#runDue()));
      this.#clearTimer = () => clearImmediate(immediate);
    } else if (this.#fixedAt === undefined) {
      const timer = setTimeout(
        detached(() => this.#runDue()),
        Math.min(delay, CHECK_MS),
      );
      this.#clearTimer = () => clearTimeout(timer);
    }
  }

  #run({ work }: Entry): void {
    const result = work();
    if (!(result instanceof Promise)) return;
    this.#running.add(result);
    void result.finally(() => this.#running.delete(result));
  }

  #runDue(): void {
    this.#noticeSteps();
    const start = stopwatch();
    for (let next = this.#entries[0]; next !== undefined && next.due <= this.now(); next = this.#entries[0]) {
      if (this.#moving || stopwatch() - start > TURN_MS) break;
      this.#entries.shift();
      this.#run(next);
    }
    this.#schedule();
  }
}
