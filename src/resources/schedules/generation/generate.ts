import type { Read, Tx } from '../../../database/database.ts';
import { unpack, unpackList } from '../../../database/json.ts';
import type { ScheduleRow } from '../../../database/tables/schedules.ts';
import type { SessionRow } from '../../../database/tables/sessions.ts';
import { addDays, localDateAt } from '../../../kernel/local-time.ts';
import { bookingSettings } from '../../settings/queries.ts';
import { type Closure, Site } from '../../sites/record.ts';
import { tellCreated } from '../changes/events.ts';
import { scheduleRows, sessionsOfSlots, slotRows } from '../queries.ts';
import { type Occurrence, occurrences, type SlotPlan } from '../recurrence/recurrence.ts';

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

/** The fields that a session has from its schedule and slot; editing the schedule edits them. */
export const sessionFields = (schedule: ScheduleRow, slot: Occurrence) => {
  const { exception } = slot;
  const instructorId = exception?.instructorId === undefined ? schedule.instructorId : exception.instructorId;
  return {
    name: schedule.name,
    description: schedule.description,
    category: schedule.category,
    level: schedule.level,
    tags: schedule.tags,
    imageUrl: schedule.imageUrl,
    type: schedule.type,
    siteId: schedule.siteId,
    roomName: schedule.roomName,
    instructorId,
    originalInstructorId: instructorId === schedule.instructorId ? null : schedule.instructorId,
    additionalInstructorIds: schedule.additionalInstructorIds,
    occurrenceKey: slot.occurrenceKey,
    startTime: slot.startTime,
    endTime: slot.endTime,
    durationMinutes: slot.durationMinutes,
    timezone: schedule.timezone,
    localDate: slot.localDate,
    localStartTime: slot.localStartTime,
    capacity: exception?.capacity === undefined ? schedule.capacity : exception.capacity,
    waitlistEnabled: schedule.waitlistEnabled,
    waitlistCapacity: schedule.waitlistCapacity,
    creditCost: schedule.creditCost,
    dropInPrice: schedule.dropInPrice,
    isVirtual: schedule.isVirtual,
    virtualUrl: schedule.virtualUrl,
    isPrivate: schedule.isPrivate,
  } satisfies Partial<SessionRow>;
};

/** A session with which nothing has been done yet. */
export const UNTOUCHED = {
  confirmedCount: 0,
  attendedCount: 0,
  noShowCount: 0,
  waitlistedCount: 0,
  offersHeld: 0,
  noShowsDueAt: null,
  isModified: 0,
  cancelledAt: null,
  cancelReason: null,
  completedAt: null,
  rescheduledId: null,
} satisfies Partial<SessionRow>;

/** Puts the session of a slot on the calendar. */
export const addSession = (tx: Tx, schedule: ScheduleRow, slot: Occurrence): SessionRow => {
  const row: SessionRow = {
    id: tx.id(),
    ...sessionFields(schedule, slot),
    scheduleId: schedule.id,
    ...UNTOUCHED,
    createdAt: tx.now,
    updatedAt: tx.now,
  };
  slotRows.insert(tx, row);
  tellCreated(tx, row);
  return row;
};

/** The date of the rule that a key stands for. A schedule has at most one slot on a date. */
export const slotDate = (occurrenceKey: string): string => occurrenceKey.slice(0, 10);

/** The last local date up to which a schedule's sessions are made: its own horizon, or its site's, from today on. */
export const horizonOf = (read: Read, schedule: ScheduleRow): string => {
  const days = schedule.horizonDays ?? bookingSettings(read, schedule.siteId).sessionHorizonDays;
  return addDays(localDateAt(read.nowMs, schedule.timezone), days);
};

/** Whether new sessions of a schedule are put on the calendar; nothing new is held at a site that is not active. */
export const isInUse = (read: Read, { status, siteId }: ScheduleRow): boolean =>
  status === 'active' && Site.rows.find(read, siteId)?.status === 'active';

/**
 * Makes the sessions that an active schedule lacks up to the local date `until`, included. A slot that has begun is
 * left out, and so is one whose date has a session already, whatever became of that; so a repeat makes nothing.
 */
export const generateSessions = (tx: Tx, schedule: ScheduleRow, until: string): { created: SessionRow[] } => {
  if (!isInUse(tx, schedule)) return { created: [] };
  const today: string = localDateAt(tx.nowMs, schedule.timezone);
  const next: string = schedule.generatedUntil === null ? today : addDays(schedule.generatedUntil, 1);
  const from = next > today ? next : today;
  if (from > until) return { created: [] };
  const taken = new Set(sessionsOfSlots(tx, schedule.id, from, until).map((row) => slotDate(row.occurrenceKey)));
  const created = occurrences(planOf(tx, schedule), from, until)
    .filter((slot) => slot.startTime >= tx.now && !taken.has(slotDate(slot.occurrenceKey)))
    .map((slot) => addSession(tx, schedule, slot));
  scheduleRows.update(tx, schedule.id, { generatedUntil: until });
  return { created };
};
