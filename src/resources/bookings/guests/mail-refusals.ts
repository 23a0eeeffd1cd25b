import type { Read, Tx } from '../../../database/database.ts';
import { storedEmail } from '../../../kernel/emails.ts';

// Only a digest is kept, so that an address that is erased is not written to again either.
const digestOf = (email: string): string => new Bun.CryptoHasher('sha256').update(storedEmail(email)).digest('hex');

const REFUSED = 'select 1 from "mailRefusals" where "hash" = ?';
const REFUSE = 'insert into "mailRefusals" ("hash", "createdAt") values (?1, ?2) on conflict ("hash") do nothing';

/** Whether whoever has an address wants no more emails as a guest. */
export const refusesMails = (read: Read, email: string): boolean =>
  read.db.query(REFUSED).get(digestOf(email)) !== null;

/** No more emails as a guest go to an address, whoever brings them. */
export const refuseMails = (tx: Tx, email: string): void => {
  tx.db.query(REFUSE).run(digestOf(email), tx.now);
};
