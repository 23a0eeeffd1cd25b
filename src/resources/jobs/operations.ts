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

/** Whether a caller may see a job: who has begun it may. Imports are for who may import at all sites, other jobs for who may make backups. */
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
        summary: 'List long work',
        description:
          'What the caller has begun, such as an export or a change of a schedule that takes a while; the imports of all, and for who may make backups every job: what runs, and what has ended.',
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
        summary: 'Retrieve how far long work is',
        description:
          'A restart of the server forgets its jobs. What ran then has changed nothing, except that a change of a schedule goes on, as another job.',
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
