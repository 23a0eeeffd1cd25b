import type { Read } from '../database/database.ts';
import type { Store } from '../database/store.ts';
import type { ErrorReporter } from '../http/errors.ts';
import { epochOf } from '../kernel/clock.ts';
import type { Job } from '../kernel/periods.ts';
import type { Time } from '../kernel/timer.ts';
import type { FamilyAlarm } from '../resources/family.ts';
import { type Alarm, createAlarm } from './alarm.ts';
import { startJobs } from './runner.ts';

interface ScheduleDeps {
  readonly store: Store;
  readonly time: Time;
  readonly reportError: ErrorReporter;
  readonly jobs: readonly Job[];
  readonly alarms: readonly FamilyAlarm[];
}

/** Creates an alarm that is set again when what it waits for may be due earlier. */
const connectAlarm = (
  { name, dueAt, run, changedBy }: FamilyAlarm,
  { store, time, reportError }: ScheduleDeps,
): Alarm => {
  const nextDue = (read: Read = store.view()): number | undefined => {
    const next = dueAt(read);
    return next === undefined ? undefined : epochOf(next);
  };
  const failed = (error: unknown) => reportError(error, name);
  const alarm = createAlarm({ name, time, dueAt: () => nextDue(), run: () => run(store), failed });
  if (changedBy !== undefined) {
    const types: ReadonlySet<string> = new Set(changedBy);
    let isChanged = false;
    store.onRaise((_tx, { type }) => {
      if (types.has(type)) isChanged = true;
    });
    store.onEventsCommitted(() => {
      if (isChanged) alarm.set();
      isChanged = false;
    });
    return alarm;
  }
  let setFor: number | undefined;
  let seen: { readonly next: number | undefined } | undefined;
  store.onCommit(
    () => {
      const { next } = seen ?? { next: nextDue() };
      seen = undefined;
      if (next !== setFor) alarm.set();
      setFor = next;
    },
    (read) => {
      seen = { next: nextDue(read) };
    },
  );
  return alarm;
};

export const createSchedule = (deps: ScheduleDeps) => {
  const alarms = deps.alarms.map((alarm) => connectAlarm(alarm, deps));
  let running: ReturnType<typeof startJobs> | undefined;
  return {
    start() {
      for (const alarm of alarms) alarm.set();
      const { store } = deps;
      const failed = (job: string, error: unknown) => deps.reportError(error, `job ${job}`);
      running = startJobs(deps.time, deps.jobs, failed, (listener) => void store.onCommit(listener));
    },
    catchUp: async (): Promise<void> => running?.catchUp(),
    async stop() {
      for (const alarm of alarms) await alarm.stop();
      await running?.stop();
    },
    isHealthy: () => running?.isHealthy() === true,
    startsInTime: () => running?.startsInTime() === true,
  };
};
