import { eq } from 'drizzle-orm';
import { readOnce } from '../../database/committed-view.ts';
import type { Read } from '../../database/database.ts';
import type { Store } from '../../database/store.ts';
import type { BusinessCaller, StaffCaller } from '../../kernel/caller.ts';
import { epochOf } from '../../kernel/clock.ts';
import { comparedOrigin } from '../../kernel/web-origins.ts';
import { unpackList } from '../../records/json.ts';
import { named, query, select } from '../../records/query.ts';
import { type CachedCredential, CredentialCache } from '../credential-cache.ts';
import { callerOf } from '../credential-caller.ts';
import { publishableOnly } from '../errors.ts';
import { RECORD_INTERVAL, recordUse } from '../last-use.ts';
import { hashKey, isApiKey, isPublishable } from './api-keys.ts';
import { ApiKey, type ApiKeyRow } from './record.ts';

/** Narrows the caller of a key to what the staff member for whom the key acts may do. */
export type ActAs = (read: Read, caller: BusinessCaller, staffId: string) => StaffCaller;

interface AuthenticatorOptions {
  readonly store: Store;
  /** Without it, keys that act for staff are rejected. */
  readonly actAs?: ActAs;
  /** A monotonic reading, ms. */
  readonly stopwatch?: () => number;
}

const byHash = query<ApiKeyRow>(() =>
  select
    .select()
    .from(ApiKey.table)
    .where(eq(ApiKey.table.hash, named('hash'))),
);

interface CachedKey extends CachedCredential {
  readonly kind: ApiKeyRow['kind'];
  readonly origins: ReadonlySet<string>;
}

const cached = (row: ApiKeyRow): CachedKey => ({
  caller: callerOf(row),
  staffId: row.staffId,
  expiresAt: row.expiresAt === null ? Number.POSITIVE_INFINITY : epochOf(row.expiresAt),
  kind: row.kind,
  origins: new Set(unpackList<string>(row.origins).map(comparedOrigin)),
  usedAt: row.lastUsedAt === null ? Number.NEGATIVE_INFINITY : epochOf(row.lastUsedAt),
});

/**
 * Looks keys up by their hash and caches those it found. A key that another process made works immediately, one that it
 * revoked stops working within about a second.
 */
export const createKeyAuthenticator = ({ store, actAs, stopwatch }: AuthenticatorOptions) => {
  const cache = new CredentialCache<CachedKey>(store, stopwatch);

  const lookUp = (read: Read, presentedKey: string): CachedKey | undefined => {
    if (!isApiKey(presentedKey)) return undefined;
    const row = byHash.get(read, { hash: hashKey(presentedKey) });
    return row === undefined || row.revokedAt !== null ? undefined : cached(row);
  };

  const lookUpOnce = (presentedKey: string): CachedKey | undefined => {
    const found = lookUp(store.view(), presentedKey);
    if (found !== undefined) cache.set(presentedKey, found);
    return found;
  };

  const callerIn = (read: Read, found: CachedKey): BusinessCaller | StaffCaller | undefined => {
    if (found.kind !== 'secret') throw publishableOnly();
    return found.staffId === null ? found.caller : actAs?.(read, found.caller, found.staffId);
  };

  const find = (presentedKey: string): CachedKey | undefined => {
    const found = cache.get(presentedKey) ?? lookUpOnce(presentedKey);
    if (found === undefined) return undefined;
    const now = store.clock.now();
    if (now >= found.expiresAt) return undefined;
    if (now - found.usedAt >= RECORD_INTERVAL) {
      found.usedAt = now;
      recordUse(store, 'apiKeys', found.caller.credentialId);
    }
    return found;
  };

  return {
    /** A publishable key by its text; undefined for an unknown, expired or revoked one. */
    publishable: (presentedKey: string) => (isPublishable(presentedKey) ? find(presentedKey) : undefined),
    /**
     * The caller of a key; undefined for an unknown, expired or revoked one.
     * @throws Problem 403 for a publishable key, which reads public paths only.
     */
    authenticate(presentedKey: string): BusinessCaller | StaffCaller | undefined {
      const found = find(presentedKey);
      return found === undefined ? undefined : callerIn(store.view(), found);
    },
    /** The same, looked up in `read`: once for all requests that share it. */
    authenticateIn(read: Read, presentedKey: string): BusinessCaller | StaffCaller | undefined {
      const found = readOnce(read, `key ${presentedKey}`, () => lookUp(read, presentedKey) ?? null);
      return found === null || read.nowMs >= found.expiresAt ? undefined : callerIn(read, found);
    },
    /** Looks every key up again; called after the table was changed by other means. */
    clearCache: () => cache.clear(),
  };
};

export type KeyAuthenticator = ReturnType<typeof createKeyAuthenticator>;
