import { Type } from '@sinclair/typebox';
import { count, date, flag, id, instant, line, nullable, oneOf, timeZone, wallTime } from '../../kernel/schemas.ts';
import * as field from '../../records/fields.ts';
import { type ResponseOf, type RowOf, record } from '../../records/record.ts';
import { Instructor } from '../instructors/record.ts';
import { inherited, Schedule } from '../schedules/record.ts';
import { duration } from '../schedules/recurrence/shapes.ts';
import { Site } from '../sites/record.ts';
import { bookedCount } from './booking/seats.ts';

export const SESSION_STATUSES = ['scheduled', 'in_progress', 'completed', 'cancelled'] as const;
const REASONS = ['full', 'not_open_yet', 'closed', 'cancelled', 'started', 'private'] as const;

const counter = () => field.integer(count()).shownAs(count()).derived().default(0);

/** One class, appointment or event at its time (records.md "Session"). */
export const Session = record(
  'session',
  'sessions',
  () => ({
    ...inherited,
    status: field.derived(oneOf(...SESSION_STATUSES)).described('By the clock, except cancelled.'),
    location: field.related(nullable(Site.schema)),
    instructor: field.related(nullable(Instructor.schema)),
    schedule: field.related(nullable(Schedule.schema)),
    originalInstructorId: field.id().nullable().readOnly(),
    isSubstitute: field
      .computed(
        flag(),
        (row: { instructorId: string | null; originalInstructorId: string | null }) =>
          row.originalInstructorId !== null && row.originalInstructorId !== row.instructorId,
      )
      .described('Whether another instructor teaches than planned.'),
    scheduleId: field.id().nullable().readOnly(),
    occurrenceKey: field
      .text(
        Type.String({
          pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}$',
          description: 'Local date and time of the slot in its rule.',
        }),
      )
      .readOnly(),
    startTime: field.instant().described('When it starts, in UTC.'),
    endTime: field.instant().derived().described('When it ends, in UTC.'),
    durationMinutes: field.integer(duration()).described('Its length in minutes.'),
    timezone: field.text(timeZone()).readOnly().described('The time zone of its local date and time.'),
    localDate: field.text(date()).derived().described('The date at its place.'),
    localStartTime: field.text(wallTime()).derived().described('The time of day at its place.'),
    capacity: inherited.capacity.shownAs(nullable(Type.Integer({ description: 'null: unlimited' }))),
    bookedCount: field.computed(count(), bookedCount).described('Seats that are taken, by people who attended too.'),
    confirmedCount: counter().internal(),
    attendedCount: counter().described('Clients who attended.'),
    noShowCount: counter().described('Clients who had a seat and did not come.'),
    heldCount: field
      .computed(count(), ({ offersHeld }: { offersHeld: number }) => offersHeld)
      .described('Seats that are held until an offer is accepted or ends.'),
    offersHeld: counter().internal(),
    availableSpots: field.derived(nullable(count())).described('Seats that are free; null for no limit.'),
    waitlistEnabled: inherited.waitlistEnabled
      .derivedAs(flag())
      .described('Whether a full session has a waiting list.')
      .moves(nullable(flag()), 'As the session sets it itself; null where the settings do.'),
    waitlistCapacity: inherited.waitlistCapacity
      .derivedAs(nullable(count()))
      .described('The most clients who can wait; null for no limit.')
      .moves(nullable(count()), 'As the session sets it itself; null where the settings do.'),
    waitlistCount: field
      .computed(count(), ({ waitlistedCount }: { waitlistedCount: number }) => waitlistedCount)
      .described('Clients who wait.'),
    waitlistedCount: counter().internal(),
    isFull: field.derived(flag()).described('Whether no seat is free.'),
    isBookable: field.derived(flag()).described('Whether a client can book a seat now.'),
    notBookableReason: field.derived(nullable(oneOf(...REASONS))).described('Why it cannot be booked; null if it can.'),
    bookingOpensAt: field.derived(instant()).described('From when it can be booked.'),
    bookingClosesAt: field.derived(instant()).described('Until when it can be booked.'),
    freeCancelUntil: field.derived(instant()).described('Until when a booking can be cancelled free of charge.'),
    checkInOpensAt: field.derived(instant()).described('From when clients can check in.'),
    checkInClosesAt: field.derived(instant()).described('Until when clients can check in.'),
    // Not everybody may see it, and members only shortly before the start.
    virtualUrl: inherited.virtualUrl
      .derivedAs(nullable(Type.String()))
      .described('The address of the video; shown to clients with a booking, from 30 minutes before the start.'),
    isModified: field.flag().default(false).readOnly().described('Whether it differs from its schedule.'),
    cancelledAt: field.instant().nullable().readOnly().described('When it was cancelled; null if it was not.'),
    cancelReason: field
      .text(line(200))
      .nullable()
      .readOnly()
      .described(
        'Why it was cancelled. Clients who were booked read a reason in words, in the mail and with their booking.',
      ),
    completedAt: field.instant().nullable().internal(),
    // Changes with the time, the site or the instructor: clients who booked before may cancel free of charge.
    rescheduledId: field
      .id()
      .nullable()
      .internal()
      .moves(nullable(id()), 'Bookings with a lesser id may be cancelled free of charge.'),
    // Whether it has ever had a booking, so that lists of bookings find the sessions that have any.
    hasBookings: field.flag().default(false).internal(),
    noShowsDueAt: field
      .instant()
      .nullable()
      .internal()
      .moves(nullable(instant()), 'When confirmed bookings become no-shows; null for never.'),
  }),
  { sites: 'siteId' },
);

export type SessionRow = RowOf<typeof Session>;
export type SessionResponse = ResponseOf<typeof Session>;
