import type { Tx } from '../../database/database.ts';
import type { Store } from '../../database/store.ts';
import { epochOf, nextTurn, setRealTimeout, stopwatch } from '../../kernel/clock.ts';
import { asJob } from '../../kernel/origin.ts';
import type { Cancel, Time } from '../../kernel/timer.ts';
import type { Attempt, Report } from '../sending/attempt.ts';
import type { Attempts } from './attempts.ts';
import type { ClaimedJob, FinishedJob } from './claimed-jobs.ts';
import { createPace, type Pace } from './pace.ts';
import type { Queue } from './queue.ts';
import type { Slots } from './slots.ts';

/** Real milliseconds before a round whose transaction failed is repeated. */
const REPEAT_ROUND_MS = 1_000;
/** For so long, in real milliseconds, a round waits for a turn of the event loop in which no request comes. */
const REQUESTS_FIRST_MS = 20;
/** Sending is behind when a job that has a free slot has been due for longer than this. */
const OVERDUE_MS = 60_000;

/** One transaction: it claims jobs for the free slots, and records attempts if that is due or if it claims none. */
interface Round {
  readonly pace: Pace;
  finished: readonly FinishedJob[];
  /** Attempts that are recorded as pending. */
  readonly long: readonly ClaimedJob[];
  readonly claimed: ClaimedJob[];
  firstRetry: number;
}

/**
 * Keeps the slots of every endpoint filled from the queue. Rounds follow one another only while attempts start or end;
 * a timer on the program's clock waits for jobs that are due later.
 */
export class Scheduler {
  readonly #idleListeners: (() => void)[] = [];
  readonly #pace: () => Pace;
  #isRoundRequested = false;
  #hasRoundFailed = false;
  #isStarting = false;
  #isRunning = false;
  #timerDueAt = Number.POSITIVE_INFINITY;
  #cancelTimer: Cancel = () => {};
  #recordingDueAt = Number.POSITIVE_INFINITY;
  #cancelRecording: Cancel = () => {};
  #isWakeScheduled = false;
  #cancelWake: Cancel = () => {};
  #cancelListener: Cancel = () => {};

  constructor(
    private readonly store: Store,
    private readonly time: Time,
    private readonly queue: Queue,
    private readonly attempt: Attempt,
    private readonly report: Report,
    private readonly slots: Slots,
    private readonly attempts: Attempts,
    /** How many requests have come so far. */
    private readonly requests: () => number,
  ) {
    this.#pace = createPace(requests);
  }

  /** Starts with whatever the queue contains. */
  start(): void {
    this.#isRunning = true;
    this.#scheduleTimer(this.time.now());
    this.#cancelListener = this.time.onSetBack(() => void this.#followClock());
    // The clock may have been set back while no server ran.
    void this.#followClock();
  }

  /** Starts no further attempt. Those in progress go on, and their results are still recorded. */
  stop(): void {
    this.#isRunning = false;
    this.#cancelListener();
    this.#cancelTimer();
    this.#timerDueAt = Number.POSITIVE_INFINITY;
    this.#cancelRecording();
    this.#cancelWake();
    this.#isWakeScheduled = false;
    // For the results that wait for others.
    this.#requestRound();
  }

  /**
   * Whether rounds succeed and no job that has a free slot has been due for long. Jobs of an endpoint without a free
   * slot wait for their own receiver.
   */
  isHealthy(): boolean {
    if (this.#hasRoundFailed) return false;
    const overdue = this.queue.overdueEndpoints(this.store.view(), this.time.now() - OVERDUE_MS);
    return overdue.every(({ endpointId }) => this.slots.isFull(endpointId));
  }

  /** Records that an endpoint has a new job; `wake` must follow after the commit. */
  markReady(endpointId: string): void {
    this.slots.markReady(endpointId);
  }

  /** Fills the slots soon, if there is anything to fill them with. It uses the program's clock, so that moving that clock by hand awaits the attempts. */
  wake(): void {
    if (this.#isWakeScheduled || !this.#isRunning || !this.slots.canFill) return;
    this.#isWakeScheduled = true;
    this.#cancelWake = this.time.at(this.time.now(), () => {
      this.#isWakeScheduled = false;
      this.#requestRound();
      return this.#whenIdle();
    });
  }

