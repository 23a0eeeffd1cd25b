import { exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Read, Tx } from '../../database/database.ts';
import type { Seal } from '../../database/seal.ts';
import type { Store } from '../../database/store.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { dropKeys, livingKeys, signingKeyRows } from './queries.ts';
import type { SigningKeyRow } from './tables.ts';

export const ALGORITHM = 'ES256';

/** How long an access token lives, seconds. */
export const TOKEN_LIFE = 3600;

/** A key that signs for this long, in ms, is replaced. */
const ROTATE_AFTER = 90 * 86_400_000;

/** A new pair, made outside of any transaction since that takes a while. */
export interface NewKey {
  readonly privateKey: JWK;
  readonly publicKey: JWK;
}

export const newSigningKey = async (): Promise<NewKey> => {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  return { privateKey: await exportJWK(pair.privateKey), publicKey: await exportJWK(pair.publicKey) };
};

const retiredAfter = (nowMs: number): string => isoInstant(nowMs - TOKEN_LIFE * 1000);

/** The keys that sign or still verify at this moment, the one that signs first. */
const keysOf = (read: Read): SigningKeyRow[] => livingKeys(read, retiredAfter(read.nowMs));

/**
 * Lets `key` sign from now on. The one before it verifies until the last token that it signed has ended, and those
 * whose tokens have all ended are deleted.
 */
export const rotateSigningKey = (tx: Tx, seal: Seal, key: NewKey): SigningKeyRow => {
  for (const { id, retiredAt } of keysOf(tx)) {
    if (retiredAt === null) signingKeyRows.update(tx, id, { retiredAt: tx.now });
  }
  dropKeys(tx, retiredAfter(tx.nowMs));
  const row: SigningKeyRow = {
    id: tx.id(),
    privateKey: seal.seal(JSON.stringify(key.privateKey)),
    publicKey: JSON.stringify(key.publicKey),
    createdAt: tx.now,
    retiredAt: null,
  };
  signingKeyRows.insert(tx, row);
  return row;
};

/** The key that signs, ready to. */
interface Signer {
  readonly kid: string;
  readonly privateKey: JWK;
}

/** The keys of access tokens, from their first use on. */
export interface SigningKeys {
  /** The key that signs; made where there is none yet. */
  signer(): Promise<Signer>;
  /** The public key with this id, while it signs or verifies. */
  publicKey(kid: string): JWK | undefined;
  /** What `/.well-known/jwks.json` tells. */
  jwks(): Promise<{ keys: JWK[] }>;
  /** Replaces the key when it has signed for 90 days. */
  rotateWhenOld(): Promise<void>;
}

const toldKey = ({ id, publicKey }: SigningKeyRow): JWK => ({
  ...(JSON.parse(publicKey) as JWK),
  kid: id,
  alg: ALGORITHM,
  use: 'sig',
});

/** Keys live sealed in the database. They are read at each use, which is once for each token, so that none is stale. */
export const createSigningKeys = ({ store, seal }: { readonly store: Store; readonly seal: Seal }): SigningKeys => {
  const current = (): SigningKeyRow | undefined => keysOf(store.view()).find(({ retiredAt }) => retiredAt === null);

  const ensured = async (): Promise<SigningKeyRow> => {
    const found = current();
    if (found !== undefined) return found;
    const key = await newSigningKey();
    return store.write(
      (tx) => keysOf(tx).find(({ retiredAt }) => retiredAt === null) ?? rotateSigningKey(tx, seal, key),
    );
  };

  return {
    async signer() {
      const { id, privateKey } = await ensured();
      return { kid: id, privateKey: JSON.parse(seal.open(privateKey)) as JWK };
    },
    publicKey(kid) {
      const row = keysOf(store.view()).find(({ id }) => id === kid);
      return row === undefined ? undefined : toldKey(row);
    },
    async jwks() {
      await ensured();
      return { keys: keysOf(store.view()).map(toldKey) };
    },
    async rotateWhenOld() {
      const isOld = (row: SigningKeyRow | undefined, nowMs: number) =>
        row !== undefined && nowMs - epochOf(row.createdAt) >= ROTATE_AFTER;
      if (!isOld(current(), store.clock.now())) return;
      const key = await newSigningKey();
      await store.write((tx) => rotateSigningKey(tx, seal, key).id);
    },
  };
};
