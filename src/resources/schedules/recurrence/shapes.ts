import { Type } from '@sinclair/typebox';
import {
  date,
  described,
  id,
  integer,
  line,
  listOfUpTo,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  shape,
  type WEEKDAYS,
  wallTime,
  weekday,
  withDefault,
} from '../../../kernel/schemas.ts';

export const FREQUENCIES = ['daily', 'weekly', 'monthly'] as const;

const frequency = () => oneOf(...FREQUENCIES);
const dayOfMonth = () =>
  Type.Integer({ minimum: -1, maximum: 31, description: 'A day from 1 to 31, or -1 for the last day.' });
const weekdayOfMonth = () =>
  object({
    week: described(integer(-1, 5), 'The week from 1 to 5, or -1 for the last week.'),
    day: described(weekday(), 'The weekday.'),
  });

/** The length of a session, in minutes. */
export const duration = () => integer(5, 1440);
export const capacity = () => integer(1, 10_000);

/** When a schedule repeats, on the wall clock of its zone, with every default filled in (records.md "RecurrenceRule"). */
export const RecurrenceRuleSchema = shape('RecurrenceRule', () => ({
  frequency: described(frequency(), 'How often it repeats.'),
  interval: described(integer(1, 52), 'The number of days, weeks, or months between occurrences.'),
  daysOfWeek: optional(described(Type.Array(weekday()), 'The days for a weekly rule.')),
  daysOfMonth: optional(described(Type.Array(dayOfMonth()), 'The days for a monthly rule.')),
  weekdayOfMonth: optional(described(weekdayOfMonth(), 'The weekday for a monthly rule, such as the last Friday.')),
  count: optional(described(integer(1, 1000), 'The number of dates.')),
  until: optional(described(date(), 'The last date.')),
  weekStart: described(weekday(), 'The first day of the week.'),
  rrule: Type.String({ description: 'The rule in RFC 5545 format.' }),
}));

export const RecurrenceRuleRequest = shape('RecurrenceRuleRequest', () => ({
  frequency: optional(described(frequency(), 'How often it repeats.')),
  interval: optional(
    withDefault(described(integer(1, 52), 'The number of days, weeks, or months between occurrences.'), 1),
  ),
  daysOfWeek: optional(
    described(nullable(listOfUpTo(7, weekday())), 'The days for a weekly rule. Defaults to the day of the start date.'),
  ),
  daysOfMonth: optional(described(nullable(listOfUpTo(32, dayOfMonth())), 'The days for a monthly rule.')),
  weekdayOfMonth: optional(
    described(nullable(weekdayOfMonth()), 'The weekday for a monthly rule, such as the last Friday.'),
  ),
  count: optional(described(nullable(integer(1, 1000)), 'The number of dates. Cannot be combined with `until`.')),
  until: optional(described(nullable(date()), 'The last date. Cannot be combined with `count`.')),
  weekStart: optional(withDefault(described(weekday(), 'The first day of the week.'), 'MO')),
  rrule: optional(Type.String({ maxLength: 500, description: 'An RFC 5545 rule, instead of the other fields.' })),
}));

/** What differs on one date of the rule; a field that is absent is as in the schedule. */
export const ScheduleExceptionSchema = object(() => ({
  date: described(date(), 'The local date under the recurrence rule.'),
  action: described(
    oneOf('skip', 'move', 'modify'),
    '`skip`: no session; `move`: at a different time; `modify`: with different values.',
  ),
  startTime: optional(described(wallTime(), 'The new time of day.')),
  durationMinutes: optional(described(duration(), 'The new duration, in minutes.')),
  instructorId: optional(nullable(id())),
  capacity: optional(described(nullable(capacity()), 'The new number of spots. `null` for no limit.')),
  reason: optional(described(line(200), 'The reason, for staff.')),
}));

export type Weekday = (typeof WEEKDAYS)[number];
/**
 * A rule as a schedule stores it. `daysOfWeek` (weekly only) absent: the weekday of the start date. Neither
 * `daysOfMonth` nor `weekdayOfMonth` (monthly only): the day of the start date. `until`: the last date of a slot.
 */
export type RecurrenceRule = Omit<Static<typeof RecurrenceRuleSchema>, 'rrule'>;
export type ScheduleException = Static<typeof ScheduleExceptionSchema>;
