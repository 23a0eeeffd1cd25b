import { Type } from '@sinclair/typebox';
import * as field from '../../database/fields.ts';
import { type AnswerOf, type RowOf, record } from '../../database/record.ts';
import {
  count,
  date,
  description,
  id,
  instant,
  integer,
  listOfUpTo,
  money,
  name,
  nullable,
  oneOf,
  timeZone,
  url,
  wallTime,
} from '../../kernel/schemas.ts';
import { BookingPolicyOverrides } from '../settings/shapes.ts';
import {
  capacity,
  duration,
  RecurrenceRuleRequest,
  RecurrenceRuleSchema,
  ScheduleExceptionSchema,
} from './recurrence/shapes.ts';

export const SESSION_TYPES = ['class', 'appointment', 'event', 'course', 'open_gym'] as const;
export const SCHEDULE_STATUSES = ['active', 'paused', 'ended', 'archived'] as const;

/** The fields that sessions take from their schedule. */
export const inherited = {
  name: field.text(name()),
  description: field.text(description()).nullable(),
  category: field.text(name()).nullable(),
  level: field.text(name()).nullable(),
  tags: field.list(listOfUpTo(50, name())),
  imageUrl: field.text(url()).nullable(),
  type: field.word(SESSION_TYPES).default('class'),
  creditCost: field.integer(integer(0, 1000)).default(1),
  dropInPrice: field.object(money()).nullable(),
  isVirtual: field.flag().default(false),
  virtualUrl: field.text(url()).nullable(),
  roomName: field.text(name()).nullable(),
  isPrivate: field.flag().default(false),
  siteId: field.id().optional(),
  locationId: field.computed(id(), ({ siteId }: { siteId: string }) => siteId).sentAs(id()),
  instructorId: field.id().nullable(),
  additionalInstructorIds: field.list(listOfUpTo(10, id())),
  capacity: field.integer(capacity()).answeredAs(capacity()).nullable(),
  waitlistEnabled: field.flag().nullable(),
  waitlistCapacity: field.integer(integer(0, 10_000)).answeredAs(count()).nullable(),
};

/** A recurring series of sessions (records.md "Schedule"). */
export const Schedule = record(
  'schedule',
  'schedules',
  {
    ...inherited,
    startDate: field.text(date()),
    endDate: field.text(date()).nullable(),
    startTime: field.text(wallTime()),
    durationMinutes: field.integer(duration()),
    timezone: field.text(timeZone()).optional(),
    recurrenceRule: field.object(RecurrenceRuleRequest).replaced().nullable().derivedAs(nullable(RecurrenceRuleSchema)),
    status: field
      .word(SCHEDULE_STATUSES)
      .default('active')
      .sentAs(oneOf('active', 'paused', 'ended')),
    horizonDays: field.integer(integer(1, 730)).answeredAs(count()).nullable(),
    generatedUntil: field.text(date()).nullable().readOnly(),
    nextSessionAt: field.derived(nullable(instant())),
    sessionCount: field.derived(count()),
    bookingPolicyOverrides: field.object(BookingPolicyOverrides).nullable(),
    exceptions: field.list(listOfUpTo(500, ScheduleExceptionSchema)),
    // What the site was when the sessions were last in line with it; null when they still are.
    siteBefore: field.text(Type.String()).nullable().internal(),
    archivedAt: field.archivedAt(),
    ...field.integrationFields,
  },
  { sites: 'siteId' },
);

export type ScheduleRow = RowOf<typeof Schedule>;
export type ScheduleAnswer = AnswerOf<typeof Schedule>;
/** The columns that sessions take from their schedule. */
export type InheritedColumns = Pick<ScheduleRow, Exclude<keyof typeof inherited, 'locationId'>>;
