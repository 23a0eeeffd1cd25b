import type { Read } from '../../../database/database.ts';
import type { SiteRow } from '../../sites/record.ts';

/** How a day went at a site. */
export interface DayOfSite {
  readonly name: string;
  readonly visits: number;
  readonly noShows: number;
  /** What was paid, in minor units, without what was given back since. */
  readonly revenue: readonly { readonly currency: string; readonly amount: number }[];
}

const VISITS = `select count(*) "count" from "checkins"
  where "siteId" = ?1 and "checkedInAt" >= ?2 and "checkedInAt" < ?3 and "isVisit" = 1`;
const NO_SHOWS = `select coalesce(sum("noShowCount"), 0) "count" from "sessions"
  where "siteId" = ?1 and "startTime" >= ?2 and "startTime" < ?3`;
const REVENUE = `select "currency", sum("amount" - "amountRefunded") "amount" from "payments"
  where "siteId" = ?1 and "createdAt" >= ?2 and "createdAt" < ?3
    and "status" in ('completed', 'partially_refunded', 'refunded') group by "currency"`;

type Bounds = [string, string, string];

/** The visits, no-shows and payments of a site between two instants: one seek each. */
export const dayOfSite = (read: Read, { id, name, currency }: SiteRow, from: string, until: string): DayOfSite => {
  const count = (statement: string): number =>
    read.db.query<{ count: number }, Bounds>(statement).get(id, from, until)?.count ?? 0;
  const revenue = read.db.query<DayOfSite['revenue'][number], Bounds>(REVENUE).all(id, from, until);
  return {
    name,
    visits: count(VISITS),
    noShows: count(NO_SHOWS),
    revenue: revenue.length === 0 ? [{ currency, amount: 0 }] : revenue,
  };
};
