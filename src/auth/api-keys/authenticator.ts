import type { Read } from '../../database/database.ts';
import { unpackList } from '../../database/json.ts';
import type { Store } from '../../database/store.ts';
import type { Caller } from '../../kernel/caller.ts';
import { type Clock, epochOf, isoInstant, stopwatch as machineStopwatch } from '../../kernel/clock.ts';
import { isTier } from '../../kernel/tier.ts';
import { siteIdsOf } from '../credential-view.ts';
import { hashKey, isApiKey, revokeApiKey } from './api-keys.ts';
import { type CachedKey, KeyCache } from './cache.ts';
import { dataVersion, findByHash, noteUse } from './queries.ts';
import type { ApiKeyRow } from './table.ts';

/** The last use of a key is noted at most this often, ms. */
const USE_NOTED_EVERY = 3_600_000;

/** Tells whose key it is. */
export interface KeyAuthenticator {
  /** The caller whose key this is; undefined for an unknown, expired or revoked one. */
  authenticate(presentedKey: string): Caller | undefined;
  /**
   * Revokes a key on disk and here at once.
   * @throws Problem 404 `resource_not_found`.
   */
  revoke(id: string): Promise<ApiKeyRow>;
  /** Looks every key up anew; for whoever changed the table by other means, such as a reset. */
  forget(): void;
}

/** Narrows the caller of a key to what the staff member may do for whom the key acts. */
type ActAs = (read: Read, caller: Caller, staffId: string) => Caller;

interface AuthenticatorOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** Without it, keys that act for staff let nobody in. */
  readonly actAs?: ActAs;
  /** A monotonic reading, ms. */
  readonly stopwatch?: () => number;
}

const cached = (row: ApiKeyRow): CachedKey => ({
  caller: {
    credentialId: row.id,
    kind: 'business',
    scopes: new Set(unpackList<string>(row.scopes)),
    siteIds: siteIdsOf(row),
    // A tier that a newer release gave and this one does not know gets the least.
    tier: isTier(row.tier) ? row.tier : 'basic',
  },
  staffId: row.staffId,
  expiresAt: row.expiresAt === null ? Number.POSITIVE_INFINITY : epochOf(row.expiresAt),
  notedUse: row.lastUsedAt === null ? Number.NEGATIVE_INFINITY : epochOf(row.lastUsedAt),
});

/**
 * Looks keys up by their hash and remembers those it found. A key that another process made works at once, one that
 * it revoked stops within about a second.
 */
export const createKeyAuthenticator = (options: AuthenticatorOptions): KeyAuthenticator => {
  const { store, clock, actAs, stopwatch = machineStopwatch } = options;
  const cache = new KeyCache({ version: () => dataVersion(store), stopwatch });

  const lookUp = (presentedKey: string): CachedKey | undefined => {
    if (!isApiKey(presentedKey)) return undefined;
    const row = findByHash(store.view(), hashKey(presentedKey));
    if (row === undefined || row.revokedAt !== null) return undefined;
    const found = cached(row);
    cache.set(presentedKey, found);
    return found;
  };

  const note = (found: CachedKey, now: number): void => {
    found.notedUse = now;
    const before = isoInstant(now - USE_NOTED_EVERY + 1);
    // Nobody waits for this, and a note that fails is not worth refusing a request.
    store.write((tx) => noteUse(tx, found.caller.credentialId, before)).catch(() => {});
  };

  return {
    authenticate(presentedKey) {
      const found = cache.get(presentedKey) ?? lookUp(presentedKey);
      if (found === undefined) return undefined;
      const now = clock.now();
      if (now >= found.expiresAt) return undefined;
      if (now - found.notedUse >= USE_NOTED_EVERY) note(found, now);
      if (found.staffId === null) return found.caller;
      return actAs?.(store.view(), found.caller, found.staffId);
    },
    async revoke(id) {
      const row = await store.write((tx) => revokeApiKey(tx, id));
      cache.clear();
      return row;
    },
    forget: () => cache.clear(),
  };
};
