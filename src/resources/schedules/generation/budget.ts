import { DAY_MS } from '../../../kernel/durations.ts';
import { addDays } from '../../../kernel/local-time.ts';

/** Days whose slots are calculated at a time, however few rows are left. */
const SHORTEST_WINDOW = 20;

/**
 * What one transaction may still do, so that it stays short: the rows that it changes, and the days whose slots it
 * calculates. It does at least one date, so it may exceed the rows by the rows of one session.
 */
export class Budget {
  #rows: number;
  #days: number;

  constructor(rows = 100, days = 400) {
    this.#rows = rows;
    this.#days = days;
  }

  /** Everything at once. */
  static unlimited(): Budget {
    return new Budget(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  }

  get isSpent(): boolean {
    return this.#rows <= 0 || this.#days <= 0;
  }

  /**
   * The last local date to calculate slots for, of those from `from` to `until`: no more days than rows, since a rule
   * may have a slot on every day.
   */
  windowEnd(from: string, until: string): string {
    const days = Math.min(this.#days, Math.max(this.#rows, SHORTEST_WINDOW));
    return daysFrom(from, until) <= days ? until : addDays(from, Math.floor(days) - 1);
  }

  /**
   * Takes the rows of some dates, ascending, from what is left. Returns the last date that fits: `end` when all do.
   * @param dates from `from` to `end`, each with the number of rows that change.
   */
  spend(from: string, end: string, dates: Iterable<readonly [date: string, rows: number]>): string {
    let last = end;
    for (const [date, rows] of dates) {
      this.#rows -= rows;
      if (this.#rows > 0) continue;
      last = date;
      break;
    }
    this.#days -= daysFrom(from, last);
    return last;
  }
}

/** The number of days from one local date to another, both included. */
const daysFrom = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
