import { type Static, Type } from '@sinclair/typebox';
import {
  added,
  archivedFields,
  count,
  date,
  deletedShape,
  description,
  flag,
  id,
  instant,
  integer,
  line,
  listOf,
  listOfUpTo,
  money,
  name,
  nullable,
  oneOf,
  optional,
  ownFields,
  ownInput,
  part,
  recordFields,
  shape,
  timeZone,
  url,
  wallTime,
} from '../../kernel/schemas.ts';
import { BookingPolicyOverrides } from '../settings/shapes.ts';

const weekday = () => oneOf('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU');
const frequency = () => oneOf('daily', 'weekly', 'monthly');
const type = () => oneOf('class', 'appointment', 'event', 'course', 'open_gym');
const dayOfMonth = () => Type.Integer({ minimum: -1, maximum: 31, description: '1 to 31, or -1 for the last day.' });
const weekdayOfMonth = () => part({ week: integer(-1, 5), day: weekday() });
const duration = () => integer(5, 1440);
const capacity = () => integer(1, 10_000);

/** When a schedule repeats; on the wall clock of its zone. */
const RecurrenceRule = shape('RecurrenceRule', {
  frequency: frequency(),
  interval: integer(1, 52),
  daysOfWeek: optional(Type.Array(weekday())),
  daysOfMonth: optional(Type.Array(dayOfMonth())),
  weekdayOfMonth: optional(weekdayOfMonth()),
  count: optional(integer(1, 1000)),
  until: optional(date()),
  weekStart: weekday(),
  rrule: Type.String({ description: 'The same as RFC 5545 writes it.' }),
});

const RecurrenceRuleInput = shape('RecurrenceRuleRequest', {
  frequency: optional(frequency()),
  interval: optional(integer(1, 52)),
  daysOfWeek: optional(nullable(listOfUpTo(7, weekday()))),
  daysOfMonth: optional(nullable(listOfUpTo(32, dayOfMonth()))),
  weekdayOfMonth: optional(nullable(weekdayOfMonth())),
  count: optional(nullable(integer(1, 1000))),
  until: optional(nullable(date())),
  weekStart: optional(weekday()),
  rrule: optional(Type.String({ maxLength: 500, description: 'An RFC 5545 rule instead of the other fields.' })),
});

const exception = () =>
  part({
    date: date(),
    action: oneOf('skip', 'move', 'modify'),
    startTime: optional(wallTime()),
    durationMinutes: optional(duration()),
    instructorId: optional(nullable(id())),
    capacity: optional(nullable(capacity())),
    reason: optional(line(200)),
  });

/** What a schedule hands on to its sessions, and when they are. */
const writable = {
  name: name(),
  description: optional(nullable(description())),
  category: optional(nullable(name())),
  level: optional(nullable(name())),
  tags: optional(listOfUpTo(50, name())),
  imageUrl: optional(nullable(url())),
  type: optional(type()),
  creditCost: optional(integer(0, 1000)),
  dropInPrice: optional(nullable(money())),
  isVirtual: optional(flag()),
  virtualUrl: optional(nullable(url())),
  roomName: optional(nullable(name())),
  isPrivate: optional(flag()),
  siteId: optional(id()),
  locationId: optional(id()),
  instructorId: optional(nullable(id())),
  additionalInstructorIds: optional(listOfUpTo(10, id())),
  capacity: optional(nullable(capacity())),
  waitlistEnabled: optional(nullable(flag())),
  waitlistCapacity: optional(nullable(integer(0, 10_000))),
  startDate: date(),
  endDate: optional(nullable(date())),
  startTime: wallTime(),
  durationMinutes: duration(),
  timezone: optional(timeZone()),
  recurrenceRule: optional(nullable(RecurrenceRuleInput)),
  status: optional(oneOf('active', 'paused', 'ended')),
  horizonDays: optional(nullable(integer(1, 730))),
  bookingPolicyOverrides: optional(nullable(BookingPolicyOverrides)),
  exceptions: optional(listOfUpTo(500, exception())),
  ...ownInput,
};

const overrideConflicts = optional(flag());

export const CreateSchedule = shape('CreateScheduleRequest', { ...writable, overrideConflicts });

export const UpdateSchedule = shape('UpdateScheduleRequest', {
  ...writable,
  name: optional(name()),
  startDate: optional(date()),
  startTime: optional(wallTime()),
  durationMinutes: optional(duration()),
  overrideConflicts,
  effectiveFrom: optional(date()),
  overwriteModified: optional(flag()),
  onRemoved: optional(oneOf('cancel', 'keep')),
});

/** A recurring series of sessions (records.md "Schedule"). */
export const Schedule = shape('Schedule', {
  ...recordFields('schedule'),
  name: Type.String(),
  description: nullable(Type.String()),
  category: nullable(Type.String()),
  level: nullable(Type.String()),
  tags: Type.Array(Type.String()),
  imageUrl: nullable(Type.String()),
  type: type(),
  creditCost: Type.Integer(),
  dropInPrice: nullable(money()),
  isVirtual: flag(),
  virtualUrl: nullable(Type.String()),
  roomName: nullable(Type.String()),
  isPrivate: flag(),
  siteId: id(),
  locationId: id(),
  instructorId: nullable(id()),
  additionalInstructorIds: Type.Array(id()),
  capacity: nullable(capacity()),
  waitlistEnabled: nullable(flag()),
  waitlistCapacity: nullable(count()),
  startDate: date(),
  endDate: nullable(date()),
  startTime: wallTime(),
  durationMinutes: Type.Integer(),
  timezone: Type.String(),
  recurrenceRule: nullable(RecurrenceRule),
  status: oneOf('active', 'paused', 'ended', 'archived'),
  horizonDays: nullable(count()),
  generatedUntil: nullable(date()),
  nextSessionAt: nullable(instant()),
  sessionCount: count(),
  bookingPolicyOverrides: nullable(BookingPolicyOverrides),
  exceptions: Type.Array(exception()),
  archivedAt: nullable(instant()),
  ...ownFields,
});

const conflict = part({
  instructorId: id(),
  startTime: instant(),
  conflictingSessionId: id(),
  conflictingStartTime: instant(),
  conflictingName: Type.String(),
});

/** What a PATCH would do, without doing it. */
export const SchedulePreview = shape('ScheduleChangePreview', {
  object: Type.Literal('schedule_change_preview'),
  sessionsCreated: count(),
  sessionsUpdated: count(),
  sessionsCancelled: count(),
  bookingsAffected: count(),
  conflicts: Type.Array(conflict),
});

export const ScheduleList = listOf(Schedule);

export const ChangeQuery = part({ dry_run: added(flag()) });

export const DeletedSchedule = deletedShape('schedule', {
  ...archivedFields,
  sessionsCancelled: count(),
  bookingsAffected: count(),
});

export type ScheduleWire = Static<typeof Schedule>;
export type CreateScheduleBody = Static<typeof CreateSchedule>;
export type UpdateScheduleBody = Static<typeof UpdateSchedule>;
