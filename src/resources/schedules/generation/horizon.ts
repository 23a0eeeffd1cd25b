import type { Read, Tx } from '../../../database/database.ts';
import type { Store } from '../../../database/store.ts';
import { sweep } from '../../../database/sweep.ts';
import { upperSnake } from '../../../events/payload-fields.ts';
import { localDateAt } from '../../../kernel/local-time.ts';
import { activeSchedules } from '../queries.ts';
import { Schedule, type ScheduleRow } from '../record.ts';
import { hasEnded, type Occurrence } from '../recurrence/recurrence.ts';
import { scheduleChanges } from '../tables.ts';
import {
  addSession,
  addsSessions,
  firstMissingDate,
  horizonOf,
  missingSlots,
  planOf,
  slotDate,
  windowEnd,
} from './generate.ts';

export interface HorizonDeps {
  readonly store: Store;
  /** Called for a schedule that fails; the job continues with the next one. */
  readonly reportError: (error: unknown, scheduleId: string) => void;
  readonly signal?: AbortSignal;
}

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

/** What the job does for a schedule: it creates a session, has nothing to create until a date, or ends the schedule. */
interface HorizonStep {
  readonly schedule: ScheduleRow;
  readonly date: string;
  readonly slot?: Occurrence;
  readonly isEnd?: boolean;
}

/** What comes next for a schedule until its horizon. */
const nextSteps = (read: Read, id: string): HorizonStep[] => {
  const schedule = Schedule.rows.find(read, id);
  // A change that is not finished creates what is missing itself.
  if (schedule?.status !== 'active' || scheduleChanges.find(read, id) !== undefined) return [];
  const today = localDateAt(read.nowMs, schedule.timezone);
  if (hasEnded(planOf(read, schedule), today)) return [{ schedule, date: today, isEnd: true }];
  const [from, until] = [firstMissingDate(read, schedule), horizonOf(read, schedule)];
  if (from > until || !addsSessions(read, schedule)) return [];
  const date = windowEnd(from, until);
  const slots = missingSlots(read, schedule, from, date);
  return [...slots.map((slot) => ({ schedule, slot, date: slotDate(slot.occurrenceKey) })), { schedule, date }];
};

/** Creates them up to the horizon, at start-up and every night. Never rejects. */
export const extendHorizon = async ({ store, reportError, signal }: HorizonDeps): Promise<HorizonRun> => {
  const run = { visited: 0, created: 0, ended: 0 };
  const change = (tx: Tx, { schedule, slot, date, isEnd }: HorizonStep): void => {
    if (isEnd === true) {
      end(tx, schedule, date);
      run.ended += 1;
      return;
    }
    if (slot !== undefined) {
      addSession(tx, schedule, slot);
      run.created += 1;
    }
    Schedule.rows.update(tx, schedule.id, { generatedUntil: date });
  };
  const idsAfter = (after: string) => activeSchedules(store.view(), after);
  for (let ids = idsAfter(''); ids.length > 0; ids = idsAfter(ids.at(-1) ?? '')) {
    for (const id of ids) {
      if (signal?.aborted === true) return run;
      run.visited += 1;
      await sweep(store, { rows: (read) => nextSteps(read, id), change }, signal).catch((error) =>
        reportError(error, id),
      );
    }
  }
  return run;
};
