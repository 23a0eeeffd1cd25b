import type { Read } from '../../database/database.ts';
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

const callerOf = ({ id, siteId }: KioskRow): KioskCaller => ({
  kind: 'kiosk',
  credentialId: id,
  scopes: new Set(),
  siteIds: [siteId],
  siteId,
  tier: 'basic',
});

/** The row of a kiosk that is not revoked. */
const kioskOf = (read: Read, token: string): KioskRow | undefined => {
  const row = isKioskToken(token) ? byHash.get(read, { hash: hashKioskToken(token) }) : undefined;
  return row === undefined || row.revokedAt !== null ? undefined : row;
};

/** Finds kiosks by their token. The row is read for every request, so that a revoked kiosk ends immediately. */
export const createKioskAuthenticator = (store: Store) => ({
  authenticate(token: string): KioskCaller | undefined {
    const read = store.view();
    const row = kioskOf(read, token);
    if (row === undefined) return undefined;
    const { id, lastSeenAt } = row;
    if (lastSeenAt === null || read.nowMs - epochOf(lastSeenAt) >= SEEN_INTERVAL) {
      store.write<void>((tx) => void tx.db.query(SEEN).run(tx.now, id), { mayBeLost: true }).catch(() => {});
    }
    return callerOf(row);
  },
  /** The same, looked up in `read`; no use is recorded. */
  authenticateIn(read: Read, token: string): KioskCaller | undefined {
    const row = kioskOf(read, token);
    return row === undefined ? undefined : callerOf(row);
  },
});

export type KioskAuthenticator = ReturnType<typeof createKioskAuthenticator>;
