import { statSync } from 'node:fs';
import { join } from 'node:path';
import { listBackups } from '../../database/backup/backup.ts';
import { backupResult } from '../../database/backup/results.ts';
import { applianceValue } from '../../database/data-directory.ts';
import { epochOf } from '../../kernel/clock.ts';
import { errorMessage } from '../../kernel/errors.ts';
import { backupDirectory } from '../backups.ts';
import { type CheckContext, durationText, type Finding, failed, ok, sizeText, warning } from './finding.ts';

/** A backup of every night is never older, ms. */
const OLD_MS = 2 * 86_400_000;

const CREATE = 'Run studiod backup create, and see why no backup is made at night: the log has "job backup".';

/** Whether there is a recent backup, and its file is the one that was made. */
export const checkLastBackup = ({ db, config, now }: CheckContext): Finding => {
  const directory = backupDirectory(config);
  const isOff = config.backupSchedule === 'off';
  try {
    const [latest] = listBackups(directory);
    if (latest === undefined) {
      const isBusiness = db !== undefined && applianceValue(db, 'purpose') === 'business';
      if (!isBusiness) return ok(`There are no backups in ${directory}.`);
      return warning(`There are no backups in ${directory}.`, isOff ? 'Set --backup-schedule.' : CREATE);
    }
    const path = join(directory, latest.file);
    const size = statSync(path).size;
    if (size !== latest.bytes) {
      return failed(
        `${path} has ${size} bytes instead of ${latest.bytes}.`,
        'Check the disk. Run studiod backup create, then studiod backup verify.',
      );
    }
    const result = db === undefined ? undefined : backupResult(db, 'backup');
    if (result?.outcome === 'failed' && result.at > latest.createdAt) {
      return failed(
        `The backup of ${result.at} failed: ${result.problem} The last good one is ${path}.`,
        'Do that, then run studiod backup create.',
      );
    }
    const age = now - epochOf(latest.createdAt);
    if (age > OLD_MS) {
      const text = `The last backup (${path}) is ${durationText(age)} old.`;
      return isOff ? warning(text, 'Run studiod backup create, or set --backup-schedule.') : failed(text, CREATE);
    }
    return ok(`${path} was made ${latest.createdAt} (${sizeText(size)}).`);
  } catch (error) {
    return failed(errorMessage(error), 'Check the permissions of the backup directory. Run studiod backup verify.');
  }
};

/** A server restores a backup every week. */
const TEST_OLD_MS = 15 * 86_400_000;
/** Until a business is this old, no test was due. */
const TEST_DUE_MS = 8 * 86_400_000;

const TEST = 'Run studiod backup test, and see why the server does not: the log has "job backup".';

/** Whether a backup was restored for a test lately, and how that went. */
export const checkRestoreTest = ({ db, config, now }: CheckContext): Finding => {
  const result = db === undefined ? undefined : backupResult(db, 'restore_test');
  if (result === undefined) {
    const oldest = listBackups(backupDirectory(config)).at(-1);
    const isOld = oldest !== undefined && epochOf(oldest.createdAt) < now - TEST_DUE_MS;
    const text = 'No backup was restored for a test yet.';
    return isOld ? warning(text, TEST) : ok(`${text} The server does that with the first one that it makes.`);
  }
  const { at, outcome, file, problem, goodAt } = result;
  if (outcome === 'failed') {
    const last = goodAt === null ? 'None was good before.' : `The last good one was ${goodAt}.`;
    return failed(
      `The restore test of ${file} failed at ${at}: ${problem} ${last}`,
      'Check the disk. Run studiod backup create, then studiod backup test.',
    );
  }
  if (outcome === 'skipped') {
    return warning(`${problem}`, 'Free some space, then run studiod backup test.');
  }
  const age = now - epochOf(at);
  const text = `${file} was restored for a test ${durationText(age)} ago, and is what was backed up.`;
  return age > TEST_OLD_MS ? warning(text, TEST) : ok(text);
};
