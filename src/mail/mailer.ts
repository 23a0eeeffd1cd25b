import type { Read, Tx } from '../database/database.ts';
import type { Store } from '../database/store.ts';
import { setRealTimeout } from '../kernel/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../kernel/durations.ts';
import { asJob } from '../kernel/origin.ts';
import type { Random } from '../kernel/random.ts';
import type { Time } from '../kernel/timer.ts';
import { type ClaimedJob, Jobs } from '../queue/jobs.ts';
import { Queue } from '../queue/queue.ts';
import type { AttemptResult, Postponed, Settled, Work } from '../queue/work.ts';
import { type Mail, type MailFailure, MailNotSent, type MailTransport } from './transport.ts';

/** The emails to be sent: the lane is the domain of a recipient, the key is the id of a message. */
export const mailJobs = new Jobs('mail');

/** How an attempt to send a message ended. */
export interface MailResult extends AttemptResult {
  /** The answer of the server; null when the message was not sent. */
  readonly response: string | null;
  /** Null when it was sent, or is no longer wanted. */
  readonly failure: MailFailure | null;
  /** Why the message is not sent at all; null when an attempt was made. */
  readonly skipped: string | null;
  /** When the message may be sent, which is not now; null when an attempt was made. */
  readonly postponedTo: string | null;
  /** What was sent; null when no email was made. */
  readonly mail: Pick<Mail, 'to' | 'subject'> | null;
}

/** What is sent for a message now: an email, or why nothing is sent, or when to try again. */
export type Composed = { readonly mail: Mail } | { readonly skipped: string } | { readonly postponedTo: string };

interface MailerDeps {
  readonly store: Store;
  readonly time: Time;
  readonly random: Random;
  readonly transport: MailTransport;
  /** Makes the email of a message when it is sent, from the data of that moment. */
  readonly compose: (read: Read, messageId: string) => Composed;
  /** Stores how attempts ended, in the transaction that ends their jobs or lets them wait. */
  readonly record: (tx: Tx, settled: readonly Settled<MailResult>[]) => void;
  /** Stores that messages could not be made and are tried again. */
  readonly postpone: (tx: Tx, jobs: readonly Postponed[]) => void;
  readonly report: (what: string, error: unknown) => void;
  /** How many requests have come so far; emails are slower while it grows. */
  readonly requests: () => number;
  /** The most by which a retry is delayed, as a fraction of its wait. */
  readonly jitter: number;
}

/**
 * The waits before each attempt (messages.md): a message is added for any instant, since a reminder is due later, and is
 * tried again after 1, 5 and 30 minutes, 2 and 6 hours.
 */
const MAIL_WAITS_MS: readonly number[] = [
  Number.POSITIVE_INFINITY,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
];

/** A domain that is slow, or defers everything, delays no other. */
const SLOTS = { perLane: 2, total: 8 };
/** Real milliseconds that `stop` waits for emails that are being sent. */
const GRACE_MS = 5_000;

/** The failure of an attempt during which the service stopped. */
export const INTERRUPTED: MailFailure = {
  code: 'interrupted',
  message: 'The service stopped during this attempt.',
  isPermanent: false,
  isRecipient: false,
};

const resultOf = (endedAt: number, result: Partial<MailResult>): MailResult => ({
  hasSucceeded: result.failure === undefined,
  isRepeated: result.failure !== undefined && !result.failure?.isPermanent,
  endedAt,
  response: null,
  failure: null,
  skipped: null,
  postponedTo: null,
  mail: null,
  ...result,
});

/** Sends messages over the durable queue. */
export const createMailer = (deps: MailerDeps) => {
  const { store, time, random, transport, compose, record, postpone, report, requests, jitter } = deps;

  const sendMessage = async ({ key }: ClaimedJob, read: Read): Promise<MailResult> => {
    const composed = compose(read, key);
    if ('skipped' in composed) return resultOf(time.now(), { skipped: composed.skipped });
    if ('postponedTo' in composed) return resultOf(time.now(), { postponedTo: composed.postponedTo });
    const { mail } = composed;
    try {
      return resultOf(time.now(), { response: await transport.send(mail), mail });
    } catch (error) {
      if (error instanceof MailNotSent) return resultOf(time.now(), { failure: error.failure, mail });
      throw error;
    }
  };

  const work: Work<MailResult> = {
    attempt: sendMessage,
    interrupted: (nowMs) => resultOf(nowMs, { failure: INTERRUPTED }),
    record(tx, settled) {
      record(tx, settled);
      for (const { job, result, isCurrent } of settled) {
        if (isCurrent && result.postponedTo !== null) queue.add(tx, job.key, [job.lane], result.postponedTo);
      }
    },
    postpone,
    advance: () => {},
  };
  const queue: Queue<MailResult> = new Queue({
    store,
    time,
    random,
    report,
    jobs: mailJobs,
    work,
    backOff: { waitsMs: MAIL_WAITS_MS, jitter },
    slots: SLOTS,
    requests,
  });

  return {
    /** Lets a message be sent once it is due. */
    add: (tx: Tx, messageId: string, lane: string, dueAt: string): void => queue.add(tx, messageId, [lane], dueAt),
    /** Sends nothing for a message that waits. */
    cancel: (tx: Tx, messageId: string): void => mailJobs.cancel(tx, messageId),
    /** Finds the jobs that another process added. */
    refresh: () => queue.refresh(),
    /** Whether another process has left something, by the time of a read. */
    hasAbandoned: (read: Read): boolean => queue.hasAbandoned(read, read.now),
    idle: () => queue.idle(),
    isHealthy: () => queue.isHealthy(),
    async start(): Promise<void> {
      await asJob('mail', async () => {
        if (queue.hasAbandoned(store.view())) await store.write<void>((tx) => queue.recover(tx));
      });
      queue.start();
    },
    /** Starts no further attempt, and waits a few seconds for those in progress. The store must still be open. */
    async stop(): Promise<void> {
      queue.stop();
      await new Promise<void>((resolve) => {
        const cancel = setRealTimeout(GRACE_MS, resolve);
        void queue.idle().then(() => {
          cancel();
          resolve();
        });
      });
      transport.close();
    },
  };
};
