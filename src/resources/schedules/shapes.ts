import { Type } from '@sinclair/typebox';
import {
  archivedFields,
  count,
  date,
  deletedShape,
  extensionParameter,
  flag,
  id,
  instant,
  oneOf,
  optional,
  part,
  type Static,
  shape,
} from '../../kernel/schemas.ts';
import { Schedule } from './record.ts';

const overrideConflicts = optional(flag());

export const CreateSchedule = shape('CreateScheduleRequest', { ...Schedule.create.properties, overrideConflicts });

export const UpdateSchedule = shape('UpdateScheduleRequest', {
  ...Schedule.patch.properties,
  overrideConflicts,
  effectiveFrom: optional(date()),
  overwriteModified: optional(flag()),
  onRemoved: optional(oneOf('cancel', 'keep')),
});

const conflict = part({
  instructorId: id(),
  startTime: instant(),
  conflictingSessionId: id(),
  conflictingStartTime: instant(),
  conflictingName: Type.String(),
});

/** What a PATCH would do, without doing it. */
export const SchedulePreview = shape('ScheduleChangePreview', {
  object: Type.Literal('schedule_change_preview'),
  sessionsCreated: count(),
  sessionsUpdated: count(),
  sessionsCancelled: count(),
  bookingsAffected: count(),
  conflicts: Type.Array(conflict),
});

export const ChangeQuery = part({ dry_run: extensionParameter(flag()) });

export const DeletedSchedule = deletedShape('schedule', {
  ...archivedFields,
  sessionsCancelled: count(),
  bookingsAffected: count(),
});

export type CreateScheduleBody = Static<typeof CreateSchedule>;
export type UpdateScheduleBody = Static<typeof UpdateSchedule>;
/** An instructor who would be in two places at once. */
export type InstructorConflict = Static<typeof conflict>;
