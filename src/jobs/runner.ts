import { Cron } from 'croner';
import type { Cancel, Time } from '../kernel/timer.ts';

/** Work that happens by itself, again and again. */
export interface Job {
  readonly name: string;
  /** When, as a cron pattern in UTC: `* * * * *` is every minute. */
  readonly pattern: string;
  /** One run; it finds by itself what is due, so that a missed run costs nothing. */
  run(): unknown;
}

/** Jobs that were started. */
export interface Jobs {
  /** Whether every job went well the last time and none is long behind its time. */
  keepUp(): boolean;
  /** Begins no further run, and resolves when those under way have ended. */
  stop(): Promise<void>;
}

/** A job that has not ended this long after its time (ms) is stuck. */
const STUCK_MS = 10 * 60_000;

/**
 * Starts the jobs on the program's time: croner tells when, the timeline waits, so that a moved clock passes every run
 * in order. A run that fails is reported and the next one takes place all the same.
 */
export const startJobs = (time: Time, jobs: readonly Job[], failed: (job: string, error: unknown) => void): Jobs => {
  const dueAt = new Map<string, number>();
  const cancels = new Map<string, Cancel>();
  const running = new Set<Promise<void>>();
  const broken = new Set<string>();

  const arm = ({ name, pattern, run }: Job): void => {
    const cron = new Cron(pattern, { paused: true, utcOffset: 0 });
    const next = (): void => {
      const due = cron.nextRun(new Date(time.now()))?.getTime();
      if (due === undefined) throw new Error(`the pattern '${pattern}' of the job '${name}' never comes round`);
      dueAt.set(name, due);
      cancels.set(name, time.at(due, turn));
    };
    const attempt = async (): Promise<void> => {
      try {
        await run();
        broken.delete(name);
      } catch (error) {
        broken.add(name);
        failed(name, error);
      }
    };
    const turn = async (): Promise<void> => {
      const under = attempt();
      running.add(under);
      await under;
      running.delete(under);
      if (cancels.has(name)) next();
    };
    next();
  };

  for (const job of jobs) arm(job);
  return {
    keepUp: () => broken.size === 0 && [...dueAt.values()].every((due) => time.now() - due < STUCK_MS),
    async stop() {
      for (const cancel of cancels.values()) cancel();
      cancels.clear();
      await Promise.all(running);
    },
  };
};
