import type { Database } from 'bun:sqlite';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { listBackups, type Manifest, readBackups } from '../../database/backup/backup.ts';
import { backupResult } from '../../database/backup/results.ts';
import { applianceValue } from '../../database/data-directory.ts';
import { epochOf } from '../../kernel/clock.ts';
import { DAY_MS, HOUR_MS } from '../../kernel/durations.ts';
import { errorMessage } from '../../kernel/errors.ts';
import { backupDirectory } from '../backups.ts';
import { requireTargets } from '../targets/target.ts';
import {
  type CheckContext,
  durationText,
  type Finding,
  failed,
  liesAhead,
  nothingYet,
  ok,
  sizeText,
  together,
  warning,
} from './finding.ts';

/** A backup of every night is never older, ms. */
const OLD_MS = 2 * DAY_MS;

const CREATE = `Run 'studiod backup create'. To see why no nightly backup is made, look for "job backup" in the log.`;

/** When the business began, epoch ms. */
const beganAt = (db: Database): number =>
  epochOf(db.query<{ at: string }, []>(`select createdAt as at from settings where scope = 'brand'`).get()?.at ?? '');

const checkNewest = ({ db, config, now }: CheckContext, directory: string, latest: Manifest | undefined): Finding => {
  const isOff = config.backupSchedule === 'off';
  if (latest === undefined) {
    const isBusiness = db !== undefined && applianceValue(db, 'purpose') === 'business';
    if (!isBusiness) return nothingYet(`There are no backups in ${directory}.`, 'backup_not_yet');
    if (!isOff && now - beganAt(db) < OLD_MS) {
      return nothingYet(
        `There are no backups in ${directory} yet. The server makes the first one at ${config.backupSchedule} (UTC).`,
        'backup_not_yet',
      );
    }
    return warning(
      `There are no backups in ${directory}.`,
      isOff ? 'Set --backup-schedule.' : CREATE,
      'backup_missing',
      directory,
    );
  }
  const path = join(directory, latest.file);
  const size = statSync(path).size;
  if (size !== latest.bytes) {
    return failed(
      `${path} has ${size} bytes instead of ${latest.bytes}.`,
      "Check the disk. Then run 'studiod backup create' and 'studiod backup verify'.",
      'backup_size_wrong',
      path,
    );
  }
  const result = db === undefined ? undefined : backupResult(db, 'backup');
  if (result?.outcome === 'failed' && result.at > latest.createdAt) {
    return failed(
      `The backup at ${result.at} failed: ${result.problem} The last good backup is ${path}.`,
      "Fix that, then run 'studiod backup create'.",
      'backup_failed',
      result.at,
      `${result.problem}`,
    );
  }
  const age = now - epochOf(latest.createdAt);
  if (age > OLD_MS) {
    const text = `The last backup (${path}) is ${durationText(age)} old.`;
    return isOff
      ? warning(text, "Run 'studiod backup create', or set --backup-schedule.", 'backup_old', path, latest.createdAt)
      : failed(text, CREATE, 'backup_old', path, latest.createdAt);
  }
  return ok(`${path} was made at ${latest.createdAt} (${sizeText(size)}).`);
};

const MOVE_AWAY =
  "If the clock is right now, move this backup and its manifest to another directory, then run 'studiod backup create'.";

/** Backups that were made while the clock was ahead: each would pass for the newest one until then. */
const aheadFindings = (directory: string, ahead: readonly Manifest[]): Finding[] =>
  ahead.map(({ file, createdAt }) =>
    warning(
      `${join(directory, file)} is dated ${createdAt}, in the future: the clock was wrong then, or is wrong now.`,
      MOVE_AWAY,
      'dated_ahead',
      join(directory, file),
      createdAt,
    ),
  );

export const checkLastBackup = (context: CheckContext): Finding => {
  const directory = backupDirectory(context.config);
  try {
    const { backups, unreadable } = readBackups(directory);
    const ahead = backups.filter(({ createdAt }) => liesAhead(createdAt, context.now));
    const newest = backups.find((backup) => !ahead.includes(backup));
    const damaged = unreadable.map(({ problem }) => warning(problem, 'Check the disk.', 'backup_unreadable', problem));
    const found = newest === undefined && ahead.length > 0 ? [] : [checkNewest(context, directory, newest)];
    return together([...found, ...aheadFindings(directory, ahead), ...damaged]);
  } catch (error) {
    return failed(
      errorMessage(error),
      "Check the permissions of the backup directory, then run 'studiod backup verify'.",
      'backup_unreadable',
      errorMessage(error),
    );
  }
};

