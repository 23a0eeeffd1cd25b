import type { Tx } from '../../database/database.ts';
import type { Sweep } from '../../database/sweep.ts';
import { isoInstant } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { storedEmail } from '../../kernel/emails.ts';
import { idLowerBound } from '../../kernel/ids.ts';
import { mailJobs } from '../../mail/mailer.ts';
import { Client } from '../clients/record.ts';
import { pushJobs } from './push/jobs.ts';

/** Messages, and what is known of addresses that were refused, are kept for this long (messages.md "Sending"). */
const KEPT_MS = 400 * DAY_MS;

interface Old {
  readonly id: string;
}

/** A reminder may be made long before it is due. */
const MESSAGES = 'select "id" from "messages" where "id" < ?1 and "dueAt" < ?2 order by "id" limit ?3';
const DELETE_MESSAGE = 'delete from "messages" where "id" = ?';

const oldMessages: Sweep<Old> = {
  rows(read, limit) {
    const before = read.nowMs - KEPT_MS;
    return read.db.query<Old, [string, string, number]>(MESSAGES).all(idLowerBound(before), isoInstant(before), limit);
  },
  change(tx, { id }) {
    mailJobs.cancel(tx, id);
    pushJobs.cancel(tx, id);
    tx.db.query(DELETE_MESSAGE).run(id);
  },
};

/** Codes to addresses of no one, for which anyone can ask, are kept for this long. */
const STRANGERS_KEPT_MS = 7 * DAY_MS;

const TO_STRANGERS = `select "id" from "messages" where "clientId" is null and "staffId" is null and "id" < ?1
  order by "id" limit ?2`;

const oldCodes: Sweep<Old> = {
  rows: (read, limit) =>
    read.db.query<Old, [string, number]>(TO_STRANGERS).all(idLowerBound(read.nowMs - STRANGERS_KEPT_MS), limit),
  change: oldMessages.change,
};

/** Jobs whose messages are gone. The queue ends them once they are due, where there is a mail server. */
const JOBS = `select "key" "id" from "queueJobs" where "queue" = ?1 and "dueAt" < ?2
  and not exists (select 1 from "messages" where "id" = "queueJobs"."key") limit ?3`;

const staleJobs: Sweep<Old> = {
  rows: (read, limit) =>
    read.db.query<Old, [string, string, number]>(JOBS).all(mailJobs.queue, isoInstant(read.nowMs - DAY_MS), limit),
  change: (tx, { id }) => mailJobs.cancel(tx, id),
};

const ADDRESSES = 'select "email" "id" from "mailAddresses" where "updatedAt" < ?1 limit ?2';
const DELETE_ADDRESS = 'delete from "mailAddresses" where "email" = ?';

const oldAddresses: Sweep<Old> = {
  rows: (read, limit) => read.db.query<Old, [string, number]>(ADDRESSES).all(isoInstant(read.nowMs - KEPT_MS), limit),
  change: (tx, { id }) => tx.db.query(DELETE_ADDRESS).run(id),
};

/** Deletes what is no longer kept. */
export const deleteOld = async (sweep: (swept: Sweep<Old>) => Promise<number>): Promise<void> => {
  for (const old of [oldMessages, oldCodes, staleJobs, oldAddresses]) await sweep(old);
};

const WAITING = `"clientId" = ?1 and "status" = 'scheduled'`;
const FORGET = `delete from "queueJobs" where "queue" in (?2, ?3) and "key" in (select "id" from "messages" where ${WAITING})`;
const SKIP = `update "messages" set "status" = 'skipped', "errorCode" = 'no_recipient', "data" = '{}', "updatedAt" = ?2 where ${WAITING}`;

const FORGET_ADDRESS = `delete from "messages" where "clientId" is null and "staffId" is null
  and "toEmail" = ?`;

/**
 * Sends nothing of what waits for a client who is archived, and forgets the codes that went to the address before it was a
 * client's: an erasure, which archives first, leaves nothing of it.
 */
export const dropMessages = (tx: Tx, clientId: string): void => {
  const email = Client.rows.find(tx, clientId)?.email ?? null;
  if (email !== null) tx.db.query(FORGET_ADDRESS).run(storedEmail(email));
  tx.db.query(FORGET).run(clientId, mailJobs.queue, pushJobs.queue);
  tx.db.query(SKIP).run(clientId, tx.now);
};

/** Reminders that are still ahead are sent after a restore too. */
const RESTORED = `select "key" from "queueJobs" where "queue" = ?1 and not ("leasedUntil" is null and "dueAt" > ?2
  and exists (select 1 from "messages" where "id" = "key" and "kind" in ('booking_reminder', 'booking_opens')))`;
const SKIP_RESTORED = `update "messages" set "status" = 'skipped', "errorCode" = 'restored', "data" = '{}', "updatedAt" = ?2
  where "status" = 'scheduled' and ("dueAt" <= ?2 or "kind" not in ('booking_reminder', 'booking_opens') or "id" not in
    (select "key" from "queueJobs" where "queue" in (?1, ?3)))`;

/** A release before this one gave mails up at a fault of its own, and a migration makes them due again. */
const SKIP_NOT_MADE = `update "messages" set "errorCode" = 'restored' where "status" = 'skipped' and "errorCode" = 'not_made'`;

/** Sends no one what waited when a backup was made: it was sent since, or is old news. */
export const dropRestored = (tx: Tx): void => {
  for (const jobs of [mailJobs, pushJobs]) {
    const keys = tx.db.query<{ key: string }, [string, string]>(RESTORED).all(jobs.queue, tx.now);
    for (const { key } of keys) jobs.cancel(tx, key);
  }
  tx.db.query(SKIP_RESTORED).run(mailJobs.queue, tx.now, pushJobs.queue);
  tx.db.query(SKIP_NOT_MADE).run();
};
