import type { Read, Tx } from '../database/database.ts';
import type { Store } from '../database/store.ts';
import { epochOf, isoInstant, nextTurn } from '../kernel/clock.ts';
import { MINUTE_MS } from '../kernel/durations.ts';
import { asJob } from '../kernel/origin.ts';
import type { Cancel, Time } from '../kernel/timer.ts';
import type { ClaimedJob, JobKey } from './jobs.ts';
import { type Ended, Recording, type RecordingDeps } from './recording.ts';
import { type Pace, Rounds } from './rounds.ts';
import { type SlotLimits, Slots, type SlotUse } from './slots.ts';
import type { AttemptResult } from './work.ts';

export interface QueueDeps<Result extends AttemptResult> extends RecordingDeps<Result> {
  readonly store: Store;
  readonly time: Time;
  readonly slots: SlotLimits;
  readonly report: (what: string, error: unknown) => void;
  /** How many requests have come so far; the queue is slower while it grows. */
  readonly requests: () => number;
}

/** A claim ends after this time. No attempt takes that long. */
const LEASE_MS = 15 * MINUTE_MS;
/** A queue is late when a job that has a free slot has been due for longer than this. */
const OVERDUE_MS = MINUTE_MS;
/** One transaction: it records results and claims jobs for the free slots. */
interface Round<Result> {
  readonly pace: Pace;
  readonly results: readonly Ended<Result>[];
  readonly claimed: ClaimedJob[];
  /** When the first of the recorded jobs is attempted again, epoch ms. */
  firstDueAt: number;
}

const keyOf = ({ lane, key }: JobKey): string => `${lane} ${key}`;

/**
 * A durable queue of work that leaves the process, such as deliveries to webhook endpoints or emails (decision 9.9).
 *
 * A job is added in the transaction that wants its work (`add`), so that neither exists without the other. It has a lane,
 * a key and an instant from which it is due: now, or any later instant, such as for a reminder. Jobs with the same key are
 * canceled together (`Jobs.cancel`), as when the booking of a reminder is canceled.
 *
 * In a lane, jobs are attempted in the order in which they are due, and a few at a time. Lanes do not wait for each other: each
 * may have one attempt in progress, whatever the others do. What is urgent, such as a code to sign in, gets a lane of its own.
 *
 * An attempt is counted and committed before it is made, so a job never has more attempts than the back-off has waits. Then its result
 * is recorded in the transaction that deletes the job, or lets it wait for another attempt. A process that ends in between
 * leaves a claim: the next start, or another process once the lease has ended, records it as interrupted and makes the next attempt.
 * So each attempt in progress is repeated at most once after a kill. A fault of the program, an attempt that rejects, does not count.
 */
export class Queue<Result extends AttemptResult> {
  readonly #deps: QueueDeps<Result>;
  readonly #slots: Slots;
  #results: Ended<Result>[] = [];
  readonly #claimed = new Set<ClaimedJob>();
  readonly #idleListeners: (() => void)[] = [];
  readonly #recording: Recording<Result>;
  readonly #rounds: Rounds;
  /** How many attempts have started or ended so far. */
  #changes = 0;
  #hasRoundFailed = false;
  #isRunning = false;
  #isAdded = false;
  #timerDueAt = Number.POSITIVE_INFINITY;
  #cancelTimer: Cancel = () => {};
  #isWakeScheduled = false;
  #cancelWake: Cancel = () => {};
  #cancelListener: Cancel = () => {};

  constructor(deps: QueueDeps<Result>) {
    this.#deps = deps;
    this.#slots = new Slots(deps.slots);
    this.#recording = new Recording(deps);
    this.#rounds = new Rounds(
      () => this.#beginRound(),
      () => this.#changes,
      deps.requests,
    );
    deps.store.onCommit(() => {
      if (this.#isAdded) this.#wake();
      this.#isAdded = false;
    });
  }

  /** Whether a process has left claims that it can no longer record. @param until only those that have ended by this instant */
  hasAbandoned(read: Read, until?: string): boolean {
    return this.#abandoned(read, until).length > 0;
  }

  /** Records as interrupted what another process has left. Jobs with attempts left are due within a few seconds. */
  recover(tx: Tx, until?: string): void {
    this.#recording.recover(tx, this.#abandoned(tx, until));
  }

