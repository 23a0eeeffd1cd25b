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
  at: described(instant(), 'When it ran.'),
  outcome: described(oneOf('ok', 'failed', 'skipped'), 'skipped: it could not run, which says nothing.'),
  file: described(nullable(Type.String()), 'The file of the backup.'),
  problem: described(nullable(Type.String()), 'What is wrong; null when nothing is.'),
  goodAt: described(nullable(instant()), 'The last run that found nothing wrong.'),
}));

const backupFields = {
  file: described(Type.String(), 'The name of its file.'),
  createdAt: described(instant(), 'When it was made.'),
  bytes: described(count(), 'The size of its file.'),
  release: described(Type.String(), 'The release of studiod that made it.'),
  schema: described(count(), 'The number of its schema.'),
  rows: described(count(), 'The rows in it, of all tables.'),
  mediaFiles: described(
    count(),
    'The files of media that it needs, which are beside it only where it was made with them.',
  ),
  cannotRestore: described(
    nullable(
      object({
        code: oneOf('newer_schema', 'other_key', 'command_line_only'),
        message: described(Type.String(), 'What to do instead.'),
      }),
    ),
    'Why it cannot be restored here; null when it can.',
  ),
};

const since = (what: string) => described(integer(0, 10_000), `The ${what} that are new.`);

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
      contentEntries: since('entries of the library'),
      challenges: since('challenges'),
    }),
    'What was made since, and a restore would lose. No count is above 10,000. Changes of older records are lost too.',
  ),
}));

const ListedBackup = shape('ListedBackup', () => ({ object: Type.Literal('backup'), ...backupFields }));
const BackupPage = listOf(ListedBackup, Type.String());

/** A page of the backups, newest first, and how they are made. The cursors are the names of files. */
export const BackupsSchema = shape('BackupList', () => ({
  ...BackupPage.properties,
  isAvailable: described(flag(), 'Whether this server has files to back up: a sandbox in memory has none.'),
  directory: described(nullable(Type.String()), 'Where they are.'),
  schedule: described(nullable(Type.String()), 'When they are made, as a cron pattern in UTC; null for never.'),
  targets: described(Type.Array(Type.String()), 'Where else they are copied.'),
  lastBackup: described(nullable(result), 'The last backup, whoever made it.'),
  lastTest: described(nullable(result), 'The last time that a backup was restored for a test.'),
  lastRestore: described(
    nullable(
      object({
        file: Type.String(),
        at: described(instant(), 'When it was tried.'),
        problem: described(nullable(Type.String()), 'Why it failed; null when it succeeded.'),
      }),
    ),
    'The restore with which this server began; null when it began without one. With a problem nothing was changed.',
  ),
  unreadable: described(
    Type.Array(object({ file: Type.String(), problem: described(Type.String(), 'What is damaged.') })),
    'Files whose manifest is damaged.',
  ),
}));

export const RestoreBackup = shape('RestoreBackup', () => ({
  studioName: described(line(200), "The studio's name, as a sign that this studio is meant."),
}));

const check = object(() => ({
  name: described(Type.String(), 'What is checked, as `studiod doctor` names it.'),
  status: described(oneOf('ok', 'warning', 'failed'), 'How it is.'),
  message: described(Type.String(), 'What was found.'),
  action: described(nullable(Type.String()), 'What to do; null when there is nothing to do.'),
}));

const reportFields = () => ({
  object: Type.Literal('system_report'),
  checkedAt: described(instant(), 'When it was checked.'),
  isOk: described(flag(), 'Whether no check failed.'),
  checks: Type.Array(check, { description: 'Every check of `studiod doctor`.' }),
});

export const SystemReport = shape('SystemReport', reportFields);

const queue = (what: string) =>
  described(
    object({
      waiting: described(integer(0, 10_000), 'How many wait. No count is above 10,000.'),
      oldestDueAt: described(nullable(instant()), 'When the first one is due, or was; null while nothing waits.'),
    }),
    what,
  );

export const SystemSchema = shape('System', () => ({
  object: Type.Literal('system'),
  release: described(Type.String(), 'The release of this server.'),
  environment: described(oneOf('production', 'sandbox'), 'A sandbox has made-up data.'),
  startedAt: described(instant(), 'Since when it runs.'),
  schema: described(count(), 'The number of the schema of its database.'),
  dataDirectory: described(nullable(Type.String()), 'Where its data are; null in memory.'),
  databaseBytes: described(count(), 'The size of its database.'),
  disk: described(
    nullable(
      object({
        freeBytes: described(count(), 'What is free.'),
        sizeBytes: described(count(), 'What the disk has.'),
        isLow: described(flag(), 'Whether less than a tenth is free.'),
        isFull: described(flag(), 'Whether writes are refused.'),
      }),
    ),
    'The disk of the data; null in memory.',
  ),
  queues: described(
    object({ webhooks: queue('Webhooks to send.'), mails: queue('Mails to send.') }),
    'What waits to be sent.',
  ),
  sendsMail: described(flag(), 'Whether a mail server is set up.'),
  lastBackup: described(nullable(result), 'The last backup.'),
  lastTest: described(nullable(result), 'The last time that a backup was restored for a test.'),
  report: described(
    nullable(object(reportFields)),
    'What the last check found since the start; null before the first one.',
  ),
}));

export type BackupResponse = Static<typeof BackupSchema>;
export type SystemReportResponse = Static<typeof SystemReport>;
