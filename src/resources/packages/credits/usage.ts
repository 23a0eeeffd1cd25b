import type { Read } from '../../../database/database.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { addDays, instantOf, localDateAt } from '../../../kernel/local-time.ts';
import { unpack } from '../../../records/json.ts';
import type { UsageLimit } from '../../plans/record.ts';
import { brandSettings } from '../../settings/queries.ts';
import { Site } from '../../sites/record.ts';
import type { PackageRow } from '../record.ts';
import { countUses, type UsePeriod } from './queries.ts';

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;
type Weekday = (typeof WEEKDAYS)[number];

/** The local dates of the period that contains `date`: its first day, and the first day after it. */
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

/** A usage limit with the period that contains an instant, in the local time of the package's site. */
export interface PeriodUsage extends UsageLimit {
  /** Instants; the end is not included. */
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly used: number;
}

/** Reads usage around each instant (epoch ms), in two queries. The result finds a package's limit, if it has one. */
export const usageLimitsAround = (
  read: Read,
  rows: readonly PackageRow[],
  instants: readonly number[],
): ((row: PackageRow, at: number) => PeriodUsage | undefined) => {
  const limited = rows.filter(({ usageLimit }) => usageLimit !== null);
  if (limited.length === 0) return () => undefined;
  const siteIds = [...new Set(limited.map(({ siteId }) => siteId))];
  const zones = new Map(Site.rows.findAll(read, siteIds).map(({ id, timezone }) => [id, timezone]));
  const { weekStart } = brandSettings(read);
  const periodOf = (row: PackageRow, at: number): (UsePeriod & UsageLimit) | undefined => {
    const limit = unpack<UsageLimit>(row.usageLimit);
    if (limit === null) return undefined;
    const zone = zones.get(row.siteId);
    if (zone === undefined) throw new Error(`the package '${row.id}' refers to a site that does not exist`);
    const [first, after] = datesOf(localDateAt(at, zone), limit.period, weekStart);
    const from = isoInstant(instantOf(first, '00:00', zone));
    const to = isoInstant(instantOf(after, '00:00', zone));
    return { key: `${row.id} ${from}`, id: row.id, ...limit, from, to };
  };
  const periods = new Map<string, UsePeriod>();
  for (const row of limited) {
    for (const at of instants) {
      const period = periodOf(row, at);
      if (period !== undefined) periods.set(period.key, period);
    }
  }
  const used = countUses(read, [...periods.values()]);
  return (row, at) => {
    const found = periodOf(row, at);
    if (found === undefined) return undefined;
    const { key, count, period, from, to } = found;
    return { count, period, periodStart: from, periodEnd: to, used: used.get(key) ?? 0 };
  };
};
