import { isNull } from 'drizzle-orm';
import { pagesOf } from '../../records/pages.ts';
import { byColumn } from '../../records/query.ts';
import { Plan, type PlanRow } from './record.ts';

const { table: plans } = Plan;

export const planPage = pagesOf<PlanRow>(plans, () => ({
  direction: 'descending',
  indexed: byColumn(plans, 'externalId', 'type'),
  filters: { live: isNull(plans.archivedAt) },
  sites: Plan.sites,
}));
