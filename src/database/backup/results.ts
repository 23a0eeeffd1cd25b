import type { Database } from 'bun:sqlite';
import { BACKUP_CHECKS } from '../../events/enumerations.ts';
import { applianceValue } from '../data-directory.ts';

export type BackupCheck = (typeof BACKUP_CHECKS)[number];

/** What the last run of a check found. */
export interface BackupResult {
  /** ISO 8601 instant. */
  readonly at: string;
  /** `skipped`: it could not run, which says nothing about the backup. */
  readonly outcome: 'ok' | 'failed' | 'skipped';
  /** The backup; null when none was made. */
  readonly file: string | null;
  /** What is wrong; null when nothing is. */
  readonly problem: string | null;
  /** The instant of the last run that found nothing wrong; null before the first one. */
  readonly goodAt: string | null;
  /** The size of the backup in bytes, where there is one. */
  readonly bytes: number | null;
}

/** A result, and what it is about. `target` is the place of a copy, null for the others. */
export interface NamedResult extends BackupResult {
  readonly check: BackupCheck;
  readonly target: string | null;
}

const PREFIX = 'backup result ';

const nameOf = (check: BackupCheck, target: string | null): string =>
  PREFIX + check + (target === null ? '' : ` ${target}`);

const parsed = (text: string): BackupResult => JSON.parse(text);

export const backupResult = (
  db: Database,
  check: BackupCheck,
  target: string | null = null,
): BackupResult | undefined => {
  const value = applianceValue(db, nameOf(check, target));
  return value === undefined ? undefined : parsed(value);
};

export const backupResults = (db: Database): NamedResult[] =>
  db
    .query<{ name: string; value: string }, [string, string]>(
      'select "name", "value" from "appliance" where "name" >= ? and "name" < ? order by "name"',
    )
    .all(PREFIX, `${PREFIX}~`)
    .flatMap(({ name, value }) => {
      const [word = '', ...rest] = name.slice(PREFIX.length).split(' ');
      const check = BACKUP_CHECKS.find((each) => each === word);
      return check === undefined
        ? []
        : [{ check, target: rest.length === 0 ? null : rest.join(' '), ...parsed(value) }];
    });

/** Stores the result of a check in place of the last one, which it returns. */
export const storeBackupResult = (
  db: Database,
  { check, target, ...found }: Omit<NamedResult, 'goodAt'>,
): BackupResult | undefined => {
  const last = backupResult(db, check, target);
  const result: BackupResult = { ...found, goodAt: found.outcome === 'ok' ? found.at : (last?.goodAt ?? null) };
  db.query('insert or replace into "appliance" ("name", "value") values (?, ?)').run(
    nameOf(check, target),
    JSON.stringify(result),
  );
  return last;
};

/** Forgets the results of targets that are no longer configured. */
export const forgetTargets = (db: Database, targets: readonly string[]): void => {
  for (const { check, target } of backupResults(db)) {
    if (target === null || targets.includes(target)) continue;
    db.query('delete from "appliance" where "name" = ?').run(nameOf(check, target));
  }
};
