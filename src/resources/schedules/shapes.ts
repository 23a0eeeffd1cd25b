import { Type } from '@sinclair/typebox';
import {
  archivedFields,
  count,
  date,
  deletedShape,
  described,
  flag,
  id,
  instant,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  shape,
  withDefault,
  withOneOf,
} from '../../kernel/schemas.ts';
import { Schedule } from './record.ts';

const overrides = {
  overrideConflicts: optional(withDefault(described(flag(), 'Whether an instructor may be busy at that time.'), false)),
  allowConflict: optional(withDefault(described(flag(), 'Whether the room may be taken at that time.'), false)),
};

export const CreateSchedule = withOneOf(
  shape('CreateScheduleRequest', () => ({ ...Schedule.create.properties, ...overrides })),
  'siteId',
  'locationId',
);

export const UpdateSchedule = shape('UpdateScheduleRequest', () => ({
  ...Schedule.patch.properties,
  ...overrides,
  effectiveFrom: optional(described(date(), 'The first local date that changes; today by default.')),
  overwriteModified: optional(
    withDefault(described(flag(), 'Whether individually changed sessions change too.'), false),
  ),
  onRemoved: optional(
    withDefault(described(oneOf('cancel', 'keep'), 'What happens to booked sessions whose slot is gone.'), 'cancel'),
  ),
}));

/** A session that needs the same instructor or room. */
export const conflict = object(() => ({
  kind: described(oneOf('instructor', 'room'), 'What both sessions need.'),
  instructorId: described(nullable(id()), 'The instructor; null for a room.'),
  roomName: described(nullable(Type.String()), 'The room; null for an instructor.'),
  startTime: described(instant(), 'When the new session would start.'),
  conflictingSessionId: described(
    nullable(id()),
    'The other session; null for a session at a site that you may not see.',
  ),
  conflictingStartTime: described(instant(), 'When the other session starts.'),
  conflictingName: described(nullable(Type.String()), 'The name of the other session; null like its id.'),
}));

export const DeletedSchedule = deletedShape('schedule', {
  ...archivedFields,
  sessionsCancelled: described(count(), 'How many sessions were cancelled.'),
  bookingsAffected: described(count(), 'How many bookings they had.'),
});

export type CreateScheduleBody = Static<typeof CreateSchedule>;
export type UpdateScheduleBody = Static<typeof UpdateSchedule>;
/** An instructor who would be in two places at once, or a room that would be taken twice. */
export type SessionConflict = Static<typeof conflict>;
