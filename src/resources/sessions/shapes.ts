import { type Static, Type } from '@sinclair/typebox';
import { expandField, listQuery } from '../../web/paging.ts';
import {
  count,
  date,
  flag,
  id,
  instant,
  listOf,
  money,
  nullable,
  oneOf,
  optional,
  part,
  recordFields,
  shape,
  wallTime,
} from '../../web/shapes.ts';
import { Instructor } from '../instructors/shapes.ts';
import { Schedule } from '../schedules/shapes.ts';
import { Site } from '../sites/shapes.ts';

const text = () => nullable(Type.String());
const status = () => oneOf('scheduled', 'in_progress', 'completed', 'cancelled');

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
  status: status(),
  siteId: id(),
  locationId: id(),
  location: optional(nullable(Site)),
  roomName: text(),
  instructorId: nullable(id()),
  instructor: optional(nullable(Instructor)),
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

export const SessionQuery = listQuery({
  location_id: optional(id()),
  instructor_id: optional(id()),
  start_time_gte: optional(instant()),
  start_time_lte: optional(instant()),
  status: optional(status()),
  ...expandField,
});

export const OneSessionQuery = part(expandField);

export type SessionWire = Static<typeof Session>;
