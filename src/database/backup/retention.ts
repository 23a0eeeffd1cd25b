import { DAY_MS } from '../../kernel/durations.ts';

interface Dated {
  readonly file: string;
  /** ISO 8601 instant. */
  readonly createdAt: string;
}

const DAYS = 7;
const WEEKS = 4;
const MONTHS = 6;

/** Nightly backups and backups by `backup create`. Others, such as those before a migration, are never removed. */
const PRUNED = /^studiod-.*\.db$/;

/** Weeks begin on Monday; the first day of the epoch was a Thursday. */
const weekOf = (instant: string): string => `${Math.floor((Date.parse(instant) / DAY_MS + 3) / 7)}`;
const monthOf = (instant: string): string => instant.slice(0, 7);

const newestOfEach = <Backup extends Dated>(
  backups: readonly Backup[],
  periodOf: (instant: string) => string,
  most: number,
): Backup[] => {
  const periods = new Map<string, Backup>();
  for (const backup of backups) {
    const period = periodOf(backup.createdAt);
    if (!periods.has(period)) periods.set(period, backup);
  }
  return [...periods.values()].slice(0, most);
};

/**
 * The backups to remove (appliance.md "Backup"). All of the last 7 days are kept, and the newest of each of the last
 * 4 weeks and 6 months that have a backup, so that a server that was off for long keeps its old ones.
 * @param backups newest first
 */
export const expiredBackups = <Backup extends Dated>(backups: readonly Backup[], now: number): Backup[] => {
  const ours = backups.filter(({ file }) => PRUNED.test(file));
  const kept = new Set([
    ...ours.filter(({ createdAt }) => Date.parse(createdAt) > now - DAYS * DAY_MS),
    ...newestOfEach(ours, weekOf, WEEKS),
    ...newestOfEach(ours, monthOf, MONTHS),
  ]);
  return ours.filter((backup) => !kept.has(backup));
};
