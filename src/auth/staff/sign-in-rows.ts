import type { Read, Tx } from '../../database/database.ts';
import { byEmailWriting } from '../../kernel/emails.ts';
import { removeLinksOf } from './links.ts';
import { endSessionsOf } from './sessions.ts';

/** A row of `staffSignIns`: how a person signs in, and how the console looks for them. Secrets are sealed. */
export interface SignInRow {
  readonly staffId: string;
  readonly passwordHash: string | null;
  readonly passwordChangedAt: string | null;
  readonly totpSecret: Uint8Array | null;
  readonly newTotpSecret: Uint8Array | null;
  readonly totpStep: number | null;
  readonly theme: string;
  readonly language: string | null;
  readonly singleKeys: number;
}

type Columns = Partial<Omit<SignInRow, 'staffId'>>;

const FIND = 'select * from "staffSignIns" where "staffId" = ?';
const INSERT = `insert into "staffSignIns" ("staffId", "theme", "singleKeys", "createdAt", "updatedAt")
  values (?1, 'system', 1, ?2, ?2) on conflict ("staffId") do nothing`;
const BY_EMAIL = `select "staff"."id" "staffId", "status", "passwordHash" from "staff"
  left join "staffSignIns" on "staffId" = "staff"."id" where "email" = ?`;

/** undefined for a person who never signed in. */
export const findSignIn = (read: Read, staffId: string): SignInRow | undefined =>
  read.db.query<SignInRow, [string]>(FIND).get(staffId) ?? undefined;

/** Changes how a person signs in; makes the row where there was no row yet. */
export const changeSignIn = (tx: Tx, staffId: string, columns: Columns): void => {
  tx.db.query(INSERT).run(staffId, tx.now);
  const assignments = [...Object.keys(columns), 'updatedAt'].map((name) => `"${name}" = ?`).join(', ');
  const update = `update "staffSignIns" set ${assignments} where "staffId" = ?`;
  tx.db.query(update).run(...Object.values(columns), tx.now, staffId);
};

/** A person who may sign in. `passwordHash` is null until they have chosen a password. */
export interface Account {
  readonly staffId: string;
  readonly status: string;
  readonly passwordHash: string | null;
}

/** The person with this email, in whatever case and writing of its domain. */
export const accountOfEmail = (read: Read, email: string): Account | undefined =>
  byEmailWriting(email, (writing) => read.db.query<Account, [string]>(BY_EMAIL).get(writing) ?? undefined);

const LETS_IN = `select 1 from "staffSignIns" where "staffId" = ?1 and "passwordHash" is not null
  union all select 1 from "staffInvitations" where "staffId" = ?1 and "expiresAt" > ?2
  union all select 1 from "apiKeys" where "staffId" = ?1 and "revokedAt" is null limit 1`;

/** Whether someone has what a person gets in with, or what acts for the person: a password, an open link, or a key. */
export const letsSomebodyIn = (read: Read, staffId: string): boolean =>
  read.db.query(LETS_IN).get(staffId, read.now) !== null;

/** Stores a new password: every session of the person ends, and so does every link with which one could be chosen. */
export const storePassword = (tx: Tx, staffId: string, passwordHash: string): void => {
  changeSignIn(tx, staffId, { passwordHash, passwordChangedAt: tx.now });
  endSessionsOf(tx, staffId);
  removeLinksOf(tx, staffId);
};

const FACTORS = ['staffRecoveryCodes', 'staffPasskeys'];

/** Removes the authenticator app, the passkeys and the recovery codes of a person. */
export const removeFactors = (tx: Tx, staffId: string): void => {
  changeSignIn(tx, staffId, { totpSecret: null, newTotpSecret: null, totpStep: null });
  for (const table of FACTORS) tx.db.query(`delete from "${table}" where "staffId" = ?`).run(staffId);
};
