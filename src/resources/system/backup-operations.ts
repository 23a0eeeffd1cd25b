import type { Manifest } from '../../database/backup/backup.ts';
import type { Store } from '../../database/store.ts';
import type { ErrorReporter } from '../../http/errors.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import { actorOf, type Caller, requireWholeBrand, staffIdOf } from '../../kernel/caller.ts';
import { conflict, forbidden, invalidParam } from '../../kernel/problem.ts';
import type { Report } from '../../kernel/report.ts';
import { pageOfAll } from '../../records/pages.ts';
import { jobExample } from '../jobs/example.ts';
import type { JobRegistry } from '../jobs/registry.ts';
import { type JobKind, type JobResponse, JobSchema } from '../jobs/shapes.ts';
import { brandSettings } from '../settings/queries.ts';
import { backupView, findBackup, lastResults, madeSince, requireMachine } from './backups.ts';
import type { Machine } from './port.ts';
import { BackupSchema, BackupsSchema, RestoreBackup } from './shapes.ts';

export interface SystemDeps {
  readonly store: Store;
  readonly jobs: JobRegistry;
  readonly machine: Machine | undefined;
  readonly reportError: ErrorReporter;
}

const BINARY = 'application/vnd.sqlite3';

/** Whether backups can be made, where they are, and when they are made. */
const waysOf = (machine: Machine | undefined) => ({
  isAvailable: machine !== undefined,
  directory: machine?.backupDirectory ?? null,
  schedule: machine?.backupSchedule ?? null,
  targets: [...(machine?.targets ?? [])],
  lastRestore: machine?.lastRestore ?? null,
});

/** A backup has everything, and a restore replaces it: a key of an integration is not enough. */
const requirePerson = (caller: Caller): void => {
  requireWholeBrand(caller, 'backups');
  if (caller.kind === 'staff') return;
  throw forbidden('Only an owner can do this: sign in to the console, or use a key that acts for an owner.');
};

const common = { staff: 'backups:manage', sites: 'brand', isInteractive: true } as const;

const BACKUP = {
  object: 'backup',
  file: 'studiod-2026-03-02T03-00-00Z.db',
  createdAt: '2026-03-02T03:00:00.000Z',
  bytes: 6_004_736,
  release: '1.0.0',
  schema: 114,
  rows: 18_240,
  mediaFiles: 4,
  cannotRestore: null,
  since: {
    clients: 1,
    bookings: 12,
    packages: 1,
    payments: 2,
    checkins: 9,
    sessions: 0,
    staff: 0,
    plans: 0,
    schedules: 0,
    contentEntries: 0,
    challenges: 0,
  },
};

