import type { Store } from '../database/store.ts';
import type { Fault } from '../http/errors.ts';
import type { Idempotency } from '../http/idempotency.ts';
import type { Time } from '../kernel/timer.ts';
import { sweepBookings } from '../resources/bookings/sweep.ts';
import { sweepPackages, tellExpiring } from '../resources/packages/lifecycle/sweep.ts';
import type { SessionConsequences } from '../resources/schedules/changes/apply.ts';
import { followSites } from '../resources/schedules/changes/site.ts';
import { horizonJob } from '../resources/schedules/generation/horizon.ts';
import { completeSessions } from '../resources/sessions/sessions.ts';
import { sweepHistory } from '../webhooks/retention.ts';
import { type Job, startJobs } from './runner.ts';

interface BackgroundDeps {
  readonly store: Store;
  readonly time: Time;
  readonly fault: Fault;
  readonly idempotency: Idempotency;
  readonly consequences: SessionConsequences;
  readonly rotateSigningKey: () => unknown;
  /** Calls off what is under way. */
  readonly signal: AbortSignal;
  /** The jobs of other parts of the appliance. */
  readonly jobs: readonly Job[];
}

/** What happens by itself. */
export interface Background {
  start(): void;
  /** Begins nothing more, and resolves when what is under way has ended. */
  stop(): Promise<void>;
  /** Whether everything runs, went well the last time, and is not long behind. */
  keepsUp(): boolean;
}

/** Every job of the appliance and the catching up at its start. */
export const createBackground = (deps: BackgroundDeps): Background => {
  const { store, time, fault, idempotency, consequences, signal } = deps;
  let horizon: Promise<unknown> = Promise.resolve();
  const extendHorizon = (): Promise<unknown> => {
    const run = {
      store,
      signal,
      fault: (error: unknown, id: string) => fault(error, `job session horizon, schedule ${id}`),
    };
    horizon = followSites({ ...run, consequences }).then(() => horizonJob(run));
    return horizon;
  };
  const jobs: readonly Job[] = [
    { name: 'idempotency keys', pattern: '11 * * * *', run: () => store.write((tx) => idempotency.sweep(tx)) },
    { name: 'ended sessions', pattern: '* * * * *', run: () => completeSessions(store) },
    { name: 'bookings', pattern: '* * * * *', run: () => sweepBookings(store) },
    { name: 'package dates', pattern: '* * * * *', run: () => sweepPackages(store) },
    { name: 'expiring packages', pattern: '7 * * * *', run: () => tellExpiring(store) },
    { name: 'webhook history', pattern: '37 * * * *', run: () => sweepHistory(store, signal) },
    { name: 'signing key', pattern: '41 3 * * *', run: deps.rotateSigningKey },
    { name: 'session horizon', pattern: '23 2 * * *', run: extendHorizon },
    ...deps.jobs,
  ];
  let running: ReturnType<typeof startJobs> | undefined;

  return {
    start() {
      running = startJobs(time, jobs, (job, error) => fault(error, `job ${job}`));
      // Not awaited: the server answers while the calendar catches up.
      void extendHorizon();
    },
    async stop() {
      await running?.stop();
      await horizon;
    },
    keepsUp: () => running?.keepUp() === true,
  };
};
