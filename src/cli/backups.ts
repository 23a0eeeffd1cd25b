import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '../config/settings.ts';
import { listBackups, type Manifest, readBackups, removeBackup, removeUnfinished } from '../database/backup/backup.ts';
import { expiredBackups } from '../database/backup/retention.ts';
import { BACKUPS_FOLDER, DATABASE_FILE } from '../database/data-directory.ts';
import { DataDirectoryError } from '../database/migrate.ts';
import { isForbidden } from '../database/start-checks.ts';
import { DAY_MS } from '../kernel/durations.ts';
import { removeUnneededMedia } from './media-files.ts';

export const backupDirectory = ({ data, backupDir }: Config): string =>
  resolve(backupDir ?? join(data, BACKUPS_FOLDER));

/**
 * The directory of the backups, for verbs that read or remove them. It need not have any yet.
 * @throws DataDirectoryError when neither it nor the data exists: the settings name the wrong place.
 */
export const existingBackupDirectory = (config: Config): string => {
  const directory = backupDirectory(config);
  const data = resolve(config.data);
  // Reading a forbidden directory reports that it is forbidden.
  if (existsSync(directory) || existsSync(join(data, DATABASE_FILE)) || isForbidden(data)) return directory;
  throw new DataDirectoryError(
    `There is no directory ${directory}, and no data in ${data}. Set the data directory with --data, or the backup ` +
      'directory with --backup-dir.',
  );
};

/** The file in the data directory by which a server asks its next start to restore a backup first. */
export const RESTORE_REQUEST_FILE = 'restore-next.json';

/** An instant as a part of a file name: `20260308T073000123Z`. */
export const stampOf = (instant: string): string => instant.replace(/[-:.]/g, '');

/** The backups that retention does not keep. @param now epoch ms */
export const expiredOf = (directory: string, now: number): Manifest[] => expiredBackups(listBackups(directory), now);

/** The path of a backup that is named by its path or by its name in the backup directory. */
export const pathOfBackup = (directory: string, given: string): string =>
  existsSync(given) ? resolve(given) : join(directory, given);

/** Removes what retention does not keep at `now` (epoch ms), its media, and leftovers. Returns removed backups. */
export const pruneBackups = (directory: string, now: number): Manifest[] => {
  const { backups, unreadable } = readBackups(directory);
  const removed = expiredBackups(backups, now);
  for (const backup of removed) removeBackup(directory, backup);
  removeUnfinished(directory, now - DAY_MS);
  const kept = backups.filter((backup) => !removed.includes(backup));
  // A backup whose manifest is damaged may need any of them.
  if (unreadable.length === 0) removeUnneededMedia(directory, kept, now - DAY_MS);
  return removed;
};

export const rowsOf = ({ counts }: Manifest): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

export const lineOf = (backup: Manifest): string => {
  const { file, createdAt, bytes, schema, keyFingerprint, media = [] } = backup;
  const rows = rowsOf(backup);
  const files = media.length === 0 ? '' : `  ${media.length} media`;
  return `${file}  ${createdAt}  ${bytes} bytes  schema ${schema}  ${rows} rows${files}  key ${keyFingerprint ?? 'none'}`;
};
