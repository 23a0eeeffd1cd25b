import { businessOperations } from '../../http/operations/declare.ts';
import { actorOf, type Caller, hasPermission } from '../../kernel/caller.ts';
import { notFound } from '../../kernel/problem.ts';
import { jobExample } from './example.ts';
import type { JobRegistry } from './registry.ts';
import { type JobKind, type JobResponse, JobSchema, JobsSchema } from './shapes.ts';

interface JobDeps {
  readonly jobs: JobRegistry;
}

const IMPORTS: readonly JobKind[] = ['import', 'import_check'];

/** Whether a caller may see a job: whoever started it may. Imports are for people who can import at all sites, other jobs for people who can make backups. */
const maySee = (caller: Caller, { kind, startedBy }: JobResponse): boolean =>
  startedBy === actorOf(caller) ||
  (caller.siteIds === null && (IMPORTS.includes(kind) || hasPermission(caller, 'backups:manage')));

/** How far long work is. */
export const jobOperations = ({ jobs }: JobDeps) =>
  businessOperations({ tag: 'Data and system' }, 'manage', ({ read }) => [
    read(
      'GET /manage/jobs',
      'listJobs',
      {
        summary: 'List jobs',
        description:
          "Returns the caller's jobs, such as an export or a schedule change that takes a while; everyone's " +
          'imports; and, for callers who can make backups, all jobs. Includes running and finished jobs.',
        response: JobsSchema,
        staff: 'packages:adjust',
        sites: 'brand',
      },
      (_read, { caller }) => ({ object: 'jobs', jobs: jobs.all().filter((job) => maySee(caller, job)) }),
    ),
    read(
      'GET /manage/jobs/:id',
      'getJob',
      {
        summary: 'Retrieve the progress of a job',
        description:
          'Jobs are lost when the server restarts. Interrupted jobs have changed nothing, except that a schedule ' +
          'change continues as a new job.',
        response: JobSchema,
        errors: [404],
        staff: 'packages:adjust',
        sites: 'brand',
        isInteractive: true,
        answers: { 200: jobExample('export', 'clients', { rows: 412 }) },
      },
      (_read, { caller, id }) => {
        const job = jobs.find(id);
        if (job === undefined || !maySee(caller, job)) throw notFound('job', id);
        return job;
      },
    ),
  ]);
