import type { Read, Tx } from '../../../database/database.ts';
import { addDays, laterOf, localDateAt } from '../../../kernel/local-time.ts';
import { unpack, unpackList } from '../../../records/json.ts';
import { Session, type SessionRow } from '../../sessions/record.ts';
import { bookingSettings } from '../../settings/queries.ts';
import { type Closure, Site } from '../../sites/record.ts';
import { raiseCreated } from '../changes/session-events.ts';
import { sessionsOfSlots } from '../queries.ts';
import { type InheritedColumns, Schedule, type ScheduleRow } from '../record.ts';
import { type Occurrence, occurrences, type SlotPlan } from '../recurrence/recurrence.ts';
import { Budget } from './budget.ts';

/** When the sessions of a schedule take place, with the closures of its site. */
export const planOf = (read: Read, schedule: ScheduleRow): SlotPlan => ({
  startDate: schedule.startDate,
  endDate: schedule.endDate,
  startTime: schedule.startTime,
  durationMinutes: schedule.durationMinutes,
  timezone: schedule.timezone,
  recurrenceRule: unpack(schedule.recurrenceRule),
  exceptions: unpackList(schedule.exceptions),
  closures: unpackList<Closure>(Site.rows.find(read, schedule.siteId)?.closures ?? null),
});

/** The columns that a session takes from its schedule and slot; a change of the schedule changes them. */
export const sessionFields = (schedule: ScheduleRow, { exception, ...slot }: Occurrence) => {
  const instructorId = exception?.instructorId === undefined ? schedule.instructorId : exception.instructorId;
  return {
    name: schedule.name,
    description: schedule.description,
    category: schedule.category,
    level: schedule.level,
    tags: schedule.tags,
    imageUrl: schedule.imageUrl,
    type: schedule.type,
    creditCost: schedule.creditCost,
    dropInPrice: schedule.dropInPrice,
    isVirtual: schedule.isVirtual,
    virtualUrl: schedule.virtualUrl,
    roomName: schedule.roomName,
    isPrivate: schedule.isPrivate,
    siteId: schedule.siteId,
    instructorId,
    originalInstructorId: instructorId === schedule.instructorId ? null : schedule.instructorId,
    additionalInstructorIds: schedule.additionalInstructorIds,
    capacity: exception?.capacity === undefined ? schedule.capacity : exception.capacity,
    waitlistEnabled: schedule.waitlistEnabled,
    waitlistCapacity: schedule.waitlistCapacity,
    timezone: schedule.timezone,
    ...slot,
  } satisfies InheritedColumns & Partial<SessionRow>;
};

/** Creates the session of a slot. */
export const addSession = (tx: Tx, schedule: ScheduleRow, slot: Occurrence): SessionRow => {
  const row = { ...Session.initial(tx), ...sessionFields(schedule, slot), scheduleId: schedule.id };
  Session.rows.insert(tx, row);
  raiseCreated(tx, row);
  return row;
};

/** The date of the slot with this key. A schedule has at most one slot on a date. */
export const slotDate = (occurrenceKey: string): string => occurrenceKey.slice(0, 10);

/** The last local date for which a schedule has sessions: today plus its own horizon, or its site's. */
export const horizonOf = (read: Read, schedule: ScheduleRow): string => {
  const days = schedule.horizonDays ?? bookingSettings(read, schedule.siteId).sessionHorizonDays;
  return addDays(localDateAt(read.nowMs, schedule.timezone), days);
};

/** Whether new sessions are created for a schedule: it and its site are active. */
export const addsSessions = (read: Read, { status, siteId }: ScheduleRow): boolean =>
  status === 'active' && Site.rows.find(read, siteId)?.status === 'active';

/** Sessions that were created, and the last local date for which that is done. */
export interface Created {
  readonly sessions: SessionRow[];
  readonly last: string;
}

/**
 * Creates the sessions that an active schedule lacks from the local date `from` to `until`, both included, as far as
 * the budget allows. A slot that has started gets none, nor does a date that already has a session, cancelled or not: a
 * repeat creates nothing.
 */
export const createMissing = (
  tx: Tx,
  schedule: ScheduleRow,
  { from, until }: { readonly from: string; readonly until: string },
  budget: Budget,
): Created => {
  if (from > until || !addsSessions(tx, schedule)) return { sessions: [], last: until };
  const end = budget.windowEnd(from, until);
  const taken = new Set(sessionsOfSlots(tx, schedule.id, from, end).map((row) => slotDate(row.occurrenceKey)));
  const missing = occurrences(planOf(tx, schedule), from, end).filter(
    (slot) => slot.startTime >= tx.now && !taken.has(slotDate(slot.occurrenceKey)),
  );
  const last = budget.spend(
    from,
    end,
    missing.map(({ occurrenceKey }) => [slotDate(occurrenceKey), 1]),
  );
  const sessions = missing
    .filter(({ occurrenceKey }) => slotDate(occurrenceKey) <= last)
    .map((slot) => addSession(tx, schedule, slot));
  return { sessions, last };
};

/** The first local date for which sessions of a schedule may be missing. */
export const firstMissingDate = (read: Read, { generatedUntil, timezone }: ScheduleRow): string => {
  const today = localDateAt(read.nowMs, timezone);
  return generatedUntil === null ? today : laterOf(today, addDays(generatedUntil, 1));
};

/**
 * Creates the sessions that an active schedule lacks up to the local date `until`, included, as far as the budget
 * allows.
 */
export const generateSessions = (
  tx: Tx,
  schedule: ScheduleRow,
  until: string,
  budget = Budget.unlimited(),
): Created => {
  const from = firstMissingDate(tx, schedule);
  const created = createMissing(tx, schedule, { from, until }, budget);
  if (from <= until && addsSessions(tx, schedule)) {
    Schedule.rows.update(tx, schedule.id, { generatedUntil: created.last });
  }
  return created;
};
