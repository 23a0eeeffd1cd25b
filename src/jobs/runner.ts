import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/durations.ts';
import { listeningToFaults } from '../kernel/faults.ts';
import { asJob } from '../kernel/origin.ts';
import { type Job, nextRun } from '../kernel/periods.ts';
import { Problem } from '../kernel/problem.ts';
import type { Cancel, Time } from '../kernel/timer.ts';

/** A job that has not ended this long (ms) after its due time is stuck. */
const STUCK_MS = 10 * MINUTE_MS;
/** If a job has to wait this much longer (ms) than calculated, the clock was set back. */
const SET_BACK_MS = 1_500;

/** How far ahead a job is asked whether it has nothing to do, while the clock is moved. */
const AHEAD_MS = [DAY_MS, HOUR_MS];

/** The due time of a job, and its waiting time when the due time was calculated. */
interface Waiting {
  readonly due: number;
  readonly wait: number;
}

/**
 * Starts the jobs. The program's clock waits for the next time of each, so that moving the clock runs all jobs in order.
 * A failed run, or one with a fault of a single record, is reported and does not prevent the next one. When the clock is set back, the next times are calculated again.
 *
 * A clock that is moved by hand passes over the runs of a job that would do nothing. After each change of the database, the
 * jobs that wait so run at their next time again: in the same minute where they come after the work that made the change.
 * @param onChange calls a listener after each change of the database. Without it, each job always runs.
 */
export const startJobs = (
  time: Time,
  jobs: readonly Job[],
  failed: (job: string, error: unknown) => void,
  onChange?: (listener: () => void) => void,
) => {
  const waiting = new Map<string, Waiting>();
  const reschedules: (() => void)[] = [];
  const starts: (() => Promise<void>)[] = [];
  const cancels = new Map<string, Cancel>();
  const running = new Set<Promise<void>>();
  const failing = new Set<string>();
  const active = new Set<string>();

  /** The jobs that have passed over some of their times, with what sets them to the next one. */
  const passing = new Map<string, () => void>();
  const wakeAll = (): void => {
    if (passing.size === 0) return;
    const woken = [...passing.values()];
    passing.clear();
    for (const wake of woken) wake();
  };
  onChange?.(wakeAll);

  const schedule = ({ name, period, atStart = false, run, isIdleUntil }: Job, rank: number): void => {
    const set = (due: number): void => {
      waiting.set(name, { due, wait: due - time.now() });
      cancels.set(name, time.at(due, runAndReschedule, rank));
    };
    /** Its next time, which is now where the clock is at one that this job has not come to yet. */
    const wake = (): void => {
      cancels.get(name)?.();
      const now = time.now();
      const { movingRank } = time;
      set(nextRun(period, movingRank !== undefined && movingRank < rank ? now - 1 : now));
    };
    /** How long it would do nothing, ms; undefined where it runs at its next time. A job that cannot say it runs. */
    const idleTime = (now: number): number | undefined => {
      if (onChange === undefined || time.movingRank === undefined) return undefined;
      try {
        return AHEAD_MS.find((ahead) => isIdleUntil?.(now + ahead) === true);
      } catch (error) {
        failed(name, error);
        return undefined;
      }
    };
    const next = (): void => {
      const now = time.now();
      const idle = idleTime(now);
      set(nextRun(period, now + (idle ?? 0)));
      if (idle !== undefined) passing.set(name, wake);
    };
    const attempt = async (): Promise<void> => {
      try {
        let isFaulty = false;
        const report = (what: string, error: unknown): void => {
          isFaulty = true;
          failed(`${name}: ${what}`, error);
        };
        await asJob(name, () => listeningToFaults(report, run));
        if (isFaulty) failing.add(name);
        else failing.delete(name);
      } catch (error) {
        // A full disk or a locked database has a check of its own in the health; the next run makes up for this one.
        const isUnavailable = error instanceof Problem && error.status === 503;
        if (!isUnavailable) failing.add(name);
        failed(name, error);
      }
    };
    const attemptOnce = async (): Promise<void> => {
      const current = attempt();
      running.add(current);
      await current;
      running.delete(current);
    };
    const runAndReschedule = async (): Promise<void> => {
      passing.delete(name);
      active.add(name);
      await attemptOnce();
      active.delete(name);
      if (cancels.has(name)) next();
    };
    if (atStart) starts.push(attemptOnce);
    reschedules.push(() => {
      if (active.has(name)) {
        // The time until it is stuck starts again.
        waiting.set(name, { due: time.now(), wait: 0 });
        return;
      }
      cancels.get(name)?.();
      next();
    });
    next();
  };

  const isOnTime = ({ due, wait }: Waiting): boolean => {
    const left = due - time.now();
    return left > -STUCK_MS && left < wait + SET_BACK_MS;
  };

  for (const [index, job] of jobs.entries()) schedule(job, index + 1);
  const cancelMove = time.onMove(wakeAll);
  const cancelListener = time.onSetBack(() => {
    for (const reschedule of reschedules) reschedule();
  });
  return {
    /** Runs the jobs that also run at the start of a server. Resolves when all have ended: a server answers meanwhile. */
    async catchUp(): Promise<void> {
      await Promise.all(starts.map((start) => start()));
    },
    /** Whether the last run of every job succeeded, none is stuck, and none waits too long because the clock was set back. */
    isHealthy: () => failing.size === 0 && [...waiting.values()].every(isOnTime),
    /** Whether every job started when it was due. One that fails, or takes long, started in time. */
    startsInTime: () => [...waiting].every(([name, each]) => active.has(name) || isOnTime(each)),
    /** Starts no more runs, and resolves when the running ones have ended. */
    async stop() {
      cancelListener();
      cancelMove();
      passing.clear();
      for (const cancel of cancels.values()) cancel();
      cancels.clear();
      await Promise.all(running);
    },
  };
};
