import { type Static, Type } from '@sinclair/typebox';
import {
  count,
  date,
  description,
  flag,
  id,
  instant,
  integer,
  listOf,
  listOfUpTo,
  money,
  name,
  nullable,
  oneOf,
  optional,
  part,
  patchOf,
  recordFields,
  shape,
  url,
  wallTime,
} from '../../kernel/schemas.ts';
import { Instructor, MemberInstructor } from '../instructors/record.ts';
import { Schedule } from '../schedules/shapes.ts';
import { Site } from '../sites/record.ts';

const text = () => nullable(Type.String());
export const sessionStatus = () => oneOf('scheduled', 'in_progress', 'completed', 'cancelled');

/** One class, appointment or event at its time (records.md "Session"). */
export const Session = shape('Session', {
  ...recordFields('session'),
  name: Type.String(),
  description: text(),
  category: text(),
  level: text(),
  tags: Type.Array(Type.String()),
  imageUrl: text(),
  type: oneOf('class', 'appointment', 'event', 'course', 'open_gym'),
  status: sessionStatus(),
  siteId: id(),
  locationId: id(),
  location: optional(nullable(Site.schema)),
  roomName: text(),
  instructorId: nullable(id()),
  instructor: optional(nullable(Instructor.schema)),
  originalInstructorId: nullable(id()),
  additionalInstructorIds: Type.Array(id()),
  isSubstitute: flag(),
  scheduleId: nullable(id()),
  schedule: optional(nullable(Schedule)),
  occurrenceKey: Type.String({ description: 'Local date and time of the slot in its rule.' }),
  startTime: instant(),
  endTime: instant(),
  durationMinutes: Type.Integer(),
  timezone: Type.String(),
  localDate: date(),
  localStartTime: wallTime(),
  capacity: nullable(Type.Integer({ description: 'null: unlimited' })),
  bookedCount: count(),
  attendedCount: count(),
  availableSpots: nullable(count()),
  waitlistEnabled: flag(),
  waitlistCapacity: nullable(count()),
  waitlistCount: count(),
  isFull: flag(),
  isBookable: flag(),
  notBookableReason: nullable(oneOf('full', 'not_open_yet', 'closed', 'cancelled', 'started', 'private')),
  bookingOpensAt: instant(),
  bookingClosesAt: instant(),
  freeCancelUntil: instant(),
  checkInOpensAt: instant(),
  checkInClosesAt: instant(),
  creditCost: Type.Integer(),
  dropInPrice: nullable(money()),
  isVirtual: flag(),
  virtualUrl: text(),
  isPrivate: flag(),
  isModified: flag(),
  cancelledAt: nullable(instant()),
  cancelReason: text(),
});

export const SessionList = listOf(Session);

const myBooking = part({
  id: id(),
  status: oneOf('confirmed', 'waitlisted', 'attended', 'noshow'),
  waitlistPosition: nullable(Type.Integer({ minimum: 1, description: 'null unless it waits' })),
});
const eligibility = part({
  canBook: flag(),
  action: oneOf('book', 'join_waitlist', 'none'),
  reason: nullable(
    oneOf(
      ...(['cancelled', 'started', 'already_booked', 'client_suspended', 'private', 'not_open_yet', 'closed'] as const),
      ...(['booking_limit_reached', 'overlapping_booking', 'full', 'waitlist_full', 'no_eligible_package'] as const),
    ),
  ),
  packageId: nullable(Type.String({ format: 'uuid', description: 'The package that would pay.' })),
});

const { schedule: _schedule, location: _location, instructor: _instructor, ...told } = Session.properties;

/** A session as it stands to a member (records.md "member views"). */
export const MemberSession = shape('MemberSession', {
  ...told,
  location: optional(nullable(Site.schema)),
  instructor: optional(nullable(MemberInstructor)),
  myBooking: nullable(myBooking),
  eligibility,
});

export const MemberSessionList = listOf(MemberSession);

const capacity = () => integer(1, 10_000);
const overrideConflicts = optional(flag());

/** A session that belongs to no schedule. */
export const CreateSession = shape('CreateSessionRequest', {
  name: name(),
  description: optional(nullable(description())),
  category: optional(nullable(name())),
  level: optional(nullable(name())),
  tags: optional(listOfUpTo(50, name())),
  imageUrl: optional(nullable(url())),
  type: optional(oneOf('class', 'appointment', 'event', 'course', 'open_gym')),
  siteId: optional(id()),
  locationId: optional(id()),
  roomName: optional(nullable(name())),
  instructorId: optional(nullable(id())),
  additionalInstructorIds: optional(listOfUpTo(10, id())),
  startTime: instant(),
  durationMinutes: integer(5, 1440),
  capacity: optional(nullable(capacity())),
  waitlistEnabled: optional(nullable(flag())),
  waitlistCapacity: optional(nullable(integer(0, 10_000))),
  creditCost: optional(integer(0, 1000)),
  dropInPrice: optional(nullable(money())),
  isVirtual: optional(flag()),
  virtualUrl: optional(nullable(url())),
  isPrivate: optional(flag()),
  overrideConflicts,
});

export const UpdateSession = patchOf('UpdateSessionRequest', CreateSession);

export const CancelSession = shape('CancelSessionRequest', {
  reason: optional(Type.String({ format: 'line', minLength: 1, maxLength: 200, description: 'What is told of it.' })),
});

export const SubstituteInstructor = shape('SubstituteInstructorRequest', { instructorId: id(), overrideConflicts });

export type CreateSessionBody = Static<typeof CreateSession>;
export type UpdateSessionBody = Static<typeof UpdateSession>;
export type CancelSessionBody = Static<typeof CancelSession>;
export type SubstituteBody = Static<typeof SubstituteInstructor>;
export type SessionWire = Static<typeof Session>;
export type MemberSessionWire = Static<typeof MemberSession>;
/** What a session means to a member. */
export type Standing = Pick<MemberSessionWire, 'myBooking' | 'eligibility'>;
