import { Cron } from 'croner';
import type { Cancel, Time } from './kernel/timer.ts';

/** Work that happens by itself, again and again. */
export interface Job {
  readonly name: string;
  /** When, as a cron pattern in UTC: `* * * * *` is every minute. */
  readonly pattern: string;
  /** One run; it finds by itself what is due, so that a missed run costs nothing. */
  run(): unknown;
}

/**
 * Starts the jobs on the program's time: croner tells when, the timeline waits, so that a moved clock passes every run
 * in order. A run that fails is reported and the next one takes place all the same.
 */
export const startJobs = (time: Time, jobs: readonly Job[], failed: (job: string, error: unknown) => void): Cancel => {
  const cancels = new Map<string, Cancel>();

  const arm = ({ name, pattern, run }: Job): void => {
    const cron = new Cron(pattern, { paused: true, utcOffset: 0 });
    const next = (): void => {
      const due = cron.nextRun(new Date(time.now()));
      if (due === null) throw new Error(`the pattern '${pattern}' of the job '${name}' never comes round`);
      cancels.set(name, time.at(due.getTime(), turn));
    };
    const turn = async (): Promise<void> => {
      try {
        await run();
      } catch (error) {
        failed(name, error);
      } finally {
        if (cancels.has(name)) next();
      }
    };
    next();
  };

  for (const job of jobs) arm(job);
  return () => {
    for (const cancel of cancels.values()) cancel();
    cancels.clear();
  };
};
