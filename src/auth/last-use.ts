import type { Store } from '../database/store.ts';
import { isoInstant } from '../kernel/clock.ts';
import { HOUR_MS } from '../kernel/durations.ts';

/** The last use of a credential is recorded at most this often, ms. */
export const RECORD_INTERVAL = HOUR_MS;

/** Records a use at most hourly. No one waits for this, and a request does not fail when it fails. */
export const recordUse = (store: Store, table: 'apiKeys' | 'oauthClients', id: string): void => {
  const recent = isoInstant(store.clock.now() - RECORD_INTERVAL + 1);
  const update = `update "${table}" set "lastUsedAt" = ?1 where "id" = ?2 and ("lastUsedAt" is null or "lastUsedAt" < ?3)`;
  const recorded = store.write((tx) => tx.db.query(update).run(tx.now, id, recent).changes);
  recorded.catch(() => {});
};
