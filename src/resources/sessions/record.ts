import { Type } from '@sinclair/typebox';
import * as field from '../../database/fields.ts';
import { type AnswerOf, type RowOf, record } from '../../database/record.ts';
import { count, date, flag, instant, nullable, oneOf, timeZone, wallTime } from '../../kernel/schemas.ts';
import { Instructor } from '../instructors/record.ts';
import { inherited, Schedule } from '../schedules/record.ts';
import { duration } from '../schedules/recurrence/shapes.ts';
import { Site } from '../sites/record.ts';

export const SESSION_STATUSES = ['scheduled', 'in_progress', 'completed', 'cancelled'] as const;
const REASONS = ['full', 'not_open_yet', 'closed', 'cancelled', 'started', 'private'] as const;

const counter = () => field.integer(count()).answeredAs(count()).readOnly().default(0);

/** One class, appointment or event at its time (records.md "Session"). */
export const Session = record(
  'session',
  'sessions',
  {
    ...inherited,
    status: field.derived(oneOf(...SESSION_STATUSES)),
    location: field.related(nullable(Site.schema)),
    instructor: field.related(nullable(Instructor.schema)),
    schedule: field.related(nullable(Schedule.schema)),
    originalInstructorId: field.id().nullable().readOnly(),
    isSubstitute: field.computed(
      flag(),
      (row: { instructorId: string | null; originalInstructorId: string | null }) =>
        row.originalInstructorId !== null && row.originalInstructorId !== row.instructorId,
    ),
    scheduleId: field.id().nullable().readOnly(),
    occurrenceKey: field.text(Type.String({ description: 'Local date and time of the slot in its rule.' })).readOnly(),
    startTime: field.instant(),
    endTime: field.instant().readOnly(),
    durationMinutes: field.integer(duration()),
    timezone: field.text(timeZone()).readOnly(),
    localDate: field.text(date()).readOnly(),
    localStartTime: field.text(wallTime()).readOnly(),
    capacity: inherited.capacity.answeredAs(nullable(Type.Integer({ description: 'null: unlimited' }))),
    bookedCount: field.computed(
      count(),
      (row: { confirmedCount: number; attendedCount: number; noShowCount: number }) =>
        row.confirmedCount + row.attendedCount + row.noShowCount,
    ),
    confirmedCount: counter().internal(),
    attendedCount: counter(),
    noShowCount: counter().internal(),
    // Seats that are offered to waiting clients until they confirm.
    offersHeld: counter().internal(),
    availableSpots: field.derived(nullable(count())),
    waitlistEnabled: inherited.waitlistEnabled.derivedAs(flag()),
    waitlistCapacity: inherited.waitlistCapacity.derivedAs(nullable(count())),
    waitlistCount: field.computed(count(), ({ waitlistedCount }: { waitlistedCount: number }) => waitlistedCount),
    waitlistedCount: counter().internal(),
    isFull: field.derived(flag()),
    isBookable: field.derived(flag()),
    notBookableReason: field.derived(nullable(oneOf(...REASONS))),
    bookingOpensAt: field.derived(instant()),
    bookingClosesAt: field.derived(instant()),
    freeCancelUntil: field.derived(instant()),
    checkInOpensAt: field.derived(instant()),
    checkInClosesAt: field.derived(instant()),
    // Not everybody may see it, and members only shortly before the start.
    virtualUrl: inherited.virtualUrl.derivedAs(nullable(Type.String())),
    isModified: field.flag().default(false).readOnly(),
    cancelledAt: field.instant().nullable().readOnly(),
    cancelReason: field.text(Type.String()).nullable().readOnly(),
    completedAt: field.instant().nullable().internal(),
    // Changes with the time, the site or the instructor: whoever booked before may cancel free of charge.
    rescheduledId: field.id().nullable().internal(),
    // When clients who did not check in become no-shows; null for never.
    noShowsDueAt: field.instant().nullable().internal(),
  },
  { sites: 'siteId' },
);

export type SessionRow = RowOf<typeof Session>;
export type SessionAnswer = AnswerOf<typeof Session>;
