import type { Read } from '../../../database/database.ts';
import { unpack } from '../../../database/json.ts';
import type { PackageRow } from '../../../database/tables/packages.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { addDays, instantOf, localDateAt } from '../../../kernel/local-time.ts';
import type { UsageLimit } from '../../plans/record.ts';
import { brandSettings } from '../../settings/effective.ts';
import { Site } from '../../sites/record.ts';
import { type Counted, countUses } from '../queries.ts';

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;
type Weekday = (typeof WEEKDAYS)[number];

/** The local dates of the period that `date` lies in: its first day, and the first day after it. */
const datesOf = (date: string, period: UsageLimit['period'], weekStart: Weekday): readonly [string, string] => {
  if (period === 'day') return [date, addDays(date, 1)];
  if (period === 'week') {
    const weekday = new Date(`${date}T00:00:00.000Z`).getUTCDay();
    const first = addDays(date, -((weekday - WEEKDAYS.indexOf(weekStart) + 7) % 7));
    return [first, addDays(first, 7)];
  }
  const first = `${date.slice(0, 7)}-01`;
  return [first, `${addDays(first, 31).slice(0, 7)}-01`];
};

/** A usage limit with the period that an instant lies in, in the local time of the package's site. */
export interface Allowance extends UsageLimit {
  /** Instants; the end is not included. */
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly used: number;
}

/** A period of a package's limit, told apart by the package and when it begins. */
const keyOf = (packageId: string, from: string): string => `${packageId} ${from}`;

/**
 * The usage limits of those of `rows` that have one, around each of the instants (epoch ms), in two queries however
 * many there are.
 * @returns the limit of a package around one of those instants; undefined for a package without one.
 */
export const allowancesAround = (
  read: Read,
  rows: readonly PackageRow[],
  instants: readonly number[],
): ((row: PackageRow, at: number) => Allowance | undefined) => {
  const limited = rows.filter(({ usageLimit }) => usageLimit !== null);
  if (limited.length === 0) return () => undefined;
  const siteIds = [...new Set(limited.map(({ siteId }) => siteId))];
  const zones = new Map(Site.rows.findAll(read, siteIds).map(({ id, timezone }) => [id, timezone]));
  const { weekStart } = brandSettings(read);
  const stretchOf = (row: PackageRow, at: number): Counted & UsageLimit => {
    const limit = unpack<UsageLimit>(row.usageLimit) as UsageLimit;
    const zone = zones.get(row.siteId) as string;
    const [first, after] = datesOf(localDateAt(at, zone), limit.period, weekStart);
    const [from, to] = [first, after].map((date) => isoInstant(instantOf(date, '00:00', zone))) as [string, string];
    return { key: keyOf(row.id, from), id: row.id, ...limit, from, to };
  };
  const stretches = new Map<string, Counted>();
  for (const row of limited) {
    for (const at of instants) {
      const stretch = stretchOf(row, at);
      stretches.set(stretch.key, stretch);
    }
  }
  const used = countUses(read, [...stretches.values()]);
  return (row, at) => {
    if (row.usageLimit === null) return undefined;
    const { key, count, period, from, to } = stretchOf(row, at);
    return { count, period, periodStart: from, periodEnd: to, used: used.get(key) ?? 0 };
  };
};

/** The usage limits of those of `rows` that have one, around the instant `at` (epoch ms), by package. */
export const allowances = (read: Read, rows: readonly PackageRow[], at: number): Map<string, Allowance> => {
  const limitOf = allowancesAround(read, rows, [at]);
  return new Map(
    rows.flatMap((row) => {
      const limit = limitOf(row, at);
      return limit === undefined ? [] : [[row.id, limit] as const];
    }),
  );
};
