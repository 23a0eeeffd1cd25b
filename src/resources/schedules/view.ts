import type { Read } from '../../database/database.ts';
import { unpack, unpackList, unpackPairs } from '../../database/json.ts';
import type { ScheduleRow } from '../../database/tables/schedules.ts';
import type { Expansion } from '../../http/expansions.ts';
import { ahead, scheduleRows } from './queries.ts';
import type { RecurrenceRule } from './recurrence/recurrence.ts';
import { textOfRule } from './recurrence/rrule.ts';
import type { ScheduleWire } from './shapes.ts';

const ruleView = (row: ScheduleRow): ScheduleWire['recurrenceRule'] => {
  const rule = unpack<RecurrenceRule>(row.recurrenceRule);
  return rule === null ? null : ({ ...rule, rrule: textOfRule(rule, row) } as ScheduleWire['recurrenceRule']);
};

/** What a schedule says of itself; `changes` of its events come from here. */
export const scheduleFields = (row: ScheduleRow) => ({
  name: row.name,
  description: row.description,
  category: row.category,
  level: row.level,
  tags: unpackList<string>(row.tags),
  imageUrl: row.imageUrl,
  type: row.type as ScheduleWire['type'],
  creditCost: row.creditCost,
  dropInPrice: unpack<NonNullable<ScheduleWire['dropInPrice']>>(row.dropInPrice),
  isVirtual: row.isVirtual === 1,
  virtualUrl: row.virtualUrl,
  roomName: row.roomName,
  isPrivate: row.isPrivate === 1,
  siteId: row.siteId,
  locationId: row.siteId,
  instructorId: row.instructorId,
  additionalInstructorIds: unpackList<string>(row.additionalInstructorIds),
  capacity: row.capacity,
  waitlistEnabled: row.waitlistEnabled === null ? null : row.waitlistEnabled === 1,
  waitlistCapacity: row.waitlistCapacity,
  startDate: row.startDate,
  endDate: row.endDate,
  startTime: row.startTime,
  durationMinutes: row.durationMinutes,
  timezone: row.timezone,
  recurrenceRule: ruleView(row),
  status: row.status as ScheduleWire['status'],
  horizonDays: row.horizonDays,
  bookingPolicyOverrides: unpack<NonNullable<ScheduleWire['bookingPolicyOverrides']>>(row.bookingPolicyOverrides),
  exceptions: unpackList<ScheduleWire['exceptions'][number]>(row.exceptions),
  metadata: unpackPairs(row.metadata),
  externalId: row.externalId,
  archivedAt: row.archivedAt,
});

/** The view of the schedules of one answer: one query reads the sessions ahead of all of them. */
export const scheduleViews = (read: Read, rows: readonly ScheduleRow[]): ((row: ScheduleRow) => ScheduleWire) => {
  const aheadOf = ahead(
    read,
    rows.map(({ id }) => id),
  );
  return (row) => ({
    id: row.id,
    object: 'schedule',
    ...scheduleFields(row),
    generatedUntil: row.generatedUntil,
    nextSessionAt: aheadOf.get(row.id)?.nextSessionAt ?? null,
    sessionCount: aheadOf.get(row.id)?.sessionCount ?? 0,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  });
};

/** The view of one schedule. */
export const scheduleView = (read: Read, row: ScheduleRow): ScheduleWire => scheduleViews(read, [row])(row);

/** Includes the schedule that `from` points to. */
export const scheduleExpansion = (from: string): Expansion => ({
  from,
  load: (read, ids) => {
    const rows = scheduleRows.findAll(read, ids);
    const view = scheduleViews(read, rows);
    return new Map(rows.map((row) => [row.id, view(row)]));
  },
});
