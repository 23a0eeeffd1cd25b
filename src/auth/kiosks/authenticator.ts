import type { Store } from '../../database/store.ts';
import type { KioskCaller } from '../../kernel/caller.ts';
import { epochOf } from '../../kernel/clock.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { query, selectRows } from '../../records/query.ts';
import { Kiosk, type KioskRow } from './record.ts';
import { hashKioskToken, isKioskToken } from './tokens.ts';

/** The last use of a kiosk is recorded at most this often, ms. */
const SEEN_INTERVAL = MINUTE_MS;

const byHash = query<KioskRow>(() => selectRows(Kiosk.table, 'hash'));

const SEEN = 'update "kiosks" set "lastSeenAt" = ? where "id" = ?';

/** Finds kiosks by their token. The row is read for every request, so that a kiosk that is revoked ends at once. */
export const createKioskAuthenticator = (store: Store) => ({
  authenticate(token: string): KioskCaller | undefined {
    if (!isKioskToken(token)) return undefined;
    const read = store.view();
    const row = byHash.get(read, { hash: hashKioskToken(token) });
    if (row === undefined || row.revokedAt !== null) return undefined;
    const { id, siteId, lastSeenAt } = row;
    if (lastSeenAt === null || read.nowMs - epochOf(lastSeenAt) >= SEEN_INTERVAL) {
      store.write<void>((tx) => void tx.db.query(SEEN).run(tx.now, id), { mayBeLost: true }).catch(() => {});
    }
    return { kind: 'kiosk', credentialId: id, scopes: new Set(), siteIds: [siteId], siteId, tier: 'basic' };
  },
});

export type KioskAuthenticator = ReturnType<typeof createKioskAuthenticator>;