  /** Finds the jobs that another process queued. */
  refresh(): void {
    this.#markDue();
    this.wake();
  }

  /** Resolves once no attempt is in progress and no job can start now. */
  async idle(): Promise<void> {
    await this.#whenIdle();
    while (this.#isWakeScheduled || this.#timerDueAt <= this.time.now()) {
      await new Promise<void>(nextTurn);
      await this.#whenIdle();
    }
  }

  /** As `idle`, without what the clock is about to start: the clock awaits this, so it must not await the clock. */
  #whenIdle(): Promise<void> {
    if (this.#isIdle()) return Promise.resolve();
    return new Promise((resolve) => this.#idleListeners.push(resolve));
  }

  #isIdle(): boolean {
    return !this.#isRoundRequested && this.slots.isEmpty && this.attempts.ended === 0;
  }

  #notifyIdle(): void {
    if (!this.#isIdle()) return;
    for (const resolve of this.#idleListeners.splice(0)) resolve();
  }

  /** Requests a round; several requests before it begins are one. */
  #requestRound(): void {
    if (this.#isRoundRequested || !(this.#isRunning || this.attempts.ended > 0)) return;
    this.#isRoundRequested = true;
    this.#awaitQuietTurn(this.attempts.ended);
  }

  /** Begins the round after a turn of the event loop in which no attempt started or ended, so that commits are few. */
  #awaitQuietTurn(endedBefore: number): void {
    nextTurn(() => {
      const { ended } = this.attempts;
      if (this.#isStarting || ended > endedBefore) this.#awaitQuietTurn(ended);
      else this.#yieldToRequests(stopwatch() + REQUESTS_FIRST_MS);
    });
  }

  /** Begins the round after a turn without requests. They are counted, since attempts that end make a turn long too. */
  #yieldToRequests(until: number): void {
    const before = this.requests();
    nextTurn(() => {
      if (this.requests() > before && stopwatch() < until) this.#yieldToRequests(until);
      else this.#beginRound();
    });
  }

  #beginRound(): void {
    const pace = this.#pace();
    const isDue = !this.#isRunning || this.attempts.areResultsDue(pace.recorded);
    const finished = isDue ? this.attempts.takeEnded(pace.recorded) : [];
    const long = this.attempts.long(pace.claimed);
    const round: Round = { pace, finished, long, claimed: [], firstRetry: Number.POSITIVE_INFINITY };
    // What a loss of power takes back is sent again. A failure may disable its endpoint, which raises an event.
    const mayBeLost = finished.every(({ result }) => result.response.failure === null);
    asJob('webhooks', () => this.store.write((tx) => this.#runRound(tx, round), { mayBeLost })).then(
      () => this.#afterCommit(round),
      (error) => this.#afterFailure(round, error),
    );
  }

  #runRound(tx: Tx, round: Round): void {
    this.#isRoundRequested = false;
    const { pace, finished, long, claimed } = round;
    round.firstRetry = this.queue.finish(tx, finished);
    this.queue.recordPending(tx, long);
    if (this.#isRunning) this.queue.claim(tx, claimed, (claim) => this.slots.fill(claim, pace.claimed));
    // With nothing to send, results are recorded at once. Those that failed are due, and recorded above.
    if (finished.length + claimed.length > 0 || this.attempts.areResultsDue(pace.recorded)) return;
    round.finished = this.attempts.takeEnded(pace.recorded);
    this.queue.finish(tx, round.finished);
  }

