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
  overrideConflicts: optional(
    withDefault(described(flag(), 'Whether to allow an instructor who is busy at that time.'), false),
  ),
  allowConflict: optional(withDefault(described(flag(), 'Whether to allow a room that is taken at that time.'), false)),
};

export const CreateSchedule = withOneOf(
  shape('CreateScheduleRequest', () => ({ ...Schedule.create.properties, ...overrides })),
  'siteId',
  'locationId',
);

export const UpdateSchedule = shape('UpdateScheduleRequest', () => ({
  ...Schedule.patch.properties,
  ...overrides,
  effectiveFrom: optional(described(date(), 'The first local date that changes. Defaults to today.')),
  overwriteModified: optional(
    withDefault(described(flag(), 'Whether to also change sessions that were changed individually.'), false),
  ),
  onRemoved: optional(
    withDefault(
      described(oneOf('cancel', 'keep'), 'What happens to booked sessions whose slot no longer exists.'),
      'cancel',
    ),
  ),
}));

/** A session that needs the same instructor or room. */
export const conflict = object(() => ({
  kind: described(oneOf('instructor', 'room'), 'What both sessions need.'),
  instructorId: described(nullable(id()), 'The instructor. `null` for a room.'),
  instructorName: described(nullable(Type.String()), "The instructor's name. `null` for a room."),
  roomName: described(nullable(Type.String()), 'The room. `null` for an instructor.'),
  startTime: described(instant(), 'Time at which the new session would start.'),
  conflictingSessionId: described(nullable(id()), 'The other session. `null` for a session at a site you cannot see.'),
  conflictingStartTime: described(instant(), 'Time at which the other session starts.'),
  conflictingEndTime: described(instant(), 'Time at which the other session ends.'),
  conflictingName: described(nullable(Type.String()), 'The name of the other session. `null` if its ID is `null`.'),
  conflictingRoomName: described(
    nullable(Type.String()),
    'The room of the other session. `null` if it has none, or if its ID is `null`.',
  ),
}));

export const DeletedSchedule = deletedShape('schedule', {
  ...archivedFields,
  sessionsCancelled: described(count(), 'The number of sessions canceled.'),
  bookingsAffected: described(count(), 'The number of bookings they had.'),
});

export type CreateScheduleBody = Static<typeof CreateSchedule>;
export type UpdateScheduleBody = Static<typeof UpdateSchedule>;
/** An instructor who would be in two places at the same time, or a room that would be taken twice. */
export type SessionConflict = Static<typeof conflict>;
