import { listeningToFaults } from '../kernel/faults.ts';
import { asJob } from '../kernel/origin.ts';
import type { Cancel, Time } from '../kernel/timer.ts';

interface AlarmDeps {
  readonly name: string;
  readonly time: Time;
  /** The next due time in epoch ms; undefined when no work is due. */
  readonly dueAt: () => number | undefined;
  readonly run: () => Promise<unknown>;
  readonly failed: (error: unknown) => void;
}

/** Creates an alarm. A failed run is reported, and a recurring job does its work later. */
export const createAlarm = ({ name, time, dueAt, run, failed }: AlarmDeps) => {
  let cancel: Cancel | undefined;
  let running: Promise<void> | undefined;
  let isStopped = false;

  const work = async (): Promise<void> => {
    let hasFailed = false;
    const fail = (error: unknown): void => {
      hasFailed = true;
      failed(error);
    };
    try {
      await asJob(name, () => listeningToFaults((_what, error) => fail(error), run));
    } catch (error) {
      fail(error);
    }
    // What a fault has left is due still, so that the alarm would run without end.
    if (!hasFailed) set();
  };
  const fire = (): Promise<void> => {
    cancel = undefined;
    running = work();
    return running;
  };
  const set = (): void => {
    cancel?.();
    cancel = undefined;
    const due = isStopped ? undefined : dueAt();
    if (due !== undefined) cancel = time.at(due, fire);
  };
  return {
    /** Schedules the next run. Call it at start and after each change that makes work due. */
    set,
    /** Starts no more runs, and resolves when the running one has ended. */
    async stop() {
      isStopped = true;
      cancel?.();
      await running;
    },
  };
};

export type Alarm = ReturnType<typeof createAlarm>;
