import { Type } from '@sinclair/typebox';
import { count, described, id, instant, nullable, object, oneOf, type Static, shape } from '../../kernel/schemas.ts';

/** What may take long enough that somebody wants to see how far it is. */
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
  kind: described(oneOf(...JOB_KINDS), 'What it does.'),
  state: described(oneOf(...JOB_STATES), 'How it stands. What has not succeeded has changed nothing.'),
  subject: described(
    nullable(Type.String()),
    'What it is about: the family of an import or export, the name of a schedule, the file of a backup.',
  ),
  done: described(
    count(),
    'How much of `total` is done: rows of an import, records of an export, percent of anything else.',
  ),
  total: described(count(), 'All that there is to do; 0 while that is not known, and for an export.'),
  step: described(nullable(Type.String()), 'What it does at this moment, where there are several steps.'),
  startedBy: described(nullable(Type.String()), 'The staff member, or the credential.'),
  problem: described(
    nullable(object({ code: Type.String(), message: Type.String() })),
    'Why it failed; null unless it did.',
  ),
  result: described(
    nullable(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))),
    'What came of it: the counts of an import, an export or a change of a schedule, the file of a backup.',
  ),
  startedAt: described(instant(), 'When it began.'),
  finishedAt: described(nullable(instant()), 'When it ended; null while it runs.'),
}));

export const JobsSchema = shape('Jobs', () => ({
  object: Type.Literal('jobs'),
  jobs: described(
    Type.Array(JobSchema),
    'Newest first: what runs, and what has ended since the server started, up to 50.',
  ),
}));

export type JobResponse = Static<typeof JobSchema>;
export type JobKind = (typeof JOB_KINDS)[number];
