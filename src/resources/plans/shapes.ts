import { type Static, Type } from '@sinclair/typebox';
import { listQuery } from '../../http/paging.ts';
import {
  archivedFields,
  currency,
  deletedShape,
  description,
  flag,
  id,
  instant,
  integer,
  line,
  listOf,
  name,
  nullable,
  oneOf,
  optional,
  ownFields,
  ownInput,
  part,
  patchOf,
  recordFields,
  shape,
} from '../../kernel/schemas.ts';

/** What can be sold, and when what was sold begins to count. */
export const packageType = () => oneOf('credit_pack', 'unlimited', 'limited_membership', 'trial', 'drop_in');
export const activationType = () => oneOf('on_purchase', 'on_first_booking', 'on_first_visit', 'on_date');
/** How often a package may be used within a local day, week or month of its site. */
export const usageLimit = () => part({ count: integer(1, 1000), period: oneOf('day', 'week', 'month') });
/** A price in minor units of its currency. */
export const price = () => integer(0, 1_000_000_000_000);
export const sites = () => Type.Array(id(), { maxItems: 500, uniqueItems: true, description: 'Empty for all sites.' });
export const categories = () => Type.Array(name(), { maxItems: 200, uniqueItems: true, description: 'Empty for all.' });

export type UsageLimit = Static<ReturnType<typeof usageLimit>>;

/** Something that is on sale (manage.md). */
export const Plan = shape('Plan', {
  ...recordFields('plan'),
  name: Type.String(),
  description: nullable(Type.String()),
  category: nullable(Type.String()),
  type: packageType(),
  price: price(),
  currency: Type.String(),
  creditsTotal: nullable(Type.Integer()),
  validityDays: nullable(Type.Integer()),
  activationType: activationType(),
  usageLimit: nullable(usageLimit()),
  autoRenews: flag(),
  eligibleSiteIds: sites(),
  eligibleCategories: categories(),
  archivedAt: nullable(instant()),
  ...ownFields,
});

export const CreatePlan = shape('CreatePlanRequest', {
  name: name(),
  type: packageType(),
  price: price(),
  currency: currency(),
  description: optional(nullable(description())),
  category: optional(nullable(name())),
  creditsTotal: optional(nullable(integer(1, 100_000))),
  validityDays: optional(nullable(integer(1, 36_500))),
  activationType: optional(activationType()),
  usageLimit: optional(nullable(usageLimit())),
  autoRenews: optional(flag()),
  eligibleSiteIds: optional(sites()),
  eligibleCategories: optional(categories()),
  ...ownInput,
});

export const UpdatePlan = patchOf('UpdatePlanRequest', CreatePlan);
export const PlanList = listOf(Plan);
export const PlanQuery = listQuery({
  type: optional(packageType()),
  external_id: optional(line(255)),
  include_archived: optional(flag()),
});
export const DeletedPlan = deletedShape('plan', archivedFields);

export type PlanWire = Static<typeof Plan>;
export type CreatePlanBody = Static<typeof CreatePlan>;
export type UpdatePlanBody = Static<typeof UpdatePlan>;
