import type { Tx } from '../../database/database.ts';
import type { Store } from '../../database/store.ts';
import { afterReal, epochOf, isoInstant, nextTurn } from '../../kernel/clock.ts';
import type { Cancel, Time } from '../../kernel/timer.ts';
import { overdue, waiting } from '../queries.ts';
import type { Attempt, Report } from '../sending/attempt.ts';
import type { Claimed, Finished, Queue } from './queue.ts';
import type { Lanes } from './slots.ts';

/** Real milliseconds before a round that the database refused is tried again. */
const RETRY_ROUND_MS = 1_000;
/** Attempts that are begun in one turn of the event loop. */
const SENT_IN_A_TURN = 8;
/** What could be sent and has been due for longer than this shows that sending does not keep up. */
const OVERDUE_MS = 60_000;

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
  readonly #waiting: (() => void)[] = [];
  #finished: Finished[] = [];
  #roundAsked = false;
  #roundRefused = false;
  #sending = false;
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
    private readonly lanes: Lanes,
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

  /**
   * Whether rounds are written and nothing that has room in its lane has been due for long. What waits behind a full
   * lane waits for its own receiver.
   */
  keepsUp(): boolean {
    if (this.#roundRefused) return false;
    const before = isoInstant(this.time.now() - OVERDUE_MS);
    return overdue(this.store.view(), before).every(({ endpointId }) => this.lanes.isFull(endpointId));
  }

  /** Notes that an endpoint has something to do; `wake` must follow once that is committed. */
  markReady(endpointId: string): void {
    this.lanes.markReady(endpointId);
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
    return !this.#roundAsked && this.lanes.areEmpty;
  }

  #tellQuiet(): void {
    if (!this.#isQuiet()) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Asks for a round; several requests before it begins are one. */
  #askRound(): void {
    if (this.#roundAsked || !(this.#running || this.#finished.length > 0)) return;
    this.#roundAsked = true;
    this.#gather(this.#finished.length);
  }

  /**
   * Begins the round after a turn of the event loop that neither began nor ended an attempt, so that one commit holds
   * many.
   */
  #gather(known: number): void {
    nextTurn(() => {
      const ended = this.#finished.length;
      if (this.#sending || ended > known) this.#gather(ended);
      else this.#beginRound();
    });
  }

  #beginRound(): void {
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
    for (const { claimed } of round.finished) this.lanes.leave(claimed.endpointId);
    round.firstRetry = this.queue.finish(tx, round.finished);
    if (!this.#running) return;
    this.lanes.fill((endpointId, room) => {
      const claimed = this.queue.claim(tx, endpointId, room);
      for (const one of claimed) this.lanes.enter(one.endpointId);
      round.claimed.push(...claimed);
      return claimed.length;
    });
  }

  #launch(round: Round): void {
    this.#roundRefused = false;
    this.#arm(round.firstRetry);
    this.#send(round.claimed);
    this.#tellQuiet();
  }

  /** Begins attempts, a few in each turn of the event loop, so that requests get theirs in between. */
  #send(claimed: readonly Claimed[]): void {
    const read = this.store.view();
    for (const one of claimed.slice(0, SENT_IN_A_TURN)) {
      void this.attempt(one.endpointId, one, read).then((attempted) => {
        this.#finished.push({ claimed: one, attempted });
        this.#askRound();
      });
    }
    const others = claimed.slice(SENT_IN_A_TURN);
    this.#sending = others.length > 0;
    if (this.#sending) nextTurn(() => this.#send(others));
  }

  /** Nothing of the round was committed: it is forgotten, and what had ended is written with a later one. */
  #undo(round: Round, error: unknown): void {
    this.#roundRefused = true;
    this.report('A round of webhook deliveries could not be written; it is repeated.', error);
    for (const claimed of round.claimed) {
      this.lanes.leave(claimed.endpointId);
      this.lanes.markReady(claimed.endpointId);
    }
    for (const { claimed } of round.finished) this.lanes.enter(claimed.endpointId);
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
      if (isDue === 1) this.lanes.markReady(endpointId);
      if (nextDueAt !== null) this.#arm(epochOf(nextDueAt));
    }
    this.#askRound();
    return this.#quiet();
  }
}
