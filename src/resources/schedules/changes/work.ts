// What a change of a schedule does to its sessions, in as many short transactions as it takes.

import type { Tx } from '../../../database/database.ts';
import type { Continued } from '../../../database/long-changes.ts';
import { eventChanges } from '../../../events/changes.ts';
import type { Changes } from '../../../kernel/changes.ts';
import { addDays } from '../../../kernel/local-time.ts';
import type { Reactions } from '../../reactions.ts';
import type { SessionRow } from '../../sessions/record.ts';
import type { Closure } from '../../sites/record.ts';
import { Budget } from '../generation/budget.ts';
import { createMissing } from '../generation/generate.ts';
import { Schedule, type ScheduleRow } from '../record.ts';
import { isClosed } from '../recurrence/recurrence.ts';
import { scheduleChanges } from '../tables.ts';
import { type ChangeScope, Reconciliation } from './reconcile.ts';

/** What a change did to the sessions. */
export interface ChangeCounts {
  readonly sessionsCreated: number;
  readonly sessionsUpdated: number;
  readonly sessionsCancelled: number;
  /** Live bookings of sessions that were cancelled, detached or rescheduled. */
  readonly bookingsAffected: number;
}

/** Before anything is done. */
export const NO_COUNTS: ChangeCounts = {
  sessionsCreated: 0,
  sessionsUpdated: 0,
  sessionsCancelled: 0,
  bookingsAffected: 0,
};

/** A part of a change that concerns the sessions of some local dates, both included. */
type DatedPart =
  /** Creates missing sessions; `terms` are the terms of the schedule before the change. */
  | { readonly do: 'create'; readonly from: string; readonly until: string; readonly terms?: ScheduleRow }
  | ({ readonly do: 'reconcile' } & ChangeScope)
  | ({ readonly do: 'closures'; readonly before: readonly Closure[]; readonly now: readonly Closure[] } & ChangeScope);

/** An event about the schedule, raised when the parts before it are done. */
type EventPart =
  | { readonly do: 'raiseCreated' }
  | { readonly do: 'raiseDeleted' }
  | { readonly do: 'raiseUpdated'; readonly difference: Changes; readonly effectiveFrom: string };

/** What is left of a change, part after part, and what it did so far. */
export interface ScheduleWork {
  readonly parts: readonly (DatedPart | EventPart)[];
  readonly counts: ChangeCounts;
}

const raise = (tx: Tx, { id: scheduleId, siteId }: ScheduleRow, part: EventPart, counts: ChangeCounts): void => {
  const { bookingsAffected: _, ...sessions } = counts;
  const { sessionsCreated, sessionsCancelled } = sessions;
  if (part.do === 'raiseUpdated') {
    const { difference, effectiveFrom } = part;
    const changes = eventChanges(Schedule.schema, difference);
    tx.raise('schedule.updated', siteId, { scheduleId, ...changes, effectiveFrom, ...sessions });
  } else if (part.do === 'raiseCreated') {
    tx.raise('schedule.created', siteId, { scheduleId, sessionsCreated });
  } else {
    tx.raise('schedule.deleted', siteId, { scheduleId, sessionsCancelled });
  }
};

/** What was done of a part, and the last date of it. */
const doDated = (tx: Tx, schedule: ScheduleRow, part: DatedPart, reactions: Reactions, budget: Budget) => {
  if (part.do === 'create') {
    const { sessions, last } = createMissing(tx, part.terms ?? schedule, part, budget);
    return { last, created: sessions, updated: [], sessionsCancelled: 0, bookingsAffected: 0 };
  }
  const reconciliation = new Reconciliation(tx, schedule, part, reactions);
  if (part.do === 'reconcile') return { last: reconciliation.run(budget), ...reconciliation.outcome };
  const { before, now } = part;
  const last = reconciliation.followClosures(
    (date) => isClosed(now, date) && !isClosed(before, date),
    (date) => isClosed(before, date) && !isClosed(now, date),
    budget,
  );
  return { last, ...reconciliation.outcome };
};

/** What is left after a transaction, and the sessions that it created and updated. */
export interface Advance {
  readonly work: ScheduleWork;
  readonly placed: SessionRow[];
}

/** Does as much of a change as one short transaction may. */
export const advance = (tx: Tx, schedule: ScheduleRow, given: ScheduleWork, reactions: Reactions): Advance => {
  const budget = new Budget();
  const placed: SessionRow[] = [];
  const parts = [...given.parts];
  let { counts } = given;
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
    if ('from' in part) {
      if (budget.isSpent) {
        parts.unshift(part);
        break;
      }
      const done = doDated(tx, schedule, part, reactions, budget);
      placed.push(...done.created, ...done.updated);
      counts = {
        sessionsCreated: counts.sessionsCreated + done.created.length,
        sessionsUpdated: counts.sessionsUpdated + done.updated.length,
        sessionsCancelled: counts.sessionsCancelled + done.sessionsCancelled,
        bookingsAffected: counts.bookingsAffected + done.bookingsAffected,
      };
      if (done.last < part.until) parts.unshift({ ...part, from: addDays(done.last, 1) });
    } else {
      raise(tx, schedule, part, counts);
      if (part.do === 'raiseUpdated' && 'bookingPolicyOverrides' in part.difference.changes)
        reactions.cutoffsChanged(tx);
    }
  }
  return { work: { parts, counts }, placed };
};

/** Continues with the change of a schedule. */
export const continueChange = (reactions: Reactions): Continued => ({
  kind: scheduleChanges.kind,
  goOn(tx, id) {
    const given = scheduleChanges.find(tx, id);
    const schedule = Schedule.rows.find(tx, id);
    if (given === undefined || schedule === undefined) throw new Error(`the schedule '${id}' has no unfinished change`);
    const { work } = advance(tx, schedule, given, reactions);
    const left = work.parts.length > 0 ? work : undefined;
    if (left === undefined) scheduleChanges.remove(tx, id);
    else scheduleChanges.store(tx, id, left);
    return { left, result: work.counts };
  },
});
