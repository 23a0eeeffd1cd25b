import type { Read, Tx } from '../../../database/database.ts';
import { addDays, earlierOf, laterOf, localDateAt } from '../../../kernel/local-time.ts';
import { pick } from '../../../kernel/objects.ts';
import { unpack, unpackList } from '../../../records/json.ts';
import { Session, type SessionRow } from '../../sessions/record.ts';
import { bookingSettings } from '../../settings/queries.ts';
import { type Closure, Site } from '../../sites/record.ts';
import { raiseCreated } from '../changes/session-events.ts';
import { sessionsOfSlots } from '../queries.ts';
import { type InheritedColumns, inherited, Schedule, type ScheduleRow } from '../record.ts';
import { type Occurrence, occurrences, type SlotPlan } from '../recurrence/recurrence.ts';

export const planOf = (read: Read, schedule: ScheduleRow): SlotPlan => ({
  ...schedule,
  recurrenceRule: unpack(schedule.recurrenceRule),
  exceptions: unpackList(schedule.exceptions),
  closures: unpackList<Closure>(Site.rows.find(read, schedule.siteId)?.closures ?? null),
});

const INHERITED = Object.keys(inherited).filter((name): name is keyof InheritedColumns => name !== 'locationId');

/** The columns that a session takes from its schedule and slot; a change of the schedule changes them. */
export const sessionFields = (schedule: ScheduleRow, { exception, ...slot }: Occurrence) => {
  const instructorId = exception?.instructorId === undefined ? schedule.instructorId : exception.instructorId;
  return {
    ...pick(schedule, ...INHERITED),
    instructorId,
    originalInstructorId: instructorId === schedule.instructorId ? null : schedule.instructorId,
    capacity: exception?.capacity === undefined ? schedule.capacity : exception.capacity,
    timezone: schedule.timezone,
    ...slot,
  } satisfies Partial<SessionRow>;
};

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

/** How many days have their slots calculated at a time. */
const WINDOW_DAYS = 100;

/** The last local date to calculate slots for in one batch, of the dates from `from` to `until`. */
export const windowEnd = (from: string, until: string): string => earlierOf(until, addDays(from, WINDOW_DAYS - 1));

/** Slots from `from` to `until`, both included, that have not started and whose date has no session, even canceled. */
export const missingSlots = (read: Read, schedule: ScheduleRow, from: string, until: string): Occurrence[] => {
  if (from > until || !addsSessions(read, schedule)) return [];
  const taken = new Set(sessionsOfSlots(read, schedule.id, from, until).map((row) => slotDate(row.occurrenceKey)));
  return occurrences(planOf(read, schedule), from, until).filter(
    (slot) => slot.startTime >= read.now && !taken.has(slotDate(slot.occurrenceKey)),
  );
};

/** The first local date for which sessions of a schedule may be missing. */
export const firstMissingDate = (read: Read, { generatedUntil, timezone }: ScheduleRow): string => {
  const today = localDateAt(read.nowMs, timezone);
  return generatedUntil === null ? today : laterOf(today, addDays(generatedUntil, 1));
};

/** Creates the sessions that an active schedule lacks up to the local date `until`, included. */
export const generateSessions = (tx: Tx, schedule: ScheduleRow, until: string): SessionRow[] => {
  const from = firstMissingDate(tx, schedule);
  const sessions = missingSlots(tx, schedule, from, until).map((slot) => addSession(tx, schedule, slot));
  if (from <= until && addsSessions(tx, schedule)) {
    Schedule.rows.update(tx, schedule.id, { generatedUntil: until });
  }
  return sessions;
};