  #afterCommit(round: Round): void {
    const { pace, claimed, finished, long } = round;
    this.#hasRoundFailed = false;
    this.queue.commit([...finished.map(({ job }) => job), ...long]);
    this.attempts.notePending(long);
    this.#scheduleTimer(round.firstRetry);
    this.#startAttempts(claimed);
    const isPartial = Math.max(claimed.length, long.length) >= pace.claimed;
    const areResultsDue = claimed.length === 0 ? this.attempts.ended > 0 : this.attempts.areResultsDue(pace.recorded);
    if (isPartial || areResultsDue) this.#requestRound();
    this.#scheduleRecording();
    this.#notifyIdle();
  }

  /** Starts a few attempts in each turn of the event loop, so that requests are handled in between. */
  #startAttempts(claimed: readonly ClaimedJob[]): void {
    const read = this.store.readShared();
    const { started } = this.#pace();
    for (const job of claimed.slice(0, started)) {
      this.attempts.begin(job);
      void this.attempt(job.endpointId, job, read).then((result) => {
        this.slots.release(job.endpointId, result.response.failure === null);
        this.attempts.end({ job, result });
        this.#requestRound();
      });
    }
    const others = claimed.slice(started);
    this.#isStarting = others.length > 0;
    if (this.#isStarting) nextTurn(() => this.#startAttempts(others));
  }

  /** Requests a round once results have waited for long, or an attempt has taken long. */
  #scheduleRecording(): void {
    const { dueAt } = this.attempts;
    if (!this.#isRunning || dueAt >= this.#recordingDueAt) return;
    this.#cancelRecording();
    this.#recordingDueAt = dueAt;
    this.#cancelRecording = setRealTimeout(Math.max(0, dueAt - stopwatch()), () => {
      this.#recordingDueAt = Number.POSITIVE_INFINITY;
      if (this.attempts.dueAt <= stopwatch()) this.#requestRound();
      else this.#scheduleRecording();
    });
  }

  /** Nothing of the round was committed: its claims are undone, and its results are recorded by the next round. */
  #afterFailure(round: Round, error: unknown): void {
    // Once, not every second: a log that grows on a full disk makes it worse.
    if (!this.#hasRoundFailed) {
      this.report('Results of webhook deliveries could not be written. The write is repeated until it works.', error);
    }
    this.#hasRoundFailed = true;
    this.queue.undo(round.claimed, round.long);
    for (const { endpointId } of round.claimed) {
      this.slots.release(endpointId);
      this.slots.markReady(endpointId);
    }
    this.attempts.putBack(round.finished);
    this.#isRoundRequested = true;
    setRealTimeout(REPEAT_ROUND_MS, () => {
      this.#isRoundRequested = false;
      this.#requestRound();
      this.#notifyIdle();
    });
  }

  /** Corrects the jobs that wait for a clock that was set back, a few in each transaction. */
  async #followClock(): Promise<void> {
    try {
      for (const { endpointId, nextDueAt } of this.queue.endpoints(this.store.view())) {
        let mayHaveMore = nextDueAt !== null;
        while (mayHaveMore && this.#isRunning) {
          mayHaveMore = await this.store.write<boolean>((tx) => this.queue.followClock(tx, endpointId));
        }
      }
    } catch (error) {
      this.report('The due times of webhook deliveries could not follow the clock. A restart repeats it.', error);
    }
    if (!this.#isRunning) return;
    this.#cancelTimer();
    this.#timerDueAt = Number.POSITIVE_INFINITY;
    this.#scheduleTimer(this.time.now());
  }

  /** Sets the timer for `dueAt` (epoch ms), unless it is set for an earlier time. */
  #scheduleTimer(dueAt: number): void {
    if (!this.#isRunning || dueAt >= this.#timerDueAt) return;
    this.#cancelTimer();
    this.#timerDueAt = dueAt;
    this.#cancelTimer = this.time.at(dueAt, () => this.#onTimer());
  }

  /** Resolves when the attempts that it starts have ended, so that a clock moved by hand can await them. */
  #onTimer(): Promise<void> {
    this.#timerDueAt = Number.POSITIVE_INFINITY;
    this.#markDue();
    this.#requestRound();
    return this.#whenIdle();
  }

  /** Marks the endpoints with due jobs as ready, and sets the timer for the others. */
  #markDue(): void {
    for (const { endpointId, isDue, nextDueAt } of this.queue.endpoints(this.store.view())) {
      if (isDue === 1) this.slots.markReady(endpointId);
      if (nextDueAt !== null) this.#scheduleTimer(epochOf(nextDueAt));
    }
  }
}
