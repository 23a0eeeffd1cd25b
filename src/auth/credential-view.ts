import { unpackList } from '../database/json.ts';
import type { ApiKeyRow } from './api-keys/table.ts';
import type { OAuthClientRow } from './oauth/tables.ts';

/** The sites a credential is restricted to; null for the whole brand. */
export const siteIdsOf = ({ siteIds }: { readonly siteIds: string | null }): string[] | null =>
  siteIds === null ? null : unpackList<string>(siteIds);

/** An API key as it is told, without anything that could be used in its place. */
export const apiKeyView = (row: ApiKeyRow) => ({
  id: row.id,
  object: 'api_key' as const,
  name: row.name,
  prefix: row.prefix,
  last4: row.last4,
  scopes: unpackList<string>(row.scopes),
  siteIds: siteIdsOf(row),
  staffId: row.staffId,
  tier: row.tier,
  expiresAt: row.expiresAt,
  lastUsedAt: row.lastUsedAt,
  revokedAt: row.revokedAt,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

/** An OAuth client as it is told, without its secret. */
export const oauthClientView = (row: OAuthClientRow) => ({
  id: row.id,
  object: 'oauth_client' as const,
  clientId: row.id,
  name: row.name,
  secretLast4: row.secretLast4,
  scopes: unpackList<string>(row.scopes),
  siteIds: siteIdsOf(row),
  tier: row.tier,
  lastUsedAt: row.lastUsedAt,
  revokedAt: row.revokedAt,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});
