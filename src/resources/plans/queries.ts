import { eq, isNull, sql } from 'drizzle-orm';
import { pagesOf } from '../../records/pages.ts';
import { byColumn, named } from '../../records/query.ts';
import { Plan, type PlanRow } from './record.ts';

const { table: plans } = Plan;

export const planPage = pagesOf<PlanRow>(plans, () => ({
  direction: 'descending',
  indexed: byColumn(plans, 'externalId', 'type'),
  filters: {
    live: isNull(plans.archivedAt),
    online: eq(plans.isSoldOnline, named('online')),
    soldAt: sql`(${plans.eligibleSiteIds} is null
      or exists (select 1 from json_each(${plans.eligibleSiteIds}) where value = ${named('soldAt')}))`,
  },
  sites: Plan.sites,
}));
