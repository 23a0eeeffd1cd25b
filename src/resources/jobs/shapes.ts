import { Type } from '@sinclair/typebox';
import { count, described, id, instant, nullable, object, oneOf, type Static, shape } from '../../kernel/schemas.ts';

/** What may take long enough that someone wants to see how far it is. */
const JOB_KINDS = [
  'import',
  'import_check',
  'export',
  'schedule_change',
  'backup',
  'backup_verification',
  'restore',
] as const;

const JOB_STATES = ['running', 'succeeded', 'failed'] as const;

export const JobSchema = shape('Job', () => ({
  id: id(),
  object: Type.Literal('job'),
  kind: described(oneOf(...JOB_KINDS), 'What the job does.'),
  state: described(oneOf(...JOB_STATES), 'The status of the job. A job that has not succeeded has changed nothing.'),
  subject: described(
    nullable(Type.String()),
    'What it is about: the family of an import or export, the name of a schedule, or the file of a backup.',
  ),
  done: described(
    count(),
    'How much of `total` is done: rows of an import, records of an export, or percent of anything else.',
  ),
  total: described(count(), 'The total amount of work. 0 while unknown, and for exports.'),
  step: described(nullable(Type.String()), 'The current step, if there are several.'),
  startedBy: described(nullable(Type.String()), 'The staff member, or the credential.'),
  problem: described(
    nullable(object({ code: Type.String(), message: Type.String() })),
    'Why it failed. `null` if it did not.',
  ),
  result: described(
    nullable(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))),
    'The result: the counts of an import, an export, or a schedule change, or the file of a backup.',
  ),
  startedAt: described(instant(), 'Time at which it started.'),
  finishedAt: described(nullable(instant()), 'Time at which it ended. `null` while it is running.'),
}));

export const JobsSchema = shape('Jobs', () => ({
  object: Type.Literal('jobs'),
  jobs: described(
    Type.Array(JobSchema),
    'Running jobs, and those finished since the server started, newest first. Up to 50.',
  ),
}));

export type JobResponse = Static<typeof JobSchema>;
export type JobKind = (typeof JOB_KINDS)[number];
