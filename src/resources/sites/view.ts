import { unpack, unpackList, unpackPairs } from '../../database/json.ts';
import type { SiteRow } from '../../database/tables/sites.ts';
import type { Expansion } from '../../http/expansions.ts';
import { loadWith } from '../../http/expansions.ts';
import { siteRows } from './queries.ts';
import type { SiteWire } from './shapes.ts';

export const siteView = (row: SiteRow): SiteWire => ({
  id: row.id,
  object: 'site',
  name: row.name,
  status: row.status as SiteWire['status'],
  isDigital: row.isDigital === 1,
  code: row.code,
  description: row.description,
  phone: row.phone,
  email: row.email,
  websiteUrl: row.websiteUrl,
  imageUrls: unpackList(row.imageUrls),
  address: unpack(row.address),
  latitude: row.latitude,
  longitude: row.longitude,
  timezone: row.timezone,
  currency: row.currency,
  openingHours: unpackList(row.openingHours),
  closures: unpackList(row.closures),
  rooms: unpackList(row.rooms),
  paymentsEnabled: row.paymentsEnabled === 1,
  processorAccountStatus: row.processorAccountStatus as SiteWire['processorAccountStatus'],
  archivedAt: row.archivedAt,
  metadata: unpackPairs(row.metadata),
  externalId: row.externalId,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

/** Includes the site that `from` points to. */
export const siteExpansion = (from: string): Expansion => ({ from, load: loadWith(siteRows.findAll, siteView) });
