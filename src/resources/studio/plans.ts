import { pick } from '../../kernel/objects.ts';
import { Plan, type PlanRow } from '../plans/record.ts';
import type { PublicPlanResponse } from './shapes.ts';

export const publicPlanView = (row: PlanRow): PublicPlanResponse => ({
  ...pick(
    Plan.view(row),
    'id',
    'name',
    'description',
    'category',
    'type',
    'price',
    'currency',
    'creditsTotal',
    'validityDays',
    'validityMonths',
    'activationType',
    'usageLimit',
    'autoRenews',
    'eligibleSiteIds',
    'eligibleCategories',
    'minimumTermMonths',
    'noticeDays',
    'memberMayFreeze',
  ),
  object: 'public_plan',
});
