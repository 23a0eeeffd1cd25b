import type { Tx } from '../../database/database.ts';
import { randomText } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';
import { storeChanges } from '../../records/store-changes.ts';
import { Kiosk, type KioskRow } from './record.ts';

export const KIOSK_HEADER = 'x-kiosk-token';

const RANDOM_CHARACTERS = 40;
const TOKEN = /^kt_[0-9A-Za-z]{40}$/;

export const isKioskToken = (text: string): boolean => TOKEN.test(text);

/** The hash that is stored of a token. 238 random bits need no slow hash: no one can try them all. */
export const hashKioskToken = (token: string): Buffer => new Bun.CryptoHasher('sha256').update(token).digest();

/** A new token: `kt_` and 40 random characters. */
export const newKioskToken = (random: Random): string => `kt_${randomText(random, RANDOM_CHARACTERS)}`;

interface NewKiosk {
  readonly name: string;
  readonly siteId: string;
  readonly pinHash: string;
  readonly createdByStaffId: string | null;
  readonly createdByCredentialId: string | null;
}

/** Stores the hash of a token. The token cannot be read from the row: show it now. */
export const createKiosk = (tx: Tx, token: string, { name, ...others }: NewKiosk): KioskRow => {
  if (!isKioskToken(token)) throw new Error('a token is kt_ and 40 letters or digits');
  const row = Kiosk.make(tx, { name }, { ...others, hash: hashKioskToken(token) });
  Kiosk.rows.insert(tx, row);
  return row;
};

/** Revokes a kiosk permanently; ending it again changes nothing. */
export const revokeKiosk = (tx: Tx, row: KioskRow): KioskRow =>
  row.revokedAt === null ? storeChanges(tx, Kiosk, row, { ...row, revokedAt: tx.now }) : row;
