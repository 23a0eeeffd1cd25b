// What a change of a schedule does to its sessions, in as many short transactions as it takes.

import type { Tx } from '../../../database/database.ts';
import { longChange } from '../../../database/long-change.ts';
import { eventChanges } from '../../../events/changes.ts';
import type { Changes } from '../../../kernel/changes.ts';
import { addDays } from '../../../kernel/local-time.ts';
import type { Reactions } from '../../reactions.ts';
import type { SessionRow } from '../../sessions/record.ts';
import type { Closure } from '../../sites/record.ts';
import { addSession, missingSlots, slotDate, windowEnd } from '../generation/generate.ts';
import { Schedule, type ScheduleRow } from '../record.ts';
import { isClosed } from '../recurrence/recurrence.ts';
import { scheduleChanges } from '../tables.ts';
import {
  type ChangeOutcome,
  type ChangeScope,
  nothingDone,
  Reconciliation,
  type SessionChange,
  type Step,
} from './reconcile.ts';

export interface ChangeCounts {
  readonly sessionsCreated: number;
  readonly sessionsUpdated: number;
  readonly sessionsCancelled: number;
  /** Live bookings of sessions that were canceled, detached or rescheduled. */
  readonly bookingsAffected: number;
}

export const NO_COUNTS: ChangeCounts = {
  sessionsCreated: 0,
  sessionsUpdated: 0,
  sessionsCancelled: 0,
  bookingsAffected: 0,
};

export interface PartProgress {
  /** The key of the last step that is done, of the steps from the date `from` on that come together. */
  readonly done?: string;
}

/** Creates missing sessions; `terms` are the terms of the schedule before the change. */
interface CreatePart {
  readonly do: 'create';
  readonly from: string;
  readonly until: string;
  readonly terms?: ScheduleRow;
}

/** A part of a change that concerns the sessions of some local dates, both included. */
type DatedPart = PartProgress &
  (
    | CreatePart
    | ({ readonly do: 'reconcile' } & ChangeScope)
    | ({ readonly do: 'closures'; readonly before: readonly Closure[]; readonly now: readonly Closure[] } & ChangeScope)
  );

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

const createdBy = (row: SessionRow): ChangeOutcome => ({
  ...nothingDone(),
  created: [row],
  changes: [{ kind: 'created', before: null, after: row, affected: 0 }],
});

const stepsOf = (tx: Tx, schedule: ScheduleRow, part: DatedPart, end: string, reactions: Reactions): Step[] => {
  if (part.do === 'create') {
    const terms = part.terms ?? schedule;
    return missingSlots(tx, terms, part.from, end).map((slot) => ({
      key: slotDate(slot.occurrenceKey),
      run: () => createdBy(addSession(tx, terms, slot)),
    }));
  }
  const reconciliation = new Reconciliation(tx, schedule, part, reactions);
  if (part.do === 'reconcile') return reconciliation.steps(end);
  const { before, now } = part;
  return reconciliation.closureSteps(
    end,
    (date) => isClosed(now, date) && !isClosed(before, date),
    (date) => isClosed(before, date) && !isClosed(now, date),
  );
};

/** What comes next of a change: a step of its first part, the end of such steps, or an event. */
type Next =
  | { readonly step: Step; readonly part: DatedPart }
  | { readonly part: DatedPart; readonly end: string }
  | { readonly event: EventPart; readonly schedule: ScheduleRow };

/** What the steps of one transaction share: the sessions that they create and update, and what they do to each. */
interface SharedBySteps {
  readonly placed: SessionRow[];
  readonly changes: SessionChange[];
}

export const scheduleChange = (reactions: Reactions) =>
  longChange(scheduleChanges, {
    fewest: 15,
    shared: (): SharedBySteps => ({ placed: [], changes: [] }),
    rows({ tx, id, state }): Next[] {
      const [part] = state.parts;
      const schedule = Schedule.rows.find(tx, id);
      if (part === undefined || schedule === undefined) return [];
      if (!('from' in part)) return [{ event: part, schedule }];
      const end = windowEnd(part.from, part.until);
      const steps = stepsOf(tx, schedule, part, end, reactions).filter(({ key }) => key > (part.done ?? ''));
      return [...steps.map((step) => ({ step, part })), { part, end }];
    },
    change({ tx, state: { parts, counts }, shared }, next): ScheduleWork {
      const others = parts.slice(1);
      if ('event' in next) {
        const { event, schedule } = next;
        raise(tx, schedule, event, counts);
        if (event.do === 'raiseUpdated' && 'bookingPolicyOverrides' in event.difference.changes)
          reactions.cutoffsChanged(tx);
        return { parts: others, counts };
      }
      const { part } = next;
      if ('end' in next) {
        const { done: _, ...rest } = part;
        return { parts: next.end < part.until ? [{ ...rest, from: addDays(next.end, 1) }, ...others] : others, counts };
      }
      const { created, updated, changes, ...done } = next.step.run();
      shared.placed.push(...created, ...updated);
      shared.changes.push(...changes);
      return {
        parts: [{ ...part, done: next.step.key }, ...others],
        counts: {
          sessionsCreated: counts.sessionsCreated + created.length,
          sessionsUpdated: counts.sessionsUpdated + updated.length,
          sessionsCancelled: counts.sessionsCancelled + done.sessionsCancelled,
          bookingsAffected: counts.bookingsAffected + done.bookingsAffected,
        },
      };
    },
    end: ({ state }) => state.counts,
  });
