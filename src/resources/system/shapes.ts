import { Type } from '@sinclair/typebox';
import {
  count,
  described,
  flag,
  instant,
  integer,
  line,
  listOf,
  nullable,
  object,
  oneOf,
  type Static,
  shape,
} from '../../kernel/schemas.ts';

const result = object(() => ({
  at: described(instant(), 'Time at which it ran.'),
  outcome: described(
    oneOf('ok', 'failed', 'skipped'),
    '`skipped`: it could not run, which says nothing about the backups.',
  ),
  file: described(nullable(Type.String()), 'The file of the backup.'),
  problem: described(nullable(Type.String()), 'What is wrong. `null` if nothing is.'),
  goodAt: described(nullable(instant()), 'The last run that found nothing wrong.'),
}));

const backupFields = {
  file: described(Type.String(), 'The name of the file.'),
  createdAt: described(instant(), 'Time at which it was created.'),
  bytes: described(count(), 'The size of the file, in bytes.'),
  release: described(Type.String(), 'The studiod release that created it.'),
  schema: described(count(), 'The schema version.'),
  rows: described(count(), 'The number of rows in all tables.'),
  mediaFiles: described(
    count(),
    'The number of media files it refers to. They are only stored with it if it was created with media files.',
  ),
  cannotRestore: described(
    nullable(
      object({
        code: oneOf('newer_schema', 'other_key', 'command_line_only'),
        message: described(Type.String(), 'What to do instead.'),
        command: described(
          nullable(Type.String()),
          'The command that restores it while the server is stopped. `null` if this release cannot.',
        ),
      }),
    ),
    'Why it cannot be restored here. `null` if it can.',
  ),
};

const since = (what: string) => described(integer(0, 10_000), `The number of new ${what}.`);

export const BackupSchema = shape('Backup', () => ({
  object: Type.Literal('backup'),
  ...backupFields,
  since: described(
    object({
      clients: since('clients'),
      bookings: since('bookings'),
      packages: since('packages'),
      payments: since('payments'),
      checkins: since('check-ins'),
      sessions: since('sessions'),
      staff: since('staff members'),
      plans: since('plans'),
      schedules: since('schedules'),
      contentEntries: since('library entries'),
      challenges: since('challenges'),
    }),
    'What was created since and would be lost in a restore. Counts stop at 10,000. Changes to older records are ' +
      'lost, too.',
  ),
}));

const ListedBackup = shape('ListedBackup', () => ({ object: Type.Literal('backup'), ...backupFields }));
const BackupPage = listOf(ListedBackup, Type.String());

/** A page of the backups, newest first, and how they are made. The cursors are the names of files. */
export const BackupsSchema = shape('BackupList', () => ({
  ...BackupPage.properties,
  isAvailable: described(flag(), 'Whether this server has files to back up. A sandbox in memory has none.'),
  directory: described(nullable(Type.String()), 'The backup directory.'),
  schedule: described(nullable(Type.String()), 'When backups are created, as a cron pattern in UTC. `null` if never.'),
  targets: described(Type.Array(Type.String()), 'Where else backups are copied to.'),
  lastBackup: described(nullable(result), 'The last backup, however it was created.'),
  lastTest: described(nullable(result), 'The last test restore of a backup.'),
  lastRestore: described(
    nullable(
      object({
        file: Type.String(),
        at: described(instant(), 'Time at which it was attempted.'),
        problem: described(nullable(Type.String()), 'Why it failed. `null` if it succeeded.'),
      }),
    ),
    'The restore this server started with. `null` if it started without one. If there is a problem, nothing was ' +
      'changed.',
  ),
  unreadable: described(
    Type.Array(object({ file: Type.String(), problem: described(Type.String(), 'What is damaged.') })),
    'Files with a damaged manifest.',
  ),
}));

export const RestoreBackup = shape('RestoreBackup', () => ({
  studioName: described(line(200), "The studio's name, to confirm that this is the right studio."),
}));

const check = object(() => ({
  name: described(Type.String(), 'The name of the check, as in `studiod doctor`.'),
  status: described(oneOf('ok', 'warning', 'failed'), 'The result of the check.'),
  message: described(Type.String(), 'What was found.'),
  action: described(nullable(Type.String()), 'What to do. `null` if there is nothing to do.'),
  found: described(
    Type.Array(
      object({
        code: described(Type.String(), 'What was found, such as `disk_full`. New codes are added.'),
        data: described(Type.Array(Type.String()), 'Paths, numbers, timestamps, and messages of other programs.'),
      }),
    ),
    'What was found, for programs. Empty if there is nothing to add.',
  ),
}));

const reportFields = () => ({
  object: Type.Literal('system_report'),
  checkedAt: described(instant(), 'Time of the check.'),
  isOk: described(flag(), 'Whether all checks passed.'),
  checks: Type.Array(check, { description: 'All checks of `studiod doctor`.' }),
});

export const SystemReport = shape('SystemReport', reportFields);

const queue = (what: string) =>
  described(
    object({
      waiting: described(integer(0, 10_000), 'The number waiting. Counts stop at 10,000.'),
      oldestDueAt: described(
        nullable(instant()),
        'Time at which the first one is or was due. `null` if none is waiting.',
      ),
    }),
    what,
  );

export const SystemSchema = shape('System', () => ({
  object: Type.Literal('system'),
  release: described(Type.String(), 'The release of this server.'),
  environment: described(oneOf('production', 'sandbox'), 'A sandbox has made-up data.'),
  startedAt: described(instant(), 'Time at which the server started.'),
  schema: described(count(), 'The schema version of the database.'),
  dataDirectory: described(nullable(Type.String()), 'The data directory. `null` in memory.'),
  databaseBytes: described(count(), 'The size of the database.'),
  disk: described(
    nullable(
      object({
        freeBytes: described(count(), 'The free space.'),
        sizeBytes: described(count(), 'The total space.'),
        isLow: described(flag(), 'Whether less than a tenth is free.'),
        isFull: described(flag(), 'Whether writes are refused.'),
      }),
    ),
    'The disk that holds the data. `null` in memory.',
  ),
  queues: described(
    object({ webhooks: queue('Webhooks to be sent.'), mails: queue('Emails to be sent.') }),
    'The send queues.',
  ),
  sendsMail: described(flag(), 'Whether a mail server is set up.'),
  lastBackup: described(nullable(result), 'The last backup.'),
  lastTest: described(nullable(result), 'The last test restore of a backup.'),
  report: described(
    nullable(object(reportFields)),
    'The result of the last check since the server started. `null` before the first one.',
  ),
}));

export type BackupResponse = Static<typeof BackupSchema>;
export type SystemReportResponse = Static<typeof SystemReport>;
