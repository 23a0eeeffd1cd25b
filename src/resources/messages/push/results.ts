import type { Read, Tx } from '../../../database/database.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import type { Postponed, Settled } from '../../../queue/work.ts';
import { Message, type MessageRow } from '../record.ts';
import { DUE, keyOf, pushJobs } from './jobs.ts';
import { endSubscription, subscriptionsOf } from './subscriptions.ts';
import type { PushResult } from './work.ts';

/** Adds jobs, so that they are attempted soon. */
type AddJobs = (tx: Tx, key: string, lanes: readonly string[], dueAt: string) => void;

const LEFT = `select 1 from "queueJobs" where "queue" = ?1 and "key" > ?2 || ' ' and "key" < ?2 || '!' limit 1`;

/** Whether a message still has to go to a device. */
const hasLeft = (read: Read, messageId: string): boolean => read.db.query(LEFT).get(pushJobs.queue, messageId) !== null;

const FORGOTTEN = { data: '{}' };
const NO_DEVICE = { status: 'skipped', errorCode: 'no_device' } as const;

/** Why it failed, as the console says it: what the push service did, or that it was not reached. */
const codeOf = ({ outcome, failure }: PushResult): string => {
  if (outcome === 'gone') return 'device_gone';
  if (failure?.code === 'interrupted') return failure.code;
  return failure?.code === 'http_status' || failure?.code === 'redirect' ? 'push_refused' : 'push_unreachable';
};

/** A message whose last device has gone before the push service took it: an attempt before that has failed says why. */
const withoutDevices = ({ errorCode }: MessageRow): Partial<MessageRow> =>
  errorCode === null ? NO_DEVICE : { status: 'failed' };

/** Begins to send a message that is due to each device of its client. */
const toDevices = (tx: Tx, add: AddJobs, row: MessageRow): void => {
  const subscriptions = row.clientId === null ? [] : subscriptionsOf(tx, row.clientId);
  for (const { id, host } of subscriptions) add(tx, keyOf(row.id, id), [host], tx.now);
  if (subscriptions.length > 0) return;
  Message.rows.update(tx, row.id, { ...NO_DEVICE, ...FORGOTTEN, updatedAt: tx.now });
};

/** What an attempt changes of a message. It is sent once the first device has it. */
const columnsOf = (
  row: MessageRow,
  { job, result, dueAt }: Settled<PushResult>,
  isLast: boolean,
): Partial<MessageRow> => {
  const { outcome, failure, title, endedAt } = result;
  const attempts = Math.max(row.attempts, job.lane === DUE ? 0 : job.attempt);
  if (outcome === 'sent') {
    const sent = { attempts, subject: title, errorCode: null, errorMessage: null };
    return row.status === 'sent' ? { attempts } : { ...sent, status: 'sent', sentAt: isoInstant(endedAt) };
  }
  if (row.status !== 'scheduled' || outcome === 'due') return {};
  if (outcome === 'over') return isLast ? withoutDevices(row) : {};
  if (typeof outcome === 'object') return isLast ? { status: 'skipped', errorCode: outcome.skipped, attempts } : {};
  const tried = {
    errorCode: codeOf(result),
    errorMessage: failure?.message ?? null,
    attempts,
    subject: title ?? row.subject,
  };
  if (dueAt !== null) return { ...tried, dueAt };
  return isLast ? { ...tried, status: 'failed' } : tried;
};

/** Stores how attempts ended, which subscriptions have ended, and what is to be attempted next. */
export const recordPushes = (tx: Tx, settled: readonly Settled<PushResult>[], add: AddJobs): void => {
  for (const each of settled) {
    const { job, result, isCurrent } = each;
    const { lane, key } = job;
    const [messageId = '', subscriptionId = ''] = key.split(' ');
    const row = Message.rows.find(tx, messageId);
    if (result.outcome === 'gone') endSubscription(tx, subscriptionId);
    // A message that was taken back meanwhile is gone.
    if (!isCurrent || row === undefined) continue;
    if (result.postponedTo !== null) {
      add(tx, key, [lane], result.postponedTo);
      if (lane === DUE) Message.rows.update(tx, messageId, { dueAt: result.postponedTo, updatedAt: tx.now });
    } else if (lane === DUE && result.outcome === 'due') toDevices(tx, add, row);
    else {
      const isLast = each.dueAt === null && !hasLeft(tx, messageId);
      const isOver = isLast && lane !== DUE;
      const columns = columnsOf(row, each, isLast);
      Message.rows.update(tx, messageId, { ...columns, ...(isOver ? FORGOTTEN : {}), updatedAt: tx.now });
    }
  }
};

/** Stores that a fault of the program kept notifications from being made, and when they are tried again. */
export const recordPostponedPushes = (tx: Tx, jobs: readonly Postponed[]): void => {
  for (const { key, dueAt } of jobs) {
    const [messageId = ''] = key.split(' ');
    if (Message.rows.find(tx, messageId)?.status !== 'scheduled') continue;
    Message.rows.update(tx, messageId, { errorCode: 'not_made', errorMessage: null, dueAt, updatedAt: tx.now });
  }
};
