import type { Read, Tx } from '../../../database/database.ts';
import type { Seal } from '../../../database/seal.ts';
import type { Sweep } from '../../../database/sweep.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../../../kernel/durations.ts';
import { lazily } from '../../../kernel/lazily.ts';
import type { Random } from '../../../kernel/random.ts';
import { hashSecret } from '../../staff/sessions.ts';

// Codes that prove an address (member-page.md "Signing in"). Each address has at most one, whoever has asked for it.

/** A code works for so long, ms. */
export const CODE_MS = 10 * MINUTE_MS;
/** So many codes may be tried. */
export const MOST_TRIES = 5;
/** Who has proved an address without a client signs up within so long, ms. */
const SIGN_UP_MS = HOUR_MS;

const CODE_RANGE = 1_000_000;
const DIGITS = 6;
/** The largest multiple of the range below 2^32: a number from there on would make small codes likelier. */
const FAIR = 2 ** 32 - (2 ** 32 % CODE_RANGE);

/** A row of `memberCodes`. `signUpHash` is set once the code has proved an address that no client has. */
export interface CodeRow {
  readonly id: string;
  readonly email: string;
  readonly hash: Uint8Array;
  readonly tries: number;
  readonly signUpHash: Uint8Array | null;
  readonly expiresAt: string;
  readonly createdAt: string;
}

const STORE = `insert into "memberCodes" ("id", "email", "hash", "tries", "expiresAt", "createdAt")
  values (?1, ?2, ?3, 0, ?4, ?5)`;
const FIND = 'select * from "memberCodes" where "email" = ? and "expiresAt" > ?';
const BY_ID = 'select "email", "expiresAt" from "memberCodes" where "id" = ?';
const BY_SIGN_UP = 'select * from "memberCodes" where "signUpHash" = ? and "expiresAt" > ?';
const TRIED = 'update "memberCodes" set "tries" = "tries" + 1 where "id" = ?';
const PROVED = 'update "memberCodes" set "signUpHash" = ?2, "expiresAt" = ?3 where "id" = ?1';
const REMOVE = 'delete from "memberCodes" where "email" = ?';
const EXPIRED = 'select "email" from "memberCodes" where "expiresAt" <= ? order by "expiresAt", "id" limit ?';

/** Six digits, each code as likely as any other. */
export const newCode = (random: Random): string => {
  for (;;) {
    const number = new DataView(random.bytes(4).buffer).getUint32(0);
    if (number < FAIR) return `${number % CODE_RANGE}`.padStart(DIGITS, '0');
  }
};

/** A hash that needs the key of the studio: whoever has the database alone cannot try the million codes. */
export const createCodeHash = (seal: Pick<Seal, 'keyFor'>) => {
  const key = lazily(() => seal.keyFor('member codes'));
  return (email: string, code: string): Buffer =>
    new Bun.CryptoHasher('sha256', key()).update(`${code} ${email}`).digest();
};

/** Stores the code of an address in place of the one before it. Returns its id. */
export const storeCode = (tx: Tx, email: string, hash: Buffer): string => {
  const id = tx.id();
  removeCode(tx, email);
  tx.db.query(STORE).run(id, email, hash, isoInstant(tx.nowMs + CODE_MS), tx.now);
  return id;
};

/** The code of an address that can still be tried. */
export const openCode = (read: Read, email: string): CodeRow | undefined => {
  const row = read.db.query<CodeRow, [string, string]>(FIND).get(email, read.now);
  return row === null || row.signUpHash !== null || row.tries >= MOST_TRIES ? undefined : row;
};

/** Where the mail with a code goes, and until when it is of use. */
export const codeMail = (read: Read, id: string): Pick<CodeRow, 'email' | 'expiresAt'> | undefined =>
  read.db.query<Pick<CodeRow, 'email' | 'expiresAt'>, [string]>(BY_ID).get(id) ?? undefined;

/** Counts a wrong code. */
export const countTry = (tx: Tx, { id }: CodeRow): void => {
  tx.db.query(TRIED).run(id);
};

/** The owner of the address may sign up with this token; the code is used up. */
export const proveAddress = (tx: Tx, { id }: CodeRow, signUpToken: string): void => {
  tx.db.query(PROVED).run(id, hashSecret(signUpToken), isoInstant(tx.nowMs + SIGN_UP_MS));
};

/** The address that a token proves; undefined for a token that is unknown, used or expired. */
export const provedAddress = (read: Read, signUpToken: string): string | undefined =>
  read.db.query<CodeRow, [Buffer, string]>(BY_SIGN_UP).get(hashSecret(signUpToken), read.now)?.email;

/** Removes the code of an address: it is used, or a newer code takes its place. */
export const removeCode = (tx: Tx, email: string): void => {
  tx.db.query(REMOVE).run(email);
};

/** Removes the codes that have expired. */
export const expiredCodes: Sweep<{ readonly email: string }> = {
  rows: (read, limit) => read.db.query<{ email: string }, [string, number]>(EXPIRED).all(read.now, limit),
  change: (tx, { email }) => removeCode(tx, email),
};
