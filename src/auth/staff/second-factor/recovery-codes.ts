import type { Tx } from '../../../database/database.ts';
import type { Random } from '../../../kernel/random.ts';
import { hashSecret } from '../sessions.ts';
import { toBase32 } from './totp.ts';

const CODES = 10;
/** 80 bits: a fast hash of fewer could be tried out by anyone who reads the database. */
const CODE_BYTES = 10;

const INSERT = 'insert into "staffRecoveryCodes" ("id", "staffId", "hash", "createdAt") values (?, ?, ?, ?)';
const REMOVE_OF = 'delete from "staffRecoveryCodes" where "staffId" = ?';
const USE = 'delete from "staffRecoveryCodes" where "staffId" = ? and "hash" = ?';

/** As it is hashed, however it was typed. */
const normalized = (code: string): string => code.toUpperCase().replace(/[^A-Z2-7]/g, '');

/** New codes such as `ABCD-EFGH-IJKL-MNOP`. They are shown once. */
export const newRecoveryCodes = (random: Random): string[] =>
  Array.from({ length: CODES }, () => (toBase32(random.bytes(CODE_BYTES)).match(/.{4}/g) ?? []).join('-'));

/** Stores the hashes of new codes in place of the codes before them. */
export const storeRecoveryCodes = (tx: Tx, staffId: string, codes: readonly string[]): void => {
  removeRecoveryCodes(tx, staffId);
  for (const code of codes) tx.db.query(INSERT).run(tx.id(), staffId, hashSecret(normalized(code)), tx.now);
};

export const removeRecoveryCodes = (tx: Tx, staffId: string): void => {
  tx.db.query(REMOVE_OF).run(staffId);
};

/** Uses a code, which works once. Returns whether the person has it. */
export const useRecoveryCode = (tx: Tx, staffId: string, code: string): boolean =>
  tx.db.query(USE).run(staffId, hashSecret(normalized(code))).changes > 0;
