import { unpack, unpackList, unpackPairs } from '../../database/json.ts';
import type { PlanRow } from '../../database/tables/plans.ts';
import type { PlanWire } from './shapes.ts';

export const planView = (row: PlanRow): PlanWire => ({
  id: row.id,
  object: 'plan',
  name: row.name,
  description: row.description,
  category: row.category,
  type: row.type as PlanWire['type'],
  price: row.price,
  currency: row.currency,
  creditsTotal: row.creditsTotal,
  validityDays: row.validityDays,
  activationType: row.activationType as PlanWire['activationType'],
  usageLimit: unpack(row.usageLimit),
  autoRenews: row.autoRenews === 1,
  eligibleSiteIds: unpackList(row.eligibleSiteIds),
  eligibleCategories: unpackList(row.eligibleCategories),
  archivedAt: row.archivedAt,
  metadata: unpackPairs(row.metadata),
  externalId: row.externalId,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});
