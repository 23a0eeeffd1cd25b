import type { Read } from '../../../database/database.ts';
import { addDays, startOfDate } from '../../../kernel/local-time.ts';
import { attendanceOn } from '../../reports/queries.ts';
import type { SiteRow } from '../../sites/record.ts';

export interface DayOfSite {
  readonly name: string;
  readonly visits: number;
  readonly noShows: number;
  /** What was paid, in minor units, without what was given back since. */
  readonly revenue: readonly { readonly currency: string; readonly amount: number }[];
}

const REVENUE = `select "currency", sum("amount" - "amountRefunded") "amount" from "payments"
  where "siteId" = ?1 and "createdAt" >= ?2 and "createdAt" < ?3
    and "status" in ('completed', 'partially_refunded', 'refunded') group by "currency"`;

type Bounds = [string, string, string];

/** The visits, no-shows and payments of a site on a local date; visits and no-shows as the report counts them. */
export const dayOfSite = (read: Read, site: SiteRow, date: string): DayOfSite => {
  const { id, name, currency, timezone } = site;
  const [from, until] = [startOfDate(date, timezone), startOfDate(addDays(date, 1), timezone)];
  const revenue = read.db.query<DayOfSite['revenue'][number], Bounds>(REVENUE).all(id, from, until);
  return {
    name,
    ...attendanceOn(read, site, date),
    revenue: revenue.length === 0 ? [{ currency, amount: 0 }] : revenue,
  };
};
