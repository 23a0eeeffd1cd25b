import { readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/settings.ts';
import { createFresh, syncToDisk } from '../../database/backup/backup.ts';
import { restore } from '../../database/backup/restore.ts';
import { epochOf, isoInstant, systemClock } from '../../kernel/clock.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { errorMessage } from '../../kernel/errors.ts';
import { systemRandom } from '../../kernel/random.ts';
import type { LastRestore } from '../../resources/system/port.ts';
import { backupDirectory, RESTORE_REQUEST_FILE, stampOf } from '../backups.ts';
import { mediaDirectory } from '../media.ts';
import { besideBackups, missingText, returnMedia } from '../media-files.ts';
import { recordRestore } from '../restored.ts';
import type { Log } from './log.ts';

/** Older requests are ignored: what has changed since then would be lost unnoticed. */
const VALID_MS = 10 * MINUTE_MS;

interface RestoreRequest {
  readonly file: string;
  /** ISO 8601 instant. */
  readonly at: string;
  readonly byStaffId: string | null;
}

/** Asks the next start on a data directory to restore a backup of the directory of backups. */
export const requestRestore = (directory: string, file: string, byStaffId: string | null): void => {
  const path = join(directory, RESTORE_REQUEST_FILE);
  const asked: RestoreRequest = { file, at: isoInstant(systemClock.now()), byStaffId };
  createFresh(`${path}.part`, JSON.stringify(asked));
  syncToDisk(`${path}.part`);
  renameSync(`${path}.part`, path);
  syncToDisk(directory);
};

const isRestoreRequest = (value: unknown): value is RestoreRequest => {
  const { file, at, byStaffId }: Partial<RestoreRequest> = Object(value);
  return typeof file === 'string' && typeof at === 'string' && (byStaffId === null || typeof byStaffId === 'string');
};

/** Reads the request, and removes it first: a restore that fails is not retried automatically. */
const takeRequest = (path: string, log: Log): RestoreRequest | undefined => {
  let asked: unknown;
  try {
    asked = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    log.error(`${path} cannot be read: ${errorMessage(error)}`);
  }
  rmSync(path, { force: true });
  if (!isRestoreRequest(asked)) return undefined;
  const age = systemClock.now() - epochOf(asked.at);
  if (age >= 0 && age <= VALID_MS) return asked;
  log.warn(`the restore of ${asked.file} was requested at ${asked.at}, which is too long ago, and is skipped`);
  return undefined;
};

/**
 * Restores the backup that the previous run of the server requested, before the database is opened. The replacement is atomic, and what was
 * replaced is kept: whenever this ends, the directory has either the old database or the restored one.
 * Call it where there is such a file.
 * @returns what became of it; undefined when it is not done.
 */
export const restoreIfRequested = async (config: Config, log: Log): Promise<LastRestore | undefined> => {
  const { data: path, allowNetworkStorage } = config;
  const asked = takeRequest(join(path, RESTORE_REQUEST_FILE), log);
  if (asked === undefined) return undefined;
  const { file, byStaffId } = asked;
  const at = isoInstant(systemClock.now());
  const backups = backupDirectory(config);
  const random = systemRandom();
  try {
    const { media, before } = await restore({
      file: join(backups, file),
      path,
      random,
      allowNetworkStorage,
      stamp: stampOf(at),
      record: recordRestore('restore', random, byStaffId),
    });
    log.warn(`restored ${file}. The replaced database: ${before}`);
    const mediaPath = mediaDirectory(config, path);
    const { missing } = returnMedia(media, besideBackups(backups), mediaPath, () => {});
    if (missing.length > 0) log.warn(missingText(missing, mediaPath));
    return { file, at, problem: null };
  } catch (error) {
    log.error(`${file} was not restored: ${errorMessage(error)}`);
    return { file, at, problem: errorMessage(error) };
  }
};