  start(): void {
    const { time } = this.#deps;
    this.#isRunning = true;
    this.#scheduleTimer(time.now());
    this.#cancelListener = time.onSetBack(() => void this.#followClock());
    // The clock may have been set back while no server ran.
    void this.#followClock();
  }

  /** Starts no further attempt. Those in progress continue, and their results are still recorded. */
  stop(): void {
    this.#isRunning = false;
    this.#cancelListener();
    this.#cancelTimers();
  }

  /** Whether rounds succeed and no job with a free slot is late. Other jobs wait for attempts of their own lane. */
  isHealthy(): boolean {
    if (this.#hasRoundFailed) return false;
    const { jobs, store, time } = this.#deps;
    const overdue = isoInstant(time.now() - OVERDUE_MS);
    return jobs.lanes(store.view()).every(({ lane, firstDueAt }) => firstDueAt > overdue || this.#slots.isFull(lane));
  }

  slots(): SlotUse {
    return this.#slots.use();
  }

  /** As `Jobs.add`: the jobs are attempted after the commit, or once they are due. */
  add(tx: Tx, key: string, lanes: readonly string[], dueAt: string): void {
    this.#deps.jobs.add(tx, key, lanes, dueAt);
    if (dueAt > tx.now) this.#scheduleTimer(epochOf(dueAt));
    else for (const lane of lanes) this.#slots.markReady(lane);
    this.#isAdded = true;
  }

  /** Fills the slots soon, if there is anything to fill them with. It uses the program's clock, so that moving that clock by hand awaits the attempts. */
  #wake(): void {
    if (this.#isWakeScheduled || !this.#isRunning || !this.#slots.canFill) return;
    this.#isWakeScheduled = true;
    this.#cancelWake = this.#deps.time.at(this.#deps.time.now(), () => {
      this.#isWakeScheduled = false;
      this.#requestRound();
      return this.#whenIdle();
    });
  }

  /** Finds the jobs that another process has added, or claimed and abandoned. */
  async refresh(): Promise<void> {
    const { store, jobs } = this.#deps;
    const { now } = store.view();
    if (this.hasAbandoned(store.view(), now)) {
      await asJob(jobs.queue, () => store.write<void>((tx) => this.recover(tx, now)));
    }
    this.#markDue();
    this.#wake();
  }

  /** Resolves once no attempt is in progress and no job can start now. */
  async idle(): Promise<void> {
    await this.#whenIdle();
    while (this.#isWakeScheduled || this.#timerDueAt <= this.#deps.time.now()) {
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
    return !this.#rounds.isRequested && this.#slots.isEmpty && this.#results.length === 0;
  }

  #notifyIdle(): void {
    if (this.#isIdle()) for (const resolve of this.#idleListeners.splice(0)) resolve();
  }

  #abandoned(read: Read, until?: string): ClaimedJob[] {
    const own = new Set([...this.#claimed].map(keyOf));
    return this.#deps.jobs.claimed(read, until).filter((job) => !own.has(keyOf(job)));
  }

  #requestRound(): void {
    if (this.#isRunning || this.#results.length > 0) this.#rounds.request();
  }

  #beginRound(): void {
    const { store, jobs } = this.#deps;
    const pace = this.#rounds.pace();
    const results = this.#results.splice(0, Math.min(pace.inRound, this.#results.length));
    const round: Round<Result> = { pace, results, claimed: [], firstDueAt: Number.POSITIVE_INFINITY };
    // What a loss of power takes back is done again. A failure may have consequences that must not be lost.
    const mayBeLost = results.every((each) => 'result' in each && each.result.hasSucceeded);
    asJob(jobs.queue, () => store.write<void>((tx) => this.#runRound(tx, round), { mayBeLost })).then(
      () => this.#afterCommit(round),
      (error) => this.#afterFailure(round, error),
    );
  }

  #runRound(tx: Tx, round: Round<Result>): void {
    const { jobs } = this.#deps;
    this.#rounds.begun();
    round.firstDueAt = this.#recording.finish(tx, round.results);
    if (!this.#isRunning) return;
    const leasedUntil = isoInstant(tx.nowMs + LEASE_MS);
    this.#slots.fill((lane, free) => {
      const claimed = jobs.claim(tx, lane, free, leasedUntil);
      round.claimed.push(...claimed);
      return claimed.length;
    }, round.pace.inRound);
  }

