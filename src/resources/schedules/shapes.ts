import { Type } from '@sinclair/typebox';
import {
  archivedFields,
  count,
  date,
  deletedShape,
  described,
  extensionParameter,
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

const overrideConflicts = optional(
  withDefault(described(flag(), 'Whether an instructor may be busy at that time.'), false),
);

export const CreateSchedule = withOneOf(
  shape('CreateScheduleRequest', () => ({ ...Schedule.create.properties, overrideConflicts })),
  'siteId',
  'locationId',
);

export const UpdateSchedule = shape('UpdateScheduleRequest', () => ({
  ...Schedule.patch.properties,
  overrideConflicts,
  effectiveFrom: optional(described(date(), 'The first local date that changes; today by default.')),
  overwriteModified: optional(
    withDefault(described(flag(), 'Whether individually changed sessions change too.'), false),
  ),
  onRemoved: optional(
    withDefault(described(oneOf('cancel', 'keep'), 'What happens to booked sessions whose slot is gone.'), 'cancel'),
  ),
}));

const conflict = object(() => ({
  instructorId: id(),
  startTime: described(instant(), 'When the new session would start.'),
  conflictingSessionId: described(
    nullable(id()),
    'The other session; null for a session at a site that you may not see.',
  ),
  conflictingStartTime: described(instant(), 'When the other session starts.'),
  conflictingName: described(nullable(Type.String()), 'The name of the other session; null like its id.'),
}));

/** What a PATCH would do, without doing it. */
export const SchedulePreview = shape('ScheduleChangePreview', () => ({
  object: Type.Literal('schedule_change_preview'),
  sessionsCreated: described(count(), 'How many sessions would be created.'),
  sessionsUpdated: described(count(), 'How many sessions would change.'),
  sessionsCancelled: described(count(), 'How many sessions would be cancelled.'),
  bookingsAffected: described(count(), 'How many bookings have such a session.'),
  conflicts: described(Type.Array(conflict), 'Times at which an instructor is busy.'),
}));

export const ChangeQuery = object(() => ({ dry_run: extensionParameter(flag()) }));

export const DeletedSchedule = deletedShape('schedule', {
  ...archivedFields,
  sessionsCancelled: described(count(), 'How many sessions were cancelled.'),
  bookingsAffected: described(count(), 'How many bookings they had.'),
});

export type CreateScheduleBody = Static<typeof CreateSchedule>;
export type UpdateScheduleBody = Static<typeof UpdateSchedule>;
/** An instructor who would be in two places at once. */
export type InstructorConflict = Static<typeof conflict>;
