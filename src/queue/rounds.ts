import { nextTurn, setRealTimeout, stopwatch } from '../kernel/clock.ts';

/** How long, in real milliseconds, a round waits for a turn of the event loop in which no request comes. */
const REQUESTS_FIRST_MS = 20;
/** Real milliseconds before a round that failed is repeated. */
const REPEAT_MS = 1_000;

/** How much is done before the event loop turns to requests again. */
export interface Pace {
  /** Jobs that one transaction claims, and results that it records. */
  readonly inRound: number;
  /** Attempts that start in one turn of the event loop. */
  readonly started: number;
}

const PACE: Pace = { inRound: Number.POSITIVE_INFINITY, started: 8 };
/** While requests come in, which wait for less. */
const PACE_WITH_REQUESTS: Pace = { inRound: 16, started: 3 };

/**
 * Decides when the transactions of a queue run. Benchmark row: p99 of a read beside deliveries. With 32 readers it was 1.33 to
 * 1.95 times that at rest instead of 1.86 to 2.15, for some 40 lines: the pace, and the wait for a turn without requests.
 */
export class Rounds {
  #isRequested = false;
  #requestsBefore = 0;

  /** `begin` starts a transaction, `changes` counts starts and ends of attempts, `requests` requests so far. */
  constructor(
    private readonly begin: () => void,
    private readonly changes: () => number,
    private readonly requests: () => number,
  ) {}

  /** Whether a round is requested and its transaction has not begun. */
  get isRequested(): boolean {
    return this.#isRequested;
  }

  /** Requests a round; several requests before its transaction begins are one. */
  request(): void {
    if (this.#isRequested) return;
    this.#isRequested = true;
    this.#awaitQuietTurn(this.changes());
  }

  /** Call it when the transaction of a round has begun. */
  begun(): void {
    this.#isRequested = false;
  }

  /** Calls `repeat` after a while, and begins no round before. */
  afterFailure(repeat: () => void): void {
    this.#isRequested = true;
    setRealTimeout(REPEAT_MS, () => {
      this.#isRequested = false;
      repeat();
    });
  }

  pace(): Pace {
    const requests = this.requests();
    const isQuiet = requests === this.#requestsBefore;
    this.#requestsBefore = requests;
    return isQuiet ? PACE : PACE_WITH_REQUESTS;
  }

  /** Begins the round after a turn of the event loop in which no attempt started or ended. */
  #awaitQuietTurn(before: number): void {
    nextTurn(() => {
      const now = this.changes();
      if (now > before) this.#awaitQuietTurn(now);
      else this.#yieldToRequests(stopwatch() + REQUESTS_FIRST_MS);
    });
  }

  /** Begins the round after a turn without requests. They are counted, since attempts that end make a turn long too. */
  #yieldToRequests(until: number): void {
    const before = this.requests();
    nextTurn(() => {
      if (this.requests() > before && stopwatch() < until) this.#yieldToRequests(until);
      else this.begin();
    });
  }
}
