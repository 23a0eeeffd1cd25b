import type { Tx } from '../../database/database.ts';
import { isoInstant } from '../../kernel/clock.ts';
import { storedEmail } from '../../kernel/emails.ts';
import type { MailResult } from '../../mail/mailer.ts';
import type { Postponed, Settled } from '../../queue/work.ts';
import { addressAccepted, addressRefused } from './addresses.ts';
import { Message, type MessageRow } from './record.ts';

const columnsOf = ({ job, result, dueAt }: Settled<MailResult>): Partial<MessageRow> => {
  const { failure, skipped, postponedTo, mail } = result;
  if (postponedTo !== null) return { dueAt: postponedTo };
  if (skipped !== null) return { status: 'skipped', errorCode: skipped, attempts: job.attempt };
  const sent = { attempts: job.attempt, toEmail: mail?.to ?? null, subject: mail?.subject ?? null };
  if (failure === null) {
    return { ...sent, status: 'sent', sentAt: isoInstant(result.endedAt), errorCode: null, errorMessage: null };
  }
  const error = { errorCode: failure.code, errorMessage: failure.message };
  return dueAt === null ? { ...sent, ...error, status: 'failed' } : { ...sent, ...error, dueAt };
};

const CODE_OF_STRANGER = `select 1 from "messages" where "id" = ? and "kind" = 'member_code' and "clientId" is null`;

const isCodeOfStranger = (tx: Tx, messageId: string): boolean => tx.db.query(CODE_OF_STRANGER).get(messageId) !== null;

/** Stores how attempts to send messages ended, and which addresses were refused. */
export const recordResults = (tx: Tx, settled: readonly Settled<MailResult>[]): void => {
  for (const each of settled) {
    const { job, result, isCurrent } = each;
    const { failure, mail } = result;
    // Anyone can ask for a code for any address: what becomes of it counts for nothing else.
    const isOfStranger = isCodeOfStranger(tx, job.key);
    const address = mail === null || isOfStranger ? undefined : storedEmail(mail.to);
    if (address !== undefined && isCurrent && failure?.isRecipient === true)
      addressRefused(tx, address, failure.message);
    if (address !== undefined && failure === null) addressAccepted(tx, address);
    // A message that was taken back meanwhile is gone.
    if (!isCurrent) continue;
    // A link that was sent is a secret that is no longer needed here.
    const rest = each.dueAt === null && result.postponedTo === null ? { data: '{}' } : {};
    Message.rows.update(tx, job.key, { ...columnsOf(each), ...rest, updatedAt: tx.now });
  }
};

/** Stores that a fault of the program kept messages from being made, and when they are tried again. */
export const recordPostponed = (tx: Tx, jobs: readonly Postponed[]): void => {
  for (const { key, dueAt } of jobs) {
    const error = { errorCode: 'not_made', errorMessage: null };
    Message.rows.update(tx, key, { ...error, dueAt, updatedAt: tx.now });
  }
};
