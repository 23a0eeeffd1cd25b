import { Cron } from 'croner';
import type { Cancel, Time } from '../kernel/timer.ts';

/** A recurring job. */
export interface Job {
  readonly name: string;
  /** A cron pattern in UTC: `* * * * *` is every minute. */
  readonly pattern: string;
  /** Does everything that is due, so that a missed run is made up by the next one. */
  run(): unknown;
}

/** Started jobs. */
export interface Jobs {
  /** Whether the last run of every job succeeded and none is stuck. */
  isHealthy(): boolean;
  /** Starts no more runs, and resolves when the running ones have ended. */
  stop(): Promise<void>;
}

/** A job that has not ended this long (ms) after its due time is stuck. */
const STUCK_MS = 10 * 60_000;

/**
 * Starts the jobs. croner calculates the next time and the program's clock waits for it, so that moving the clock runs
 * all jobs in order. A failed run is reported and does not prevent the next one.
 */
export const startJobs = (time: Time, jobs: readonly Job[], failed: (job: string, error: unknown) => void): Jobs => {
  const dueAt = new Map<string, number>();
  const cancels = new Map<string, Cancel>();
  const running = new Set<Promise<void>>();
  const failing = new Set<string>();

  const schedule = ({ name, pattern, run }: Job): void => {
    const cron = new Cron(pattern, { paused: true, utcOffset: 0 });
    const next = (): void => {
      const due = cron.nextRun(new Date(time.now()))?.getTime();
      if (due === undefined) throw new Error(`the pattern '${pattern}' of the job '${name}' has no next time`);
      dueAt.set(name, due);
      cancels.set(name, time.at(due, runAndReschedule));
    };
    const attempt = async (): Promise<void> => {
      try {
        await run();
        failing.delete(name);
      } catch (error) {
        failing.add(name);
        failed(name, error);
      }
    };
    const runAndReschedule = async (): Promise<void> => {
      const current = attempt();
      running.add(current);
      await current;
      running.delete(current);
      if (cancels.has(name)) next();
    };
    next();
  };

  for (const job of jobs) schedule(job);
  return {
    isHealthy: () => failing.size === 0 && [...dueAt.values()].every((due) => time.now() - due < STUCK_MS),
    async stop() {
      for (const cancel of cancels.values()) cancel();
      cancels.clear();
      await Promise.all(running);
    },
  };
};
