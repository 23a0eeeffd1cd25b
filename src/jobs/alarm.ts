import type { Cancel, Time } from '../kernel/timer.ts';

/** Work that runs at the moment at which it is due. */
export interface Alarm {
  /** Looks when the work is due next. Call it at start and after each change that makes something due. */
  set(): void;
  /** Runs no more work, and resolves when the running work has ended. */
  stop(): Promise<void>;
}

interface AlarmDeps {
  readonly time: Time;
  /** When (epoch ms) the work is due next; undefined when nothing is. */
  readonly dueAt: () => number | undefined;
  readonly run: () => Promise<unknown>;
  readonly failed: (error: unknown) => void;
}

/** Creates an alarm. Work that fails is reported and left to the recurring jobs. */
export const createAlarm = ({ time, dueAt, run, failed }: AlarmDeps): Alarm => {
  let cancel: Cancel | undefined;
  let running: Promise<void> | undefined;
  let isStopped = false;

  const work = async (): Promise<void> => {
    try {
      await run();
    } catch (error) {
      failed(error);
      return;
    }
    set();
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
    set,
    async stop() {
      isStopped = true;
      cancel?.();
      await running;
    },
  };
};
