import type { Tx } from '../../../database/database.ts';
import type { Store } from '../../../database/store.ts';
import { upperSnake } from '../../../events/payload-fields.ts';
import { localDateAt } from '../../../kernel/local-time.ts';
import { activeSchedules } from '../queries.ts';
import { Schedule, type ScheduleRow } from '../record.ts';
import { hasEnded } from '../recurrence/recurrence.ts';
import { scheduleChanges } from '../tables.ts';
import { Budget } from './budget.ts';
import { generateSessions, horizonOf, planOf } from './generate.ts';

/** What the horizon job needs. */
export interface HorizonDeps {
  readonly store: Store;
  /** Called for a schedule that fails; the job continues with the next one. */
  readonly reportError: (error: unknown, scheduleId: string) => void;
  /** Ends the run after the current schedule. */
  readonly signal?: AbortSignal;
}

/** What one run of the job did. */
export interface HorizonRun {
  readonly visited: number;
  readonly created: number;
  readonly ended: number;
}

/** Ends a schedule whose last slot has passed. */
const end = (tx: Tx, schedule: ScheduleRow, today: string): void => {
  Schedule.rows.update(tx, schedule.id, { status: 'ended', updatedAt: tx.now });
  tx.raise('schedule.updated', schedule.siteId, {
    scheduleId: schedule.id,
    changes: { status: upperSnake('ended') },
    previous: { status: upperSnake(schedule.status) },
    effectiveFrom: today,
    sessionsCreated: 0,
    sessionsUpdated: 0,
    sessionsCancelled: 0,
  });
};

/** What one transaction does for a schedule. */
interface Extension {
  readonly created: number;
  readonly ended: number;
  /** Whether sessions up to the horizon are still missing. */
  readonly isUnfinished: boolean;
}

/** Creates missing sessions of one schedule up to its horizon. */
const extend = (tx: Tx, id: string): Extension => {
  const schedule = Schedule.rows.find(tx, id);
  // A change that is not finished creates what is missing itself.
  if (schedule?.status !== 'active' || scheduleChanges.find(tx, id) !== undefined) {
    return { created: 0, ended: 0, isUnfinished: false };
  }
  const today = localDateAt(tx.nowMs, schedule.timezone);
  if (hasEnded(planOf(tx, schedule), today)) {
    end(tx, schedule, today);
    return { created: 0, ended: 1, isUnfinished: false };
  }
  const horizon = horizonOf(tx, schedule);
  const { sessions, last } = generateSessions(tx, schedule, horizon, new Budget());
  return { created: sessions.length, ended: 0, isUnfinished: last < horizon };
};

/**
 * Creates the missing sessions of all active schedules up to their horizon, at start-up and every night, in short
 * transactions, so that requests run in between. Never rejects.
 */
export const extendHorizon = async ({ store, reportError, signal }: HorizonDeps): Promise<HorizonRun> => {
  const run = { visited: 0, created: 0, ended: 0 };
  const visit = async (id: string): Promise<void> => {
    run.visited += 1;
    try {
      for (let isUnfinished = true; isUnfinished && signal?.aborted !== true; ) {
        const done = await store.write((tx) => extend(tx, id));
        run.created += done.created;
        run.ended += done.ended;
        isUnfinished = done.isUnfinished;
      }
    } catch (error) {
      reportError(error, id);
    }
  };
  const idsAfter = (after: string) => activeSchedules(store.view(), after);
  for (let ids = idsAfter(''); ids.length > 0; ids = idsAfter(ids.at(-1) ?? '')) {
    for (const id of ids) {
      if (signal?.aborted === true) return run;
      await visit(id);
    }
  }
  return run;
};
