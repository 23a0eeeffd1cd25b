import type { Read } from '../../database/database.ts';
import type { PlanRow } from '../plans/record.ts';
import { MOST_OPTIONS } from './shapes.ts';

/** A plan with how often a client has had it; 0 for a plan that can be bought as often as one likes. */
export interface OfferedPlan extends PlanRow {
  readonly had: number;
}

const holds = (column: string, parameter: string): string =>
  `("${column}" is null or exists (select 1 from json_each("${column}") where value = ${parameter}))`;

// The condition of the partial index is written as it is there.
const OFFERED = `select "plans".*, case when "maxPerClient" is null then 0 else (
    select count(*) from "packages" where "packages"."clientId" = ?1 and "packages"."planId" = "plans"."id"
      and "packages"."status" <> 'cancelled') end "had"
  from "plans" indexed by "plansOnline"
  where "isSoldOnline" = 1 and "archivedAt" is null and "currency" = ?2
    and ${holds('eligibleSiteIds', '?3')} and ${holds('eligibleCategories', '?4')}
  order by "price", "id" limit ${MOST_OPTIONS}`;

interface Wanted {
  readonly clientId: string;
  readonly currency: string;
  readonly siteId: string;
  readonly category: string | null;
}

/** The plans that are sold online at a site for a category of classes, the cheapest first: one query. */
export const offeredPlans = (read: Read, { clientId, currency, siteId, category }: Wanted): OfferedPlan[] =>
  read.db.query<OfferedPlan, (string | null)[]>(OFFERED).all(clientId, currency, siteId, category);
