import type { Read, Tx } from '../database/database.ts';
import type { Store } from '../database/store.ts';
import type { ErrorReporter } from '../http/errors.ts';
import type { Idempotency } from '../http/idempotency.ts';
import { epochOf, isoInstant } from '../kernel/clock.ts';
import { DAY_MS } from '../kernel/durations.ts';
import { asJob } from '../kernel/origin.ts';
import type { Time } from '../kernel/timer.ts';
import { forgetOldRequests } from '../payments-processor/sandbox/objects.ts';
import { deleteOldAudit } from '../records/audit-log.ts';
import { chargeFees } from '../resources/bookings/fees/charge.ts';
import { updateDueBookings, updateWaitlists } from '../resources/bookings/jobs.ts';
import { nextWaitlistChange } from '../resources/bookings/waitlist/queries.ts';
import { completeChallenges } from '../resources/challenges/enrollments/complete.ts';
import { forgetOldViews } from '../resources/content/entries/popularity.ts';
import { publishEntries } from '../resources/content/entries/publishing/due.ts';
import { nextEntryChange } from '../resources/content/entries/queries.ts';
import { forgetUnusedEntries } from '../resources/content/entry-cache.ts';
import { cleanSearchIndex, retryProcessorErasure } from '../resources/erasures/erase.ts';
import { followPeriods } from '../resources/leaderboards/closing.ts';
import { applyPackageDates, raiseExpiringPackages } from '../resources/packages/lifecycle/scheduled.ts';
import { deleteProcessorEvents } from '../resources/payment-methods/processor-events/queries.ts';
import { detachRemovedMethods } from '../resources/payment-methods/remove.ts';
import { expireSetups } from '../resources/payment-methods/setup/expire.ts';
import type { ChargeDeps } from '../resources/payments/charging/call-processor.ts';
import { renewPackages } from '../resources/payments/charging/renewals.ts';
import type { Reactions } from '../resources/reactions.ts';
import type { ChangeDeps } from '../resources/schedules/changes/carry-out.ts';
import { followSites } from '../resources/schedules/changes/follow-site.ts';
import { extendHorizon } from '../resources/schedules/generation/horizon.ts';
import { completeSessions } from '../resources/sessions/complete.ts';
import { raiseBrokenStreaks } from '../resources/streaks/broken.ts';
import { raiseAnniversaries } from '../resources/streaks/milestones/anniversaries.ts';
import { closeAbandoned } from '../resources/video/close.ts';
import { deleteOldHistory } from '../webhooks/retention.ts';
import { createAlarm } from './alarm.ts';
import { daily, everyMinute, everyMinutes, hourly } from './periods.ts';
import { type Job, startJobs } from './runner.ts';

/** How long the ids of processor events are kept to detect duplicates, in milliseconds. */
const PROCESSOR_EVENTS_KEPT_MS = 60 * DAY_MS;

/** The events after which the next change of a waitlist may come earlier: an offer, a new wait, or another start. */
const CHANGES_WAITLISTS: ReadonlySet<string> = new Set([
  'booking.waitlist_offered',
  'booking.waitlisted',
  'session.updated',
  // It may have brought in any of them.
  'import.completed',
]);

/** How many rows one transaction deletes at most. */
const BATCH = 500;

/** The payment jobs. */
export interface PaymentWork {
  readonly charging: ChargeDeps;
  /** Settles charges and refunds whose result is unknown. */
  settle(): Promise<void>;
  /** Updates the status of the account from the processor. */
  refreshAccount(): Promise<void>;
}

interface ScheduleDeps {
  readonly store: Store;
  readonly time: Time;
  readonly reportError: ErrorReporter;
  readonly idempotency: Idempotency;
  readonly reactions: Reactions;
  readonly changes: ChangeDeps['changes'] & {
    /** Finishes the changes that take several transactions. Never rejects. */
    run(): Promise<void>;
  };
  readonly rotateSigningKey: () => unknown;
  /** Disables or narrows the webhook endpoints whose creators have lost something. */
  readonly followCreators: () => Promise<void>;
  /** Sends the webhooks that another process queued. */
  readonly refreshWebhooks: () => void;
  readonly payments: PaymentWork;
  /** Aborts running jobs. */
  readonly signal: AbortSignal;
  /** Additional jobs, such as the nightly backup. */
  readonly jobs: readonly Job[];
}

/** The recurring jobs. */
export interface Schedule {
  start(): void;
  /** Finishes the changes that an earlier process has begun, and generates the sessions that are missing. */
  catchUp(): void;
  /** Starts no more jobs, and resolves when the running ones have ended. */
  stop(): Promise<void>;
  /** Whether the last run of every job succeeded and none is stuck. */
  isHealthy(): boolean;
  /** Whether every job started when it was due. */
  startsInTime(): boolean;
}

