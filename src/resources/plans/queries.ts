import { eq, isNull, sql } from 'drizzle-orm';
import { pagesOf } from '../../database/pages.ts';
import { named, tableRows } from '../../database/query.ts';
import { type PlanRow, plans } from '../../database/tables/plans.ts';

export const planRows = tableRows(plans);

export const planPage = pagesOf<PlanRow>(plans, {
  direction: 'descending',
  filters: {
    live: isNull(plans.archivedAt),
    type: eq(plans.type, named('type')),
    externalId: eq(plans.externalId, named('externalId')),
    besideType: sql`+${eq(plans.type, named('besideType'))}`,
    /** On sale at one of the caller's sites, or at all sites. */
    reachable: sql`(${plans.eligibleSiteIds} is null or exists (
      select 1 from json_each(${plans.eligibleSiteIds}) as "eligible"
      where "eligible"."value" in (select value from json_each(${named('reachable')}))))`,
  },
});
