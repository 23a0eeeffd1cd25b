import { newSigningKey } from '../../../auth/oauth/signing-keys.ts';
import type { Read } from '../../../database/database.ts';
import type { Seal } from '../../../database/seal.ts';
import type { Store } from '../../../database/store.ts';

/** How this server signs what it sends to push services (VAPID, RFC 8292). */
export interface PushKeys {
  /** The uncompressed point in base64url, as browsers get it. */
  readonly publicKey: string;
  /** The number `d` of the private key in base64url. */
  readonly privateKey: string;
}

interface KeyRow {
  readonly publicKey: string;
  readonly privateKey: Uint8Array;
}

const OWN = 'own';
const FIND = 'select "publicKey", "privateKey" from "pushKeys" where "name" = ?';
const INSERT = 'insert into "pushKeys" ("name", "publicKey", "privateKey", "createdAt") values (?, ?, ?, ?)';
const UNCOMPRESSED = 4;

const stored = (read: Read, seal: Seal): PushKeys | undefined => {
  const row = read.db.query<KeyRow, [string]>(FIND).get(OWN);
  return row === null ? undefined : { publicKey: row.publicKey, privateKey: seal.open(row.privateKey) };
};

const newKeys = async (): Promise<PushKeys> => {
  const { x = '', y = '', d = '' } = (await newSigningKey()).privateKey;
  const point = [Buffer.of(UNCOMPRESSED), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  return { publicKey: Buffer.concat(point).toString('base64url'), privateKey: d };
};

/** The keys of this server. The first start makes them: with other keys all subscriptions would be lost. */
export const ensurePushKeys = async (store: Store, seal: Seal): Promise<PushKeys> => {
  const found = stored(store.view(), seal);
  if (found !== undefined) return found;
  const made = await newKeys();
  return store.write<PushKeys>((tx) => {
    const meanwhile = stored(tx, seal);
    if (meanwhile !== undefined) return meanwhile;
    tx.db.query(INSERT).run(OWN, made.publicKey, seal.seal(made.privateKey), tx.now);
    return made;
  });
};
