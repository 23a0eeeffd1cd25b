import type { Read, Tx } from '../../../database/database.ts';
import type { Seal } from '../../../database/seal.ts';
import type { Sweep } from '../../../database/sweep.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../../../kernel/durations.ts';
import { lazily } from '../../../kernel/lazily.ts';
import type { Random } from '../../../kernel/random.ts';
import { hashSecret } from '../../staff/sessions.ts';

// Codes that prove an address (member-page.md "Signing in"). Anyone can have one mailed to any address, so what strangers ask
// for and try ends no code of someone else: each code is of the person who asked for it, by a secret and by a network address.

/** How long a code works, in ms. */
export const CODE_MS = 10 * MINUTE_MS;
/** How many codes someone who has asked for one may try. */
const MOST_TRIES = 5;
/** How long someone who has proved an address without a client has to sign up, in ms. */
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
  readonly askerHash: Uint8Array | null;
  readonly networkHash: Uint8Array | null;
  readonly tries: number;
  readonly networkTries: number;
  readonly signUpHash: Uint8Array | null;
  readonly expiresAt: string;
  readonly createdAt: string;
}

const STORE = `insert into "memberCodes"
  ("id", "email", "hash", "askerHash", "networkHash", "tries", "networkTries", "expiresAt", "createdAt")
  values (?1, ?2, ?3, ?4, ?5, ?6, 0, ?7, ?8)`;
const OPEN = `select * from "memberCodes" where "email" = ? and "expiresAt" > ? and "signUpHash" is null
  order by "id" desc`;
const BY_ID = 'select "email", "expiresAt" from "memberCodes" where "id" = ?';
const BY_SIGN_UP = 'select * from "memberCodes" where "signUpHash" = ? and "expiresAt" > ?';
const TRIED = {
  secret: 'update "memberCodes" set "tries" = "tries" + 1 where "id" = ?',
  network: 'update "memberCodes" set "networkTries" = "networkTries" + 1 where "id" = ?',
} as const;
const PROVED = 'update "memberCodes" set "signUpHash" = ?2, "expiresAt" = ?3 where "id" = ?1';
const REMOVE = 'delete from "memberCodes" where "id" = ?';
const REMOVE_OTHERS = 'delete from "memberCodes" where "email" = ? and "id" <> ?';
const EXPIRED = 'select "id" from "memberCodes" where "expiresAt" <= ? order by "expiresAt", "id" limit ?';

/** Six digits, each code as likely as any other. */
export const newCode = (random: Random): string => {
  for (;;) {
    const number = new DataView(random.bytes(4).buffer).getUint32(0);
    if (number < FAIR) return `${number % CODE_RANGE}`.padStart(DIGITS, '0');
  }
};

/** A hash that needs the key of the studio: whoever has the database alone cannot try the million codes, nor all addresses. */
export const createCodeHash = (seal: Pick<Seal, 'keyFor'>) => {
  const key = lazily(() => seal.keyFor('member codes'));
  return (email: string, code: string): Buffer =>
    new Bun.CryptoHasher('sha256', key()).update(`${code} ${email}`).digest();
};

/** Who asks for a code, or tries one. */
export interface CodeAsker {
  /** Of the secret of the request; undefined without one. */
  readonly askerHash: Buffer | undefined;
  readonly networkHash: Buffer;
}

const isSame = (stored: Uint8Array | null, given: Buffer | undefined): boolean =>
  stored !== null && given?.equals(stored) === true;

/** Stores a code. The last two of its asker can be used, and share their tries. Returns its id. */
export const storeCode = (tx: Tx, email: string, hash: Buffer, { askerHash, networkHash }: CodeAsker): string => {
  const own = openCodes(tx, email).filter((row) => isSame(row.askerHash, askerHash));
  for (const { id } of own.slice(1)) removeCode(tx, id);
  const id = tx.id();
  const expiresAt = isoInstant(tx.nowMs + CODE_MS);
  tx.db.query(STORE).run(id, email, hash, askerHash ?? null, networkHash, own[0]?.tries ?? 0, expiresAt, tx.now);
  return id;
};

/** The codes of an address that have not expired, the newest first. */
const openCodes = (read: Read, email: string): readonly CodeRow[] =>
  read.db.query<CodeRow, [string, string]>(OPEN).all(email, read.now);

/** What someone may try. */
export interface OpenCodes {
  /** How the one who tries proves to have asked; undefined for a stranger. */
  readonly by: 'secret' | 'network' | undefined;
  /** The newest code that they have asked for. */
  readonly own: CodeRow | undefined;
  /** The tries of `own` that are left. */
  readonly triesLeft: number;
  /** Their codes, and the last two of the address: whoever reads the emails types any of them. */
  readonly codes: readonly CodeRow[];
}

/** The codes of an address for whoever asked, or for a stranger. */
export const codesFor = (read: Read, email: string, { askerHash, networkHash }: CodeAsker): OpenCodes => {
  const rows = openCodes(read, email);
  const bySecret = rows.filter((row) => isSame(row.askerHash, askerHash));
  const byNetwork = rows.filter((row) => isSame(row.networkHash, networkHash));
  const by = bySecret.length > 0 ? 'secret' : byNetwork.length > 0 ? 'network' : undefined;
  const asked = by === 'secret' ? bySecret : byNetwork.slice(0, 2);
  const [own] = asked;
  const tries = by === 'secret' ? own?.tries : own?.networkTries;
  return {
    by,
    own,
    triesLeft: Math.max(0, MOST_TRIES - (tries ?? 0)),
    codes: [...new Set([...asked, ...rows.slice(0, 2)])],
  };
};

/** Where the email with a code goes, and until when it is of use. */
export const codeMail = (read: Read, id: string): Pick<CodeRow, 'email' | 'expiresAt'> | undefined =>
  read.db.query<Pick<CodeRow, 'email' | 'expiresAt'>, [string]>(BY_ID).get(id) ?? undefined;

/** Counts a wrong code of the person who asked for one. */
export const countTry = (tx: Tx, { by, own }: OpenCodes): void => {
  if (by !== undefined && own !== undefined) tx.db.query(TRIED[by]).run(own.id);
};

/** The owner of the address may sign up with this token; the code is used up, and the others of the address end. */
export const proveAddress = (tx: Tx, { id, email }: CodeRow, signUpToken: string): void => {
  tx.db.query(REMOVE_OTHERS).run(email, id);
  tx.db.query(PROVED).run(id, hashSecret(signUpToken), isoInstant(tx.nowMs + SIGN_UP_MS));
};

/** The address that a token proves; undefined for a token that is unknown, used or expired. */
export const provedAddress = (read: Read, signUpToken: string): string | undefined =>
  read.db.query<CodeRow, [Buffer, string]>(BY_SIGN_UP).get(hashSecret(signUpToken), read.now)?.email;

const removeCode = (tx: Tx, id: string): void => {
  tx.db.query(REMOVE).run(id);
};

/** Removes the codes of an address: its owner has used one. */
export const removeCodesOf = (tx: Tx, email: string): void => {
  tx.db.query(REMOVE_OTHERS).run(email, '');
};

export const expiredCodes: Sweep<{ readonly id: string }> = {
  rows: (read, limit) => read.db.query<{ id: string }, [string, number]>(EXPIRED).all(read.now, limit),
  change: (tx, { id }) => removeCode(tx, id),
};
