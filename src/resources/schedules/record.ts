import {
  count,
  date,
  description,
  flag,
  id,
  instant,
  integer,
  listOfUpTo,
  money,
  name,
  nullable,
  object,
  oneOf,
  type Static,
  timeZone,
  url,
  wallTime,
} from '../../kernel/schemas.ts';
import * as field from '../../records/fields.ts';
import { type ResponseOf, type RowOf, record } from '../../records/record.ts';
import { BookingPolicyOverrides } from '../settings/shapes.ts';
import { Site } from '../sites/record.ts';
import {
  capacity,
  duration,
  RecurrenceRuleRequest,
  RecurrenceRuleSchema,
  ScheduleExceptionSchema,
} from './recurrence/shapes.ts';

export const SESSION_TYPES = ['class', 'appointment', 'event', 'course', 'open_gym'] as const;
export const SCHEDULE_STATUSES = ['active', 'paused', 'ended', 'archived'] as const;

/** The drawings that stand for a class without a picture. */
const SIGNS = ['flow', 'rest', 'ride', 'strength', 'reformer', 'ropes', 'stretch', 'breath'] as const;

/** The fields that sessions take from their schedule. */
export const inherited = {
  name: field.text(name()),
  description: field.text(description()).nullable(),
  category: field.text(name()).nullable().described('Free text, such as Yoga. Packages can be limited to categories.'),
  level: field.text(name()).nullable().described('Free text, such as Beginner.'),
  tags: field.list(listOfUpTo(50, name())),
  imageUrl: field.text(url()).nullable().described('The URL of a picture.'),
  bring: field.list(listOfUpTo(12, name())).described('What members should bring, such as a mat.'),
  arriveMinutes: field
    .integer(integer(0, 120))
    .nullable()
    .described('How many minutes before the start members should arrive. `null` if it does not matter.'),
  sign: field
    .word(SIGNS)
    .nullable()
    .described('The illustration used without a picture. `null` to choose it by category and name.'),
  type: field.word(SESSION_TYPES).default('class').described('The kind of session.'),
  creditCost: field.integer(integer(0, 1000)).default(1).described('The number of credits a booking uses.'),
  dropInPrice: field
    .object(money())
    .nullable()
    .described('The price of a booking without a package. `null` if a package is required.'),
  isVirtual: field.flag().default(false).described('Whether it takes place online.'),
  virtualUrl: field.text(url()).nullable().described('The URL of the video call.'),
  roomName: field.text(name()).nullable().described('The room at the site.'),
  isPrivate: field.flag().default(false).described('Whether members only see it if they are booked.'),
  siteId: field.id().optional(),
  locationId: field.computed(id(), ({ siteId }: { siteId: string }) => siteId).sentAs(id()),
  instructorId: field.id().nullable(),
  additionalInstructorIds: field.list(listOfUpTo(10, id())),
  capacity: field
    .integer(capacity())
    .shownAs(capacity())
    .nullable()
    .described('The number of spots. `null` for no limit.'),
  waitlistEnabled: field
    .flag()
    .nullable()
    .described('Whether a full session has a waitlist. `null` to use the settings.'),
  waitlistCapacity: field
    .integer(integer(0, 10_000))
    .shownAs(count())
    .nullable()
    .described('The maximum number of clients on the waitlist. `null` to use the settings.'),
};

/** The fields of a site that sessions depend on, as they were when the sessions were last in line with it. */
const siteBefore = object(() => ({
  isActive: flag(),
  timezone: timeZone(),
  closures: Site.schema.properties.closures,
}));
export type SiteBefore = Static<typeof siteBefore>;

/** A recurring series of sessions (records.md "Schedule"). */
export const Schedule = record(
  'schedule',
  'schedules',
  () => ({
    ...inherited,
    startDate: field.text(date()).described('The first local date.'),
    endDate: field.text(date()).nullable().described('The last local date, inclusive. `null` for no end.'),
    startTime: field.text(wallTime()).described('The time of day at the site.'),
    durationMinutes: field.integer(duration()).described('The duration of a session in minutes.'),
    timezone: field
      .text(timeZone())
      .optional()
      .described("The time zone of its dates and times. Defaults to the site's time zone."),
    recurrenceRule: field.object(RecurrenceRuleRequest).replaced().nullable().derivedAs(nullable(RecurrenceRuleSchema)),
    status: field
      .word(SCHEDULE_STATUSES)
      .default('active')
      .sentAs(oneOf('active', 'paused'))
      .described('`paused` creates no sessions; `ended` follows the last session. Only DELETE archives.'),
    horizonDays: field
      .integer(integer(1, 730))
      .shownAs(count())
      .nullable()
      .described('How many days in advance sessions are created. `null` to use the settings.'),
    generatedUntil: field
      .text(date())
      .nullable()
      .readOnly()
      .described('The last local date for which sessions have been created.'),
    nextSessionAt: field.derived(nullable(instant())).described('The start of the next session.'),
    sessionCount: field.derived(count()).described('The number of its sessions.'),
    bookingPolicyOverrides: field
      .object(BookingPolicyOverrides)
      .nullable()
      .described('Booking settings that are overridden for its sessions.'),
    exceptions: field
      .list(listOfUpTo(500, ScheduleExceptionSchema))
      .described('Dates that differ from the recurrence rule.'),
    siteBefore: field
      .object(siteBefore)
      .nullable()
      .internal()
      .moves(nullable(siteBefore), 'The site when its sessions were last in line with it; null when they still are.'),
    archivedAt: field.archivedAt(),
    ...field.integrationFields,
  }),
  { sites: 'siteId' },
);

export type ScheduleRow = RowOf<typeof Schedule>;
export type ScheduleResponse = ResponseOf<typeof Schedule>;
/** The columns that sessions take from their schedule. */
export type InheritedColumns = Pick<ScheduleRow, Exclude<keyof typeof inherited, 'locationId'>>;
