import { and, desc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { Read, Tx } from '../../database/database.ts';
import { pagesOf } from '../../database/pages.ts';
import { named, query, select, tableRows } from '../../database/query.ts';
import { withinSites } from '../api-keys/queries.ts';
import { type OAuthClientRow, oauthClients, type SigningKeyRow, signingKeys } from './tables.ts';

export const oauthClientRows = tableRows(oauthClients);
export const signingKeyRows = tableRows(signingKeys);

/** Newest first, revoked ones included. */
export const oauthClientPage = pagesOf<OAuthClientRow>(oauthClients, {
  direction: 'descending',
  filters: { reachable: withinSites(oauthClients.siteIds) },
});

const unusedSince = query<{ id: string }>(
  select
    .select({ id: oauthClients.id })
    .from(oauthClients)
    .where(
      and(
        eq(oauthClients.id, named('id')),
        or(isNull(oauthClients.lastUsedAt), lt(oauthClients.lastUsedAt, named('before'))),
      ),
    ),
);

/** Sets the last use of a client to now, unless one is noted that is not older than `before` (an instant as text). */
export const noteClientUse = (tx: Tx, id: string, before: string): void => {
  if (unusedSince.get(tx, { id, before }) !== undefined) oauthClientRows.update(tx, id, { lastUsedAt: tx.now });
};

const living = query<SigningKeyRow>(
  select
    .select()
    .from(signingKeys)
    .where(or(isNull(signingKeys.retiredAt), sql`${signingKeys.retiredAt} > ${named('retiredAfter')}`))
    .orderBy(desc(signingKeys.id)),
);

/** The key that signs, first, and those that were retired after an instant (text); newest first. */
export const livingKeys = (read: Read, retiredAfter: string): SigningKeyRow[] => living.all(read, { retiredAfter });

/** Deletes keys that were retired up to an instant (text). */
export const dropKeys = (tx: Tx, retiredUntil: string): void => {
  tx.db.query('delete from "signingKeys" where "retiredAt" <= ?').run(retiredUntil);
};
