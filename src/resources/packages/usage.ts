import { isoInstant } from '../../kernel/clock.ts';
import { addDays, instantOf, localDateAt } from '../../kernel/local-time.ts';
import type { Read } from '../../store/database.ts';
import { unpack } from '../../store/json.ts';
import type { PackageRow } from '../../store/tables/packages.ts';
import type { UsageLimit } from '../plans/shapes.ts';
import { brandSettings } from '../settings/effective.ts';
import { siteRows } from '../sites/rows.ts';
import { type Counted, countUses } from './rows.ts';

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

/**
 * The usage limits of those of `rows` that have one, around the instant `at` (epoch ms), in two queries however many
 * there are.
 */
export const allowances = (read: Read, rows: readonly PackageRow[], at: number): Map<string, Allowance> => {
  const limited = rows.filter(({ usageLimit }) => usageLimit !== null);
  if (limited.length === 0) return new Map();
  const siteIds = [...new Set(limited.map(({ siteId }) => siteId))];
  const zones = new Map(siteRows.findAll(read, siteIds).map(({ id, timezone }) => [id, timezone]));
  const { weekStart } = brandSettings(read);
  const stretches = limited.map((row): Counted & UsageLimit => {
    const limit = unpack<UsageLimit>(row.usageLimit) as UsageLimit;
    const zone = zones.get(row.siteId) as string;
    const [first, after] = datesOf(localDateAt(at, zone), limit.period, weekStart);
    const midnight = (date: string) => isoInstant(instantOf(date, '00:00', zone));
    return { id: row.id, ...limit, from: midnight(first), to: midnight(after) };
  });
  const used = countUses(read, stretches);
  return new Map(
    stretches.map(({ id, count, period, from, to }) => [
      id,
      { count, period, periodStart: from, periodEnd: to, used: used.get(id) ?? 0 },
    ]),
  );
};
