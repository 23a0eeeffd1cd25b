import { unpackList } from '../store/json.ts';
import type { ApiKeyRow } from '../store/tables/api-keys.ts';

/** The sites a key is restricted to; null for the whole brand. */
export const siteIdsOf = (row: ApiKeyRow): string[] | null =>
  row.siteIds === null ? null : unpackList<string>(row.siteIds);

/** An API key as it is told, without anything that could be used in its place. */
export const apiKeyView = (row: ApiKeyRow) => ({
  id: row.id,
  object: 'api_key' as const,
  name: row.name,
  prefix: row.prefix,
  last4: row.last4,
  scopes: unpackList<string>(row.scopes),
  siteIds: siteIdsOf(row),
  tier: row.tier,
  expiresAt: row.expiresAt,
  lastUsedAt: row.lastUsedAt,
  revokedAt: row.revokedAt,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});
