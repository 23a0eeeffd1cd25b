import { afterReal, epochOf, nextTurn } from '../kernel/clock.ts';
import type { Cancel, Time } from '../kernel/timer.ts';
import type { Tx } from '../store/database.ts';
import type { Store } from '../store/store.ts';
import type { Attempt, Report } from './attempt.ts';
import type { Claimed, Finished, Queue } from './queue.ts';
import { waiting } from './rows.ts';

/** How many attempts may be under way at once. */
export interface LaneLimits {
  /** To one endpoint: a slow one holds up nobody but itself. */
  readonly perEndpoint: number;
  readonly inAll: number;
}

export const LANE_LIMITS: LaneLimits = { perEndpoint: 4, inAll: 64 };

/** Real milliseconds before a round that the database refused is tried again. */
const RETRY_ROUND_MS = 1_000;

/** One transaction: what ended since the last one is written, and the room this leaves is filled. */
interface Round {
  finished: Finished[];
  claimed: Claimed[];
  firstRetry: number;
}

/**
 * Keeps every endpoint's lane filled from the queue. Rounds follow one another only as long as something happens; what
 * is due later waits on the program's clock.
 */
export class Scheduler {
  /** Endpoints that may have due jobs; the longest waiting first. */
  readonly #ready = new Set<string>();
  readonly #lanes = new Map<string, number>();
  readonly #waiting: (() => void)[] = [];
  #underWay = 0;
  #finished: Finished[] = [];
  #roundAsked = false;
  #running = false;
  #armedFor = Number.POSITIVE_INFINITY;
  #disarm: Cancel = () => {};
  #wakeAsked = false;
  #calledOff: Cancel = () => {};

  constructor(
    private readonly store: Store,
    private readonly time: Time,
    private readonly queue: Queue,
    private readonly attempt: Attempt,
    private readonly report: Report,
    private readonly limits: LaneLimits,
  ) {}

  /** Takes up what the queue holds. */
  start(): void {
    this.#running = true;
    this.#arm(this.time.now());
  }

  /** Begins no further attempt; those under way go on, and their end is still written. */
  stop(): void {
    this.#running = false;
    this.#disarm();
    this.#armedFor = Number.POSITIVE_INFINITY;
    this.#calledOff();
    this.#wakeAsked = false;
  }

  /** Notes that an endpoint has something to do; `wake` must follow once that is committed. */
  markReady(endpointId: string): void {
    this.#ready.add(endpointId);
  }

  /** Fills the lanes soon. It goes through the program's clock, so that one moved by hand waits for what comes of it. */
  wake(): void {
    if (this.#wakeAsked || !this.#running) return;
    this.#wakeAsked = true;
    this.#calledOff = this.time.at(this.time.now(), () => {
      this.#wakeAsked = false;
      this.#askRound();
      return this.#quiet();
    });
  }

  /** Resolves once nothing is under way and nothing more can be begun now. */
  async idle(): Promise<void> {
    await this.#quiet();
    while (this.#wakeAsked || this.#armedFor <= this.time.now()) {
      await new Promise<void>(nextTurn);
      await this.#quiet();
    }
  }

  /** As `idle`, without what the clock has still to begin: work that the clock waits for must not wait for the clock. */
  #quiet(): Promise<void> {
    if (this.#isQuiet()) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #isQuiet(): boolean {
    return !this.#roundAsked && this.#underWay === 0;
  }

  #tellQuiet(): void {
    if (!this.#isQuiet()) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Asks for a round; several requests before it begins are one. */
  #askRound(): void {
    if (this.#roundAsked || !(this.#running || this.#finished.length > 0)) return;
    this.#roundAsked = true;
    const round: Round = { finished: [], claimed: [], firstRetry: Number.POSITIVE_INFINITY };
    this.store
      .write((tx) => this.#run(tx, round))
      .then(
        () => this.#launch(round),
        (error) => this.#undo(round, error),
      );
  }

  #run(tx: Tx, round: Round): void {
    this.#roundAsked = false;
    round.finished = this.#finished;
    this.#finished = [];
    for (const { claimed } of round.finished) this.#count(claimed, -1);
    round.firstRetry = this.queue.finish(tx, round.finished);
    if (!this.#running) return;
    for (const endpointId of [...this.#ready]) {
      const inAll = this.limits.inAll - this.#underWay;
      if (inAll <= 0) break;
      const room = Math.min(inAll, this.limits.perEndpoint - (this.#lanes.get(endpointId) ?? 0));
      if (room > 0) this.#fill(tx, round, endpointId, room);
    }
  }

  #fill(tx: Tx, round: Round, endpointId: string, room: number): void {
    const claimed = this.queue.claim(tx, endpointId, room);
    for (const one of claimed) {
      this.#count(one, 1);
      round.claimed.push(one);
    }
    this.#ready.delete(endpointId);
    if (claimed.length === room) this.#ready.add(endpointId);
  }

  #count({ endpointId }: Claimed, by: 1 | -1): void {
    const inLane = (this.#lanes.get(endpointId) ?? 0) + by;
    if (inLane === 0) this.#lanes.delete(endpointId);
    else this.#lanes.set(endpointId, inLane);
    this.#underWay += by;
  }

  #launch(round: Round): void {
    this.#arm(round.firstRetry);
    for (const claimed of round.claimed) {
      void this.attempt(claimed.endpointId, claimed).then((attempted) => {
        this.#finished.push({ claimed, attempted });
        this.#askRound();
      });
    }
    this.#tellQuiet();
  }

  /** Nothing of the round was committed: it is forgotten, and what had ended is written with a later one. */
  #undo(round: Round, error: unknown): void {
    this.report('A round of webhook deliveries could not be written; it is repeated.', error);
    for (const claimed of round.claimed) {
      this.#count(claimed, -1);
      this.#ready.add(claimed.endpointId);
    }
    for (const { claimed } of round.finished) this.#count(claimed, 1);
    this.#finished.unshift(...round.finished);
    this.#roundAsked = true;
    afterReal(RETRY_ROUND_MS, () => {
      this.#roundAsked = false;
      this.#askRound();
      this.#tellQuiet();
    });
  }

  #arm(due: number): void {
    if (!this.#running || due >= this.#armedFor) return;
    this.#disarm();
    this.#armedFor = due;
    this.#disarm = this.time.at(due, () => this.#takeUp());
  }

  /** Settles when the attempts it led to have ended, so that a clock moved by hand can wait for them. */
  #takeUp(): Promise<void> {
    this.#armedFor = Number.POSITIVE_INFINITY;
    for (const { endpointId, isDue, nextDueAt } of waiting(this.store.view())) {
      if (isDue === 1) this.#ready.add(endpointId);
      if (nextDueAt !== null) this.#arm(epochOf(nextDueAt));
    }
    this.#askRound();
    return this.#quiet();
  }
}
