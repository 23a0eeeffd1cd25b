import { Type } from '@sinclair/typebox';
import {
  date,
  id,
  integer,
  line,
  listOfUpTo,
  nullable,
  oneOf,
  optional,
  part,
  type Static,
  shape,
  type WEEKDAYS,
  wallTime,
  weekday,
} from '../../../kernel/schemas.ts';

export const FREQUENCIES = ['daily', 'weekly', 'monthly'] as const;

const frequency = () => oneOf(...FREQUENCIES);
const dayOfMonth = () => Type.Integer({ minimum: -1, maximum: 31, description: '1 to 31, or -1 for the last day.' });
const weekdayOfMonth = () => part({ week: integer(-1, 5), day: weekday() });

/** The length of a session, in minutes. */
export const duration = () => integer(5, 1440);
/** The seats of a session. */
export const capacity = () => integer(1, 10_000);

/** When a schedule repeats, on the wall clock of its zone, with every default filled in (records.md "RecurrenceRule"). */
export const RecurrenceRuleSchema = shape('RecurrenceRule', {
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

export const RecurrenceRuleRequest = shape('RecurrenceRuleRequest', {
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

/** What differs on one date of the rule; a field that is absent is as in the schedule. */
export const ScheduleExceptionSchema = part({
  date: date(),
  action: oneOf('skip', 'move', 'modify'),
  startTime: optional(wallTime()),
  durationMinutes: optional(duration()),
  instructorId: optional(nullable(id())),
  capacity: optional(nullable(capacity())),
  reason: optional(line(200)),
});

export type Weekday = (typeof WEEKDAYS)[number];
/**
 * A rule as a schedule stores it. `daysOfWeek` (weekly only) absent: the weekday of the start date. Neither
 * `daysOfMonth` nor `weekdayOfMonth` (monthly only): the day of the start date. `until`: the last date of a slot.
 */
export type RecurrenceRule = Omit<Static<typeof RecurrenceRuleSchema>, 'rrule'>;
export type ScheduleException = Static<typeof ScheduleExceptionSchema>;