/** Backups of the whole studio, and their way back. */
export const backupOperations = ({ store, jobs, machine, reportError }: SystemDeps) => {
  /** @throws Problem 409 `job_in_progress` */
  const begin = (
    caller: Caller,
    kind: JobKind,
    subject: string | null,
    work: (report: Report) => Promise<Record<string, string | number>>,
  ): JobResponse => {
    const running = jobs.running('backup', 'backup_verification', 'restore');
    if (running !== undefined) {
      throw conflict('job_in_progress', `The ${running.kind} ${running.id} is still running. Wait until it is done.`);
    }
    return jobs.start(
      { kind, subject, startedBy: actorOf(caller) },
      ({ report }) => work((what, done, total) => report(done, total, what)),
      (error) => reportError(error, kind),
    );
  };

  return businessOperations({ tag: 'Data and system', audited: true }, 'manage', ({ read, list, flow, exchange }) => [
    list<{ readonly manifest: Manifest }>(
      'GET /manage/backups',
      'listBackups',
      {
        summary: 'List backups',
        description:
          'Returns the newest first, with the schedule, the last test, and whether each can be restored here.',
        response: BackupsSchema,
        staff: 'backups:manage',
        sites: 'brand',
      },
      (view, { caller, page }) => {
        requireWholeBrand(caller, 'backups');
        const { backups, unreadable } = machine?.backups() ?? { backups: [], unreadable: [] };
        return {
          page: pageOfAll(
            backups.map((manifest) => ({ id: manifest.file, manifest })),
            page,
          ),
          view: ({ manifest }) => ({ object: 'backup', ...backupView(requireMachine(machine), manifest) }),
          added: { ...waysOf(machine), ...lastResults(view), unreadable: [...unreadable] },
        };
      },
    ),
    flow(
      'POST /manage/backups',
      'createBackup',
      {
        summary: 'Create a backup',
        description:
          'The studio keeps running. The backup is verified; the job says when it is done, and the name of its file.',
        response: JobSchema,
        status: 202,
        errors: [409],
        ...common,
        answers: { 202: jobExample('backup', null) },
      },
      async ({ caller }, conclude) => {
        requireWholeBrand(caller, 'backups');
        const owner = requireMachine(machine);
        const job = begin(caller, 'backup', null, async (report) => ({ file: await owner.makeBackup(report) }));
        return conclude(() => job);
      },
    ),
    read(
      'GET /manage/backups/:file',
      'getBackup',
      {
        summary: 'Retrieve a backup and what restoring it would lose',
        description: 'Counts the records created since, up to 10,000 of each kind.',
        response: BackupSchema,
        errors: [404, 409],
        ...common,
        answers: { 200: BACKUP },
      },
      (view, { caller, id }) => {
        requireWholeBrand(caller, 'backups');
        const owner = requireMachine(machine);
        const manifest = findBackup(owner, id);
        return { object: 'backup', ...backupView(owner, manifest), since: madeSince(view, manifest.createdAt) };
      },
    ),
    flow(
      'POST /manage/backups/:file/verify',
      'verifyBackup',
      {
        summary: 'Verify a backup',
        description:
          'Reads the whole backup, as a restore would. If it is damaged, the job fails and says what is wrong.',
        response: JobSchema,
        status: 202,
        errors: [404, 409],
        audited: false,
        ...common,
        answers: { 202: jobExample('backup_verification', BACKUP.file) },
      },
      async ({ caller, id }, conclude) => {
        requireWholeBrand(caller, 'backups');
        const owner = requireMachine(machine);
        const { file } = findBackup(owner, id);
        const job = begin(caller, 'backup_verification', file, async (report) => {
          await owner.verify(file, report);
          return { file };
        });
        return conclude(() => job);
      },
    ),
    exchange(
      'GET /manage/backups/:file/content',
      'downloadBackup',
      {
        summary: 'Download a backup',
        description:
          'The whole studio as one SQLite file, without media files. Its secrets can only be decrypted with ' +
          'studiod.key.',
        errors: [404, 409],
        audited: true,
        sensitive: true,
        ...common,
        protocol: {
          name: 'a file',
          root: '/manage/backups',
          request: {},
          response: { 'Content-Disposition': 'The name of the file.' },
          everyResponse: {},
          sends: BINARY,
        },
      },
      async ({ caller, id }, _request, headers, conclude) => {
        requirePerson(caller);
        const owner = requireMachine(machine);
        const { file, bytes, sha256 } = findBackup(owner, id);
        await store.write((tx) => conclude(tx, { file, bytes, sha256 }));
        headers['content-type'] = BINARY;
        headers['content-disposition'] = `attachment; filename="${file}"`;
        headers['cache-control'] = 'no-store';
        return new Response(Bun.file(owner.pathOf(file)));
      },
    ),
    flow(
      'POST /manage/backups/:file/restore',
      'restoreBackup',
      {
        summary: 'Restore the studio from a backup',
        description:
          'Verifies the backup; then the server stops for a few seconds and restarts with it. Nothing changes ' +
          'before that, and if the verification fails, the studio stays as it is. Everything created since the ' +
          'backup is lost, and everyone has to sign in again. The replaced database is kept in the data directory.',
        body: RestoreBackup,
        isBodyRequired: true,
        response: JobSchema,
        status: 202,
        errors: [404, 409],
        sensitive: true,
        ...common,
        answers: { 202: jobExample('restore', BACKUP.file) },
      },
      async ({ caller, id, body }, conclude) => {
        requirePerson(caller);
        const owner = requireMachine(machine);
        const manifest = findBackup(owner, id);
        const { cannotRestore, file } = backupView(owner, manifest);
        if (cannotRestore !== null) {
          const { code, message } = cannotRestore;
          throw conflict('backup_not_restorable', message, [{ param: '', code, message }]);
        }
        const name = brandSettings(store.view()).name;
        if (body.studioName.trim() !== name) {
          throw invalidParam('studioName', 'The studio has another name. Enter the name in the settings.', {
            reason: 'name_differs',
          });
        }
        const job = begin(caller, 'restore', file, async (report) => {
          await owner.verify(file, report);
          await owner.restore?.(file, staffIdOf(caller));
          return { file };
        });
        return conclude(() => job);
      },
    ),
  ]);
};
