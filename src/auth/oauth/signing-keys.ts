import { desc, isNull, or, sql } from 'drizzle-orm';
import type { JWK } from 'jose';
import type { Read, Tx } from '../../database/database.ts';
import type { Seal } from '../../database/seal.ts';
import type { Store } from '../../database/store.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { named, query, select, tableRows } from '../../records/query.ts';
import { type SigningKeyRow, signingKeys } from './table.ts';

export const ALGORITHM = 'ES256';

/** How long an access token is valid, seconds. */
export const TOKEN_LIFETIME = 3600;

/** A key is replaced when it has signed for this long, ms. */
const ROTATE_AFTER = 90 * DAY_MS;

/** A new key pair, made outside of transactions since that takes a while. */
export interface NewKey {
  readonly privateKey: JWK;
  readonly publicKey: JWK;
}

export const newSigningKey = async (): Promise<NewKey> => {
  const { exportJWK, generateKeyPair } = await import('jose');
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  return { privateKey: await exportJWK(pair.privateKey), publicKey: await exportJWK(pair.publicKey) };
};

const rows = tableRows(signingKeys);

const active = query<SigningKeyRow>(() =>
  select
    .select()
    .from(signingKeys)
    .where(or(isNull(signingKeys.retiredAt), sql`${signingKeys.retiredAt} > ${named('expiry')}`))
    .orderBy(desc(signingKeys.id)),
);

/** The tokens of keys that were retired up to this instant have all expired. */
const expiryAt = (nowMs: number): string => isoInstant(nowMs - TOKEN_LIFETIME * 1000);

/** The keys that sign or still verify now, newest first. */
const activeKeys = (read: Read): SigningKeyRow[] => active.all(read, { expiry: expiryAt(read.nowMs) });

/** The key that signs; the others only verify. */
const signingKey = (read: Read): SigningKeyRow | undefined =>
  activeKeys(read).find(({ retiredAt }) => retiredAt === null);

/**
 * Signs with `key` from now on. The key before it verifies until the last token that it signed has expired; keys whose
 * tokens have all expired are deleted.
 */
export const rotateSigningKey = (tx: Tx, seal: Seal, key: NewKey): SigningKeyRow => {
  for (const { id, retiredAt } of activeKeys(tx)) if (retiredAt === null) rows.update(tx, id, { retiredAt: tx.now });
  tx.db.query('delete from "signingKeys" where "retiredAt" <= ?').run(expiryAt(tx.nowMs));
  const row: SigningKeyRow = {
    id: tx.id(),
    privateKey: seal.seal(JSON.stringify(key.privateKey)),
    publicKey: JSON.stringify(key.publicKey),
    createdAt: tx.now,
    retiredAt: null,
  };
  rows.insert(tx, row);
  return row;
};

const jwkOf = ({ id, publicKey }: SigningKeyRow): JWK => ({
  ...JSON.parse(publicKey),
  kid: id,
  alg: ALGORITHM,
  use: 'sig',
});

/** Keys are stored sealed. They are read for each token, so that a rotation by another process takes effect immediately. */
export const createSigningKeys = ({ store, seal }: { readonly store: Store; readonly seal: Seal }) => {
  const ensureKey = async (): Promise<SigningKeyRow> => {
    const found = signingKey(store.view());
    if (found !== undefined) return found;
    const key = await newSigningKey();
    return store.write((tx) => signingKey(tx) ?? rotateSigningKey(tx, seal, key));
  };

  return {
    /** The key that signs. The first use makes one. */
    async signer(): Promise<{ readonly kid: string; readonly privateKey: JWK }> {
      const { id, privateKey } = await ensureKey();
      return { kid: id, privateKey: JSON.parse(seal.open(privateKey)) };
    },
    /** The public key with this id; undefined when its tokens have expired. */
    publicKey(kid: string): JWK | undefined {
      const row = activeKeys(store.view()).find(({ id }) => id === kid);
      return row === undefined ? undefined : jwkOf(row);
    },
    /** The content of `/.well-known/jwks.json`. */
    async jwks() {
      await ensureKey();
      return { keys: activeKeys(store.view()).map(jwkOf) };
    },
    async rotateWhenOld(): Promise<void> {
      const current = signingKey(store.view());
      if (current === undefined || store.clock.now() - epochOf(current.createdAt) < ROTATE_AFTER) return;
      const key = await newSigningKey();
      await store.write((tx) => rotateSigningKey(tx, seal, key).id);
    },
  };
};

export type SigningKeys = ReturnType<typeof createSigningKeys>;
