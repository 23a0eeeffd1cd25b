import type { Read } from '../../../database/database.ts';
import type { Seal } from '../../../database/seal.ts';
import { epochOf, isoInstant } from '../../../kernel/clock.ts';
import { HOUR_MS } from '../../../kernel/durations.ts';
import { INTERRUPTED } from '../../../mail/mailer.ts';
import type { ClaimedJob } from '../../../queue/jobs.ts';
import type { AttemptResult } from '../../../queue/work.ts';
import { laterOpening } from '../opening/reminders.ts';
import { Message, type MessageRow } from '../record.ts';
import { endOfQuietFor, type SkipReason, skipReasonOf, startOf } from '../wanted.ts';
import { DUE } from './jobs.ts';
import type { PushKeys } from './keys.ts';
import { PushSubscription } from './record.ts';
import { KEPT_MS, pushRequest } from './request.ts';
import { targetOf } from './subscriptions.ts';
import type { PushAnswer, SendPush } from './transport.ts';
import type { Notification } from './write.ts';

/** How an attempt ended. */
export interface PushResult extends AttemptResult {
  /**
   * `due`: the devices of the client are next; `sent`; `failed`; `gone`: the subscription has ended; `over`: nothing is left to
   * do; or why the message is not sent.
   */
  readonly outcome: 'due' | 'sent' | 'failed' | 'gone' | 'over' | { readonly skipped: SkipReason };
  /** When the job is due again, without having been attempted; null otherwise. */
  readonly postponedTo: string | null;
  readonly failure: PushAnswer['failure'];
  readonly title: string | null;
}

export interface PushWorkDeps {
  readonly seal: Seal;
  readonly keys: () => PushKeys;
  readonly rootUrl: () => string;
  readonly now: () => number;
  readonly write: (read: Read, row: MessageRow) => Notification | undefined;
  readonly send: SendPush;
}

/** The longest wait that a push service may ask for. */
const MOST_HELD_MS = 6 * HOUR_MS;

const resultOf = (endedAt: number, given: Partial<PushResult> & Pick<PushResult, 'outcome'>): PushResult => ({
  hasSucceeded: given.outcome !== 'failed',
  isRepeated: false,
  endedAt,
  postponedTo: null,
  failure: null,
  title: null,
  ...given,
});

export const interruptedAt = (nowMs: number): PushResult =>
  resultOf(nowMs, {
    outcome: 'failed',
    isRepeated: true,
    failure: INTERRUPTED,
  });

/** The wait in a `Retry-After`, in seconds or as a date by the clock of the push service; 0 where there is none, ms. */
const waitIn = (retryAfter: string | null): number => {
  const seconds = Number(retryAfter ?? Number.NaN);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : 0;
  return Math.min(MOST_HELD_MS, Math.max(0, wait));
};

/** What an answer means for a subscription. 404 and 410 end it, and so does an address that may not be reached. */
const outcomeOf = ({ status, failure }: PushAnswer): 'sent' | 'gone' | 'failed' => {
  if (failure === null) return 'sent';
  return status === 404 || status === 410 || failure.code === 'blocked_address' ? 'gone' : 'failed';
};

/** Whether another attempt may succeed: not where the push service refuses this very request. */
const isTemporary = ({ status }: PushAnswer): boolean => status === null || status === 429 || status >= 500;

/** Attempts jobs of the queue of notifications. */
export const createPushAttempt = ({ seal, keys, rootUrl, now, write, send }: PushWorkDeps) => {
  /** Until when a push service asked to be left alone, by its host. */
  const heldUntil = new Map<string, number>();

  /** Whether a message may be sent to devices now. */
  const whenDue = (read: Read, row: MessageRow): PushResult => {
    const skipped = skipReasonOf(read, row);
    if (skipped !== undefined) return resultOf(now(), { outcome: { skipped } });
    const postponedTo = endOfQuietFor(read, row) ?? laterOpening(read, row) ?? null;
    return resultOf(now(), { outcome: 'due', postponedTo });
  };

  const toDevice = async ({ lane, key }: ClaimedJob, read: Read, row: MessageRow): Promise<PushResult> => {
    const held = heldUntil.get(lane) ?? 0;
    if (held > now()) return resultOf(now(), { outcome: 'due', postponedTo: isoInstant(held) });
    const subscription = PushSubscription.rows.find(read, key.slice(key.indexOf(' ') + 1));
    if (subscription === undefined || row.clientId === null) return resultOf(now(), { outcome: 'over' });
    if (epochOf(row.dueAt) + KEPT_MS < now()) return resultOf(now(), { outcome: { skipped: 'too_late' } });
    // A push service that failed is asked again hours later.
    const postponedTo = endOfQuietFor(read, row);
    if (postponedTo !== undefined) return resultOf(now(), { outcome: 'due', postponedTo });
    const skipped = skipReasonOf(read, row);
    const notification = skipped === undefined ? write(read, row) : undefined;
    if (notification === undefined) return resultOf(now(), { outcome: { skipped: skipped ?? 'outdated' } });
    const target = targetOf(seal, subscription);
    const startTime = startOf(read, row);
    const sending = { row, startTime, notification, target, keys: keys(), subject: rootUrl(), nowMs: now() };
    const { title } = notification;
    const request = await pushRequest(sending);
    const { id: messageId, clientId, kind } = row;
    const answer = await send({ messageId, clientId, kind, subscriptionId: subscription.id, notification, request });
    const wait = answer.status === 429 || answer.status === 503 ? waitIn(answer.retryAfter) : 0;
    if (wait > 0) heldUntil.set(lane, now() + wait);
    const outcome = outcomeOf(answer);
    return resultOf(now(), {
      outcome,
      isRepeated: outcome === 'failed' && isTemporary(answer),
      failure: answer.failure,
      title,
      ...(wait > 0 ? { notBefore: now() + wait } : {}),
    });
  };

  return async (job: ClaimedJob, read: Read): Promise<PushResult> => {
    const row = Message.rows.find(read, job.key.split(' ')[0] ?? '');
    const isOpen = row?.status === 'scheduled' || (row?.status === 'sent' && job.lane !== DUE);
    if (row === undefined || !isOpen) return resultOf(now(), { outcome: 'over' });
    return job.lane === DUE ? whenDue(read, row) : toDevice(job, read, row);
  };
};