  #afterCommit({ pace, results, claimed, firstDueAt }: Round<Result>): void {
    this.#hasRoundFailed = false;
    for (const { job } of results) this.#claimed.delete(job);
    for (const job of claimed) this.#claimed.add(job);
    this.#scheduleTimer(firstDueAt);
    this.#startAttempts(claimed);
    if (this.#results.length > 0 || claimed.length >= pace.inRound) this.#requestRound();
    this.#notifyIdle();
  }

  /** Starts a few attempts in each turn of the event loop, so that requests are handled in between. */
  #startAttempts(claimed: readonly ClaimedJob[]): void {
    const read = this.#deps.store.readShared();
    const { started } = this.#rounds.pace();
    for (const job of claimed.slice(0, started)) {
      this.#changes += 1;
      void this.#attempt(job, read).then((ended) => {
        this.#slots.release(job.lane, 'result' in ended ? ended.result.hasSucceeded : undefined);
        this.#results.push(ended);
        this.#changes += 1;
        this.#requestRound();
      });
    }
    const others = claimed.slice(started);
    if (others.length > 0) nextTurn(() => this.#startAttempts(others));
  }

  /** Makes an attempt; never rejects. */
  async #attempt(job: ClaimedJob, read: Read): Promise<Ended<Result>> {
    const { work, report, jobs, time } = this.#deps;
    try {
      return { job, result: await work.attempt(job, read) };
    } catch (error) {
      report(`A fault of studiod ended the job ${job.key} of the queue '${jobs.queue}'. It is tried again.`, error);
      return { job, faultAt: time.now() };
    }
  }

  /** Nothing of the round was committed: its claims are undone, and its results are recorded by the next round. */
  #afterFailure({ results, claimed }: Round<Result>, error: unknown): void {
    // Once, not every second: a log that grows on a full disk makes it worse.
    if (!this.#hasRoundFailed) {
      const what = `Results of the queue '${this.#deps.jobs.queue}' could not be written. The write is repeated until it works.`;
      this.#deps.report(what, error);
    }
    this.#hasRoundFailed = true;
    for (const { lane } of claimed) {
      this.#slots.release(lane);
      this.#slots.markReady(lane);
    }
    this.#results.unshift(...results);
    this.#rounds.afterFailure(() => {
      this.#requestRound();
      this.#notifyIdle();
    });
  }

  /** Lets no job wait for a clock that was set back, a few in each transaction, nor for a fault that another release may not have. */
  async #followClock(): Promise<void> {
    const { store, jobs, report } = this.#deps;
    try {
      if (jobs.hasFaulty(store.view())) await store.write<void>((tx) => jobs.retryFaulty(tx));
      for (const { lane, nextDueAt } of jobs.lanes(store.view())) {
        let mayHaveMore = nextDueAt !== null;
        while (mayHaveMore && this.#isRunning) {
          mayHaveMore = await store.write<boolean>((tx) => this.#recording.advanceSome(tx, lane));
        }
      }
    } catch (error) {
      report(`The due times of the queue '${jobs.queue}' could not follow the clock. A restart repeats it.`, error);
    }
    if (!this.#isRunning) return;
    this.#cancelTimers();
    this.#scheduleTimer(this.#deps.time.now());
  }

  #cancelTimers(): void {
    this.#cancelTimer();
    this.#timerDueAt = Number.POSITIVE_INFINITY;
    this.#cancelWake();
    this.#isWakeScheduled = false;
  }

  /** Sets the timer for `dueAt` (epoch ms), unless it is set for an earlier time. */
  #scheduleTimer(dueAt: number): void {
    if (!this.#isRunning || dueAt >= this.#timerDueAt) return;
    this.#cancelTimer();
    this.#timerDueAt = dueAt;
    this.#cancelTimer = this.#deps.time.at(dueAt, () => this.#onTimer());
  }

  /** Resolves when the attempts that it starts have ended, so that a clock moved by hand can await them. */
  #onTimer(): Promise<void> {
    this.#timerDueAt = Number.POSITIVE_INFINITY;
    this.#markDue();
    if (this.#slots.canFill) this.#requestRound();
    return this.#whenIdle();
  }

  /** Marks the lanes with due jobs as ready, and sets the timer for the others. */
  #markDue(): void {
    const { store, jobs } = this.#deps;
    const read = store.view();
    for (const { lane, firstDueAt, nextDueAt } of jobs.lanes(read)) {
      if (firstDueAt <= read.now) this.#slots.markReady(lane);
      if (nextDueAt !== null) this.#scheduleTimer(epochOf(nextDueAt));
    }
  }
}
