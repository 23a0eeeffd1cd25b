import type { Manifest } from '../../database/backup/backup.ts';
import { backupResult } from '../../database/backup/results.ts';
import type { Read } from '../../database/database.ts';
import { migrations } from '../../database/migrate.ts';
import { epochOf } from '../../kernel/clock.ts';
import { idLowerBound } from '../../kernel/ids.ts';
import { conflict, notFound } from '../../kernel/problem.ts';
import type { Machine } from './port.ts';
import type { BackupResponse } from './shapes.ts';

const MOST_COUNTED = 10_000;

type Counted = keyof BackupResponse['since'];

/** @throws Problem 409 `backups_unavailable` */
export const requireMachine = (machine: Machine | undefined): Machine => {
  if (machine !== undefined) return machine;
  throw conflict(
    'backups_unavailable',
    'This server keeps its data in memory, so there is nothing to back up. Start it with a data directory.',
  );
};

/** @throws Problem 404 */
export const findBackup = (machine: Machine, file: string): Manifest => {
  const found = machine.backups().backups.find((each) => each.file === file);
  if (found === undefined) throw notFound('backup', file);
  return found;
};

/** Why a backup cannot be restored by this server. */
const obstacleOf = (machine: Machine, { file, schema, keyFingerprint }: Manifest): BackupResponse['cannotRestore'] => {
  if (schema > migrations.length) {
    const message = `It has schema ${schema}, but this release supports schemas up to ${migrations.length}. Upgrade studiod first.`;
    return { code: 'newer_schema', message, command: null };
  }
  const command = `studiod restore ${machine.pathOf(file)} --data ${machine.directory}`;
  if (keyFingerprint !== null && keyFingerprint !== machine.keyFingerprint) {
    const message = `It needs the encryption key ${keyFingerprint}, but this server has ${machine.keyFingerprint}. Put the studiod.key of the backup into ${machine.directory} and restore it from the command line.`;
    return { code: 'other_key', message, command };
  }
  if (machine.restore !== undefined) return null;
  return { code: 'command_line_only', message: `Stop the server, then run: ${command}`, command };
};

export const backupView = (machine: Machine, manifest: Manifest) => {
  const { file, createdAt, bytes, release, schema, counts, media = [] } = manifest;
  return {
    file,
    createdAt,
    bytes,
    release,
    schema,
    rows: Object.values(counts).reduce((sum, each) => sum + each, 0),
    mediaFiles: media.length,
    cannotRestore: obstacleOf(machine, manifest),
  };
};

/** How many records of each kind were made after an instant. */
export const madeSince = (read: Read, instant: string): BackupResponse['since'] => {
  const from = idLowerBound(epochOf(instant));
  const count = (table: Counted): number => {
    const text = `select count(*) "count" from (select 1 from "${table}" where "id" > ? limit ${MOST_COUNTED})`;
    return read.db.query<{ count: number }, [string]>(text).get(from)?.count ?? 0;
  };
  return {
    clients: count('clients'),
    bookings: count('bookings'),
    packages: count('packages'),
    payments: count('payments'),
    checkins: count('checkins'),
    sessions: count('sessions'),
    staff: count('staff'),
    plans: count('plans'),
    schedules: count('schedules'),
    contentEntries: count('contentEntries'),
    challenges: count('challenges'),
  };
};

/** The results of the last backup and of the last test of one, as responses have them. */
export const lastResults = ({ db }: Read) => {
  const shown = (check: 'backup' | 'restore_test') => {
    const found = backupResult(db, check);
    if (found === undefined) return null;
    const { at, outcome, file, problem, goodAt } = found;
    return { at, outcome, file, problem, goodAt };
  };
  return { lastBackup: shown('backup'), lastTest: shown('restore_test') };
};
