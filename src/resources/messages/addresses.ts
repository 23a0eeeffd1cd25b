import type { Read, Tx } from '../../database/database.ts';

/** Refusals in a row after which an address gets no more mails (messages.md). */
const MOST_REFUSALS = 3;

const BOUNCING = 'select 1 from "mailAddresses" where "email" = ? and "bouncingSince" is not null';
const REFUSED = `insert into "mailAddresses" ("email", "refusals", "lastMessage", "updatedAt") values (?1, 1, ?2, ?3)
  on conflict ("email") do update set "refusals" = "refusals" + 1, "lastMessage" = ?2, "updatedAt" = ?3,
    "bouncingSince" = case when "refusals" + 1 >= ${MOST_REFUSALS} then coalesce("bouncingSince", ?3) end`;
const ACCEPTED = 'delete from "mailAddresses" where "email" = ?';

/** Whether a mail server has refused an address so often that no more mails are sent to it. @param email in lower case */
export const isBouncing = (read: Read, email: string): boolean => read.db.query(BOUNCING).get(email) !== null;

/** A mail server has refused an address permanently. @param message what it said */
export const addressRefused = (tx: Tx, email: string, message: string): void => {
  tx.db.query(REFUSED).run(email, message, tx.now);
};

/** A mail server has taken a mail, or the address was changed: the refusals before do not count. */
export const addressAccepted = (tx: Tx, email: string): void => {
  tx.db.query(ACCEPTED).run(email);
};
