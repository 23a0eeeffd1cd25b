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
    status: field.derived(oneOf(...SESSION_STATUSES)).described('Determined by the time, except `cancelled`.'),
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
      .described('Whether a substitute is teaching.'),
    scheduleId: field.id().nullable().readOnly(),
    occurrenceKey: field
      .text(
        Type.String({
          pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}$',
          description: 'The local date and time of its slot in the recurrence rule.',
        }),
      )
      .readOnly(),
    startTime: field.instant().described('Time at which it starts, in UTC.'),
    endTime: field.instant().derived().described('Time at which it ends, in UTC.'),
    durationMinutes: field.integer(duration()).described('The duration in minutes.'),
    timezone: field.text(timeZone()).readOnly().described('The time zone of its local date and time.'),
    localDate: field.text(date()).derived().described('The local date.'),
    localStartTime: field.text(wallTime()).derived().described('The local time of day.'),
    capacity: inherited.capacity.shownAs(nullable(Type.Integer({ description: 'The capacity. `null` for no limit.' }))),
    bookedCount: field
      .computed(count(), bookedCount)
      .described('The number of spots taken, including by clients who attended.'),
    confirmedCount: counter().internal(),
    attendedCount: counter().described('The number of clients who attended.'),
    noShowCount: counter().described('The number of clients with a spot who did not come.'),
    heldCount: field
      .computed(count(), ({ offersHeld }: { offersHeld: number }) => offersHeld)
      .described('The number of spots held until an offer is accepted or expires.'),
    offersHeld: counter().internal(),
    availableSpots: field.derived(nullable(count())).described('The number of open spots. `null` for no limit.'),
    waitlistEnabled: inherited.waitlistEnabled
      .derivedAs(flag())
      .described('Whether a full session has a waitlist.')
      .moves(nullable(flag()), 'As the session sets it itself; null where the settings do.'),
    waitlistCapacity: inherited.waitlistCapacity
      .derivedAs(nullable(count()))
      .described('The maximum number of clients on the waitlist. `null` for no limit.')
      .moves(nullable(count()), 'As the session sets it itself; null where the settings do.'),
    waitlistCount: field
      .computed(count(), ({ waitlistedCount }: { waitlistedCount: number }) => waitlistedCount)
      .described('The number of clients on the waitlist.'),
    waitlistedCount: counter().internal(),
    isFull: field.derived(flag()).described('Whether no spot is open.'),
    isBookable: field.derived(flag()).described('Whether a client can book a spot now.'),
    notBookableReason: field
      .derived(nullable(oneOf(...REASONS)))
      .described('Why it cannot be booked. `null` if it can.'),
    bookingOpensAt: field.derived(instant()).described('Time at which booking opens.'),
    bookingClosesAt: field.derived(instant()).described('Time at which booking closes.'),
    freeCancelUntil: field.derived(instant()).described('Time until which a booking can be canceled free of charge.'),
    checkInOpensAt: field.derived(instant()).described('Time at which check-in opens.'),
    checkInClosesAt: field.derived(instant()).described('Time at which check-in closes.'),
    staffEditUntil: field
      .derived(instant())
      .described('Time until which staff can book, substitute, and correct it, also after it has started.'),
    // Not everyone may see it, and members only shortly before the start.
    virtualUrl: inherited.virtualUrl
      .derivedAs(nullable(Type.String()))
      .described('The URL of the video call. Shown to booked clients from 30 minutes before the start.'),
    isModified: field.flag().default(false).readOnly().described('Whether it differs from its schedule.'),
    cancelledAt: field
      .instant()
      .nullable()
      .readOnly()
      .described('Time at which it was canceled. `null` if it was not.'),
    cancelReason: field
      .text(line(200))
      .nullable()
      .readOnly()
      .described('Why it was canceled. Booked clients read a reason given as text, in the email and on their booking.'),
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
