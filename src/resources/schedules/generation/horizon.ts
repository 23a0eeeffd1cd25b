import type { Tx } from '../../../database/database.ts';
import type { Store } from '../../../database/store.ts';
import type { ScheduleRow } from '../../../database/tables/schedules.ts';
import { localDateAt } from '../../../kernel/local-time.ts';
import { activeAfter, scheduleRows } from '../queries.ts';
import { hasEnded } from '../recurrence/recurrence.ts';
import { generateSessions, horizonOf, planOf } from './generate.ts';

/** What the horizon job needs. */
export interface HorizonDeps {
  readonly store: Store;
  /** Told of a schedule that could not be extended; the others are. */
  readonly fault: (error: unknown, scheduleId: string) => void;
  /** Ends the run after the schedule it is at. */
  readonly signal?: AbortSignal;
}

/** What one run of the job did. */
export interface HorizonRun {
  readonly visited: number;
  readonly created: number;
  readonly ended: number;
}

/** A schedule whose last slot has passed ends by itself. */
const end = (tx: Tx, schedule: ScheduleRow, today: string): void => {
  scheduleRows.update(tx, schedule.id, { status: 'ended', updatedAt: tx.now });
  tx.raise('schedule.updated', schedule.siteId, {
    scheduleId: schedule.id,
    changes: { status: 'ended' },
    previous: { status: schedule.status },
    effectiveFrom: today,
    sessionsCreated: 0,
    sessionsUpdated: 0,
    sessionsCancelled: 0,
  });
};

/** Brings one schedule up to its horizon. */
const extend = (tx: Tx, id: string): { created: number; ended: number } => {
  const schedule = scheduleRows.find(tx, id);
  if (schedule?.status !== 'active') return { created: 0, ended: 0 };
  const today = localDateAt(tx.nowMs, schedule.timezone);
  if (hasEnded(planOf(tx, schedule), today)) {
    end(tx, schedule, today);
    return { created: 0, ended: 1 };
  }
  return { created: generateSessions(tx, schedule, horizonOf(tx, schedule)).created.length, ended: 0 };
};

/**
 * Makes the sessions that active schedules lack up to their horizon, at start-up and every night. Each schedule is a
 * short transaction of its own, so that requests get their turn in between. Never rejects.
 */
export const horizonJob = async (deps: HorizonDeps): Promise<HorizonRun> => {
  const { store, fault, signal } = deps;
  const run = { visited: 0, created: 0, ended: 0 };
  const visit = async (id: string): Promise<void> => {
    run.visited += 1;
    try {
      const { created, ended } = await store.write((tx) => extend(tx, id));
      run.created += created;
      run.ended += ended;
    } catch (error) {
      fault(error, id);
    }
  };
  for (let ids = activeAfter(store.view(), ''); ids.length > 0; ids = activeAfter(store.view(), ids.at(-1) ?? '')) {
    for (const id of ids) {
      if (signal?.aborted === true) return run;
      await visit(id);
    }
  }
  return run;
};
