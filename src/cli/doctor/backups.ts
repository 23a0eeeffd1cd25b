import { statSync } from 'node:fs';
import { join } from 'node:path';
import { listBackups } from '../../database/backup/backup.ts';
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
