import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Read, Tx } from '../../database/database.ts';
import { pagesOf } from '../../database/pages.ts';
import { named, query, select, tableRows } from '../../database/query.ts';
import { type ApiKeyRow, apiKeys } from './table.ts';

export const keyRows = tableRows(apiKeys);

/** A credential that is restricted to sites of `reachable`, so that whoever is restricted sees no wider one. */
export const withinSites = (siteIds: SQLiteColumn) =>
  sql`${siteIds} is not null and not exists (
    select 1 from json_each(${siteIds}) where value not in (select value from json_each(${named('reachable')})))`;

/** Newest first, revoked ones included. */
export const keyPage = pagesOf<ApiKeyRow>(apiKeys, {
  direction: 'descending',
  filters: { reachable: withinSites(apiKeys.siteIds) },
});

const byHash = query<ApiKeyRow>(
  select
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.hash, named('hash'))),
);

export const findByHash = (read: Read, hash: Uint8Array): ApiKeyRow | undefined => byHash.get(read, { hash });

const unusedSince = query<{ id: string }>(
  select
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.id, named('id')), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, named('before'))))),
);

/** Sets the last use of a key to now, unless one is noted that is not older than `before` (an instant as text). */
export const noteUse = (tx: Tx, id: string, before: string): void => {
  if (unusedSince.get(tx, { id, before }) !== undefined) keyRows.update(tx, id, { lastUsedAt: tx.now });
};

/** A number that changes whenever another connection commits to the file. */
export const dataVersion = (read: Pick<Read, 'db'>): number =>
  (read.db.query('PRAGMA data_version').get() as { data_version: number }).data_version;
