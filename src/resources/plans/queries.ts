import { eq, isNull } from 'drizzle-orm';
import { pagesOf } from '../../records/pages.ts';
import { named } from '../../records/query.ts';
import { Plan, type PlanRow } from './record.ts';

const { table: plans } = Plan;

export const planPage = pagesOf<PlanRow>(plans, () => ({
  direction: 'descending',
  indexed: { externalId: eq(plans.externalId, named('externalId')), type: eq(plans.type, named('type')) },
  filters: { live: isNull(plans.archivedAt) },
  sites: Plan.sites,
}));