/** All recurring jobs. */
const jobsOf = (deps: ScheduleDeps, updateSchedules: () => unknown): readonly Job[] => {
  const { store, idempotency, signal, payments } = deps;
  const { charging } = payments;
  const deleteAll = async (deleteBatch: (tx: Tx) => boolean): Promise<void> => {
    while (!signal.aborted && (await store.write<boolean>(deleteBatch)));
  };
  return [
    {
      name: 'idempotency keys',
      period: hourly(11),
      run: () => deleteAll((tx) => idempotency.deleteExpired(tx, BATCH)),
    },
    { name: 'ended sessions', period: everyMinute, run: () => completeSessions(store) },
    { name: 'webhook creators', period: everyMinute, run: () => deps.followCreators() },
    { name: 'unfinished changes', period: everyMinute, run: () => deps.changes.run() },
    { name: 'bookings', period: everyMinute, run: () => updateDueBookings(store, deps.reactions) },
    { name: 'content publication', period: everyMinute, run: () => publishEntries(store) },
    { name: 'content in memory', period: everyMinute, run: () => forgetUnusedEntries(store.view()) },
    { name: 'content views', period: hourly(19), run: () => deleteAll((tx) => forgetOldViews(tx, BATCH) > 0) },
    { name: 'broken streaks', period: everyMinute, run: () => raiseBrokenStreaks(store) },
    { name: 'anniversaries', period: everyMinute, run: () => raiseAnniversaries(store, signal) },
    { name: 'ended challenges', period: everyMinute, run: () => completeChallenges(store, signal, deps.reactions) },
    { name: 'leaderboard periods', period: everyMinute, run: () => followPeriods(store) },
    { name: 'package dates', period: everyMinute, run: () => applyPackageDates(store) },
    { name: 'expiring packages', period: hourly(7), run: () => raiseExpiringPackages(store) },
    { name: 'webhook history', period: hourly(37), run: () => deleteOldHistory(store, signal) },
    { name: 'audit log', period: daily(4, 31), run: () => deleteAll((tx) => deleteOldAudit(tx, BATCH)) },
    { name: 'webhooks of other processes', period: everyMinute, run: deps.refreshWebhooks },
    { name: 'signing key', period: daily(3, 41), run: deps.rotateSigningKey },
    { name: 'session horizon', period: daily(2, 23), run: updateSchedules },
    { name: 'open charges and refunds', period: everyMinutes(5), run: payments.settle },
    { name: 'renewals', period: everyMinute, run: () => renewPackages(charging) },
    { name: 'fees', period: everyMinute, run: () => chargeFees(charging) },
    { name: 'unfinished setups', period: hourly(17), run: () => expireSetups(charging) },
    { name: 'removed cards', period: everyMinutes(5), run: () => detachRemovedMethods(charging) },
    { name: 'erased clients', period: everyMinutes(5), run: () => retryProcessorErasure(charging) },
    { name: 'search index', period: daily(3, 47), run: () => cleanSearchIndex(charging) },
    { name: 'abandoned video sessions', period: everyMinute, run: () => closeAbandoned(store) },
    { name: 'processor account', period: hourly(29), run: payments.refreshAccount },
    {
      name: 'processor events',
      period: daily(4, 53),
      run: () =>
        deleteAll((tx) => deleteProcessorEvents(tx, isoInstant(tx.nowMs - PROCESSOR_EVENTS_KEPT_MS), BATCH) === BATCH),
    },
    {
      name: 'sandbox processor requests',
      period: hourly(43),
      run: () => deleteAll((tx) => forgetOldRequests(tx, BATCH)),
    },
    ...deps.jobs,
  ];
};

export const createSchedule = (deps: ScheduleDeps): Schedule => {
  const { store, time, changes, reportError, reactions, signal } = deps;
  let horizon: Promise<unknown> = Promise.resolve();
  const updateSchedules = (): Promise<unknown> => {
    const scheduleDeps = {
      store,
      changes,
      signal,
      reactions,
      reportError: (error: unknown, id: string) => reportError(error, `job session horizon, schedule ${id}`),
    };
    horizon = changes
      .run()
      .then(() => followSites(scheduleDeps))
      .then(() => extendHorizon(scheduleDeps));
    return horizon;
  };
  let running: ReturnType<typeof startJobs> | undefined;
  // Offers expire exactly at their end and waitlists end at the start, not at the next run of a job.
  const waitlists = createAlarm({
    name: 'waitlists',
    time,
    dueAt: () => {
      const next = nextWaitlistChange(store.view());
      return next === undefined ? undefined : epochOf(next);
    },
    run: () => updateWaitlists(store),
    failed: (error) => reportError(error, 'waitlists'),
  });
  let isWaitlistChanged = false;
  store.onRaise((_tx, { type }) => {
    if (CHANGES_WAITLISTS.has(type)) isWaitlistChanged = true;
  });
  store.onEventsCommitted(() => {
    if (isWaitlistChanged) waitlists.set();
    isWaitlistChanged = false;
  });
  // Entries are published and expire exactly at their moment.
  const nextPublication = (read: Read = store.view()): number | undefined => {
    const next = nextEntryChange(read);
    return next === undefined ? undefined : epochOf(next);
  };
  const publication = createAlarm({
    name: 'content publication',
    time,
    dueAt: () => nextPublication(),
    run: () => publishEntries(store),
    failed: (error) => reportError(error, 'content publication'),
  });
  let publishesAt: number | undefined;
  let seen: { readonly next: number | undefined } | undefined;
  store.onCommit(
    () => {
      const { next } = seen ?? { next: nextPublication() };
      seen = undefined;
      if (next !== publishesAt) publication.set();
      publishesAt = next;
    },
    (read) => {
      seen = { next: nextPublication(read) };
    },
  );

  return {
    start() {
      waitlists.set();
      publication.set();
      running = startJobs(time, jobsOf(deps, updateSchedules), (job, error) => reportError(error, `job ${job}`));
    },
    catchUp() {
      // Not awaited: requests are answered while changes are finished and missing sessions are generated.
      void asJob('session horizon', updateSchedules);
    },
    async stop() {
      await waitlists.stop();
      await publication.stop();
      await running?.stop();
      await horizon;
    },
    isHealthy: () => running?.isHealthy() === true,
    startsInTime: () => running?.startsInTime() === true,
  };
};