/** A server restores a backup every week. */
const TEST_OLD_MS = 15 * DAY_MS;
/** Until a business is this old, no test was due. */
const TEST_DUE_MS = 8 * DAY_MS;

const TEST = `Run 'studiod backup test'. To see why the server does not, look for "job backup" in the log.`;

export const checkRestoreTest = ({ db, config, now }: CheckContext): Finding => {
  const result = db === undefined ? undefined : backupResult(db, 'restore_test');
  if (result === undefined) {
    const oldest = listBackups(backupDirectory(config)).at(-1);
    const isOld = oldest !== undefined && epochOf(oldest.createdAt) < now - TEST_DUE_MS;
    const text = 'No backup has been test-restored yet.';
    return isOld
      ? warning(text, TEST, 'restore_not_tested')
      : nothingYet(`${text} The server tests the first backup it makes.`, 'restore_test_not_yet');
  }
  const { at, outcome, file, problem, goodAt } = result;
  if (outcome === 'failed') {
    const last = goodAt === null ? 'No earlier backup was good.' : `The last good backup was ${goodAt}.`;
    return failed(
      `The restore test of ${file} failed at ${at}: ${problem} ${last}`,
      "Check the disk. Then run 'studiod backup create' and 'studiod backup test'.",
      'restore_test_failed',
      `${file}`,
      at,
      `${problem}`,
    );
  }
  if (outcome === 'skipped') {
    return warning(
      `${problem}`,
      "Free some space, then run 'studiod backup test'.",
      'restore_test_skipped',
      `${problem}`,
    );
  }
  if (liesAhead(at, now)) {
    return warning(
      `The last restore test is dated ${at}, in the future.`,
      "Run 'studiod backup test'.",
      'dated_ahead',
      at,
    );
  }
  const age = now - epochOf(at);
  const text = `${file} was test-restored ${durationText(age)} ago and matches the backup.`;
  return age > TEST_OLD_MS ? warning(text, TEST, 'restore_test_old', `${file}`, at) : ok(text);
};

/** A copy follows its backup within this time, also after a few failures, ms. */
const LATE_MS = 6 * HOUR_MS;

const COPY = `Run 'studiod backup copy'. To see why the server does not, look for "job backup copies" in the log.`;

/** Whether a directory is on the disk of the data, where it is lost with it. */
const isOnSameDisk = (target: string, directory: string): boolean => {
  const [there, here] = [target, directory].map((path) => statSync(path, { throwIfNoEntry: false })?.dev);
  return there !== undefined && there === here;
};

const checkTarget = (target: string, { db, directory, now }: CheckContext): Finding => {
  const result = db === undefined ? undefined : backupResult(db, 'copy', target);
  if (result === undefined) return warning(`Nothing has been copied to ${target} yet.`, COPY, 'copy_missing', target);
  if (result.outcome === 'failed') {
    const last = result.goodAt === null ? 'There is no earlier copy.' : `The last good copy was ${result.goodAt}.`;
    return failed(
      `${result.problem} ${last}`,
      "Fix that, then run 'studiod backup copy'.",
      'copy_failed',
      target,
      `${result.problem}`,
    );
  }
  if (liesAhead(result.at, now)) {
    return warning(
      `The last copy to ${target} is dated ${result.at}, in the future.`,
      COPY,
      'dated_ahead',
      target,
      result.at,
    );
  }
  const newest = db === undefined ? undefined : backupResult(db, 'backup');
  const isBehind = newest !== undefined && newest.at > result.at && now - epochOf(newest.at) > LATE_MS;
  const text = `${target} was complete ${durationText(now - epochOf(result.at))} ago.`;
  if (isBehind)
    return failed(`${text} There is a newer backup: ${newest.file}.`, COPY, 'copy_behind', target, `${newest.file}`);
  if (isOnSameDisk(target, directory)) {
    return warning(
      `${target} is on the same disk as the data.`,
      'Use another disk, or both can be lost together.',
      'copy_on_same_disk',
      target,
    );
  }
  return ok(text);
};

export const checkTargets = (context: CheckContext): Finding => {
  const { backupTargets } = context.config;
  if (backupTargets.length === 0) {
    return nothingYet(
      'Backups are on this machine only. Set --backup-targets to copy them elsewhere.',
      'copies_not_set_up',
    );
  }
  try {
    requireTargets(context.config);
  } catch (error) {
    return failed(
      errorMessage(error),
      'A server cannot start with these settings.',
      'settings_wrong',
      errorMessage(error),
    );
  }
  return together(backupTargets.map((target) => checkTarget(target, context)));
};
