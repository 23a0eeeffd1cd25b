// What the studio talks to: a mail server, the receivers of webhooks and a bank. They go on when the program dies.

import { Database } from 'bun:sqlite';
import type { Seal } from '../../src/database/seal.ts';
import { Store } from '../../src/database/store.ts';
import { createIds } from '../../src/kernel/ids.ts';
import type { Random } from '../../src/kernel/random.ts';
import { type Mail, MailNotSent, type MailTransport } from '../../src/mail/transport.ts';
import type { Processor } from '../../src/payments-processor/port.ts';
import { createSandboxProcessor } from '../../src/payments-processor/sandbox/processor.ts';
import { connectionFailure, statusFailure, timeoutFailure } from '../../src/webhooks/sending/failure.ts';
import type { OutgoingRequest, Sender, SendResult } from '../../src/webhooks/sending/send.ts';
import { SIGNATURE_HEADER } from '../helpers/api.ts';
import { faultyProcessor } from '../helpers/faulty-processor.ts';
import { codeIn } from '../helpers/member-sign-in.ts';
import { usualStudioFile } from './disk.ts';
import { openPushServices } from './push-services.ts';

/** How a receiver of webhooks answers. */
export type Manner = 'takes' | 'hangs' | 'fails' | 'takes and hangs' | 'unreachable';

interface Received {
  readonly url: string;
  readonly eventId: string;
  readonly isTaken: boolean;
  readonly at: number;
}

interface Sent extends Pick<Mail, 'messageId' | 'to' | 'subject'> {
  readonly at: number;
  /** The code with which its reader signs in. */
  readonly code: string;
}

const answerOf = (manner: Manner): SendResult => {
  const none = { responseStatus: null, snippet: null };
  if (manner === 'takes') return { failure: null, responseStatus: 200, snippet: 'ok', latencyMs: 5 };
  if (manner === 'fails') return { failure: statusFailure(500), responseStatus: 500, snippet: null, latencyMs: 5 };
  if (manner === 'unreachable') return { ...none, failure: connectionFailure('ECONNREFUSED'), latencyMs: 1 };
  return { ...none, failure: timeoutFailure(10_000), latencyMs: 10_000 };
};

/** What the bank need not be asked for. */
const SAID_AT_ONCE: ReadonlySet<string> = new Set(['publishableKey', 'platformFee']);

/** The answer to a program that has died. */
export const NEVER: Promise<never> = new Promise(() => {});

/** The world around the studio. `now` is its time, which goes on when the program's does not. */
export const openOutside = (random: Random, seal: Seal, clock: () => number) => {
  const manners = new Map<string, Manner>();
  let [received, sent]: [Received[], Sent[]] = [[], []];
  const counts = { received: 0, sent: 0 };
  let [refusesMail, actions] = [false, 0];
  /** Counts the programs that were killed: what is left of them reaches no one. */
  let generation = 0;

  const push = openPushServices(clock, () => {
    actions += 1;
  });
  const pushSender = (): Sender => {
    const mine = generation;
    return push.sender(() => mine !== generation);
  };

  const sender = (): Sender => {
    const mine = generation;
    return {
      async send({ url, headers }: OutgoingRequest) {
        if (mine !== generation) return answerOf('unreachable');
        actions += 1;
        const manner = manners.get(url) ?? 'takes';
        const isTaken = manner === 'takes' || manner === 'takes and hangs';
        counts.received += 1;
        received.push({ url, eventId: headers['X-Service-Event-ID'] ?? '', isTaken, at: clock() });
        return answerOf(manner);
      },
      interrupt: () => {},
      close: () => {},
    };
  };

  const post = (): MailTransport => {
    const mine = generation;
    return {
      fromAddress: 'studio@studio.net',
      async send(mail) {
        const failure = { message: 'try later', isPermanent: false, isRecipient: false } as const;
        if (mine !== generation) throw new MailNotSent({ code: 'connect_error', ...failure });
        actions += 1;
        if (refusesMail) throw new MailNotSent({ code: 'deferred', ...failure });
        const { messageId, to, subject } = mail;
        sent.push({ messageId, to, subject, at: clock(), code: codeIn(mail) });
        counts.sent += 1;
        return '250 OK';
      },
      close: () => {},
    };
  };

  const database = Database.deserialize(usualStudioFile(), { strict: true });
  const time = { now: clock };
  const store = new Store(database, time, createIds(time, random));
  const device = createSandboxProcessor(store, random, seal, SIGNATURE_HEADER);
  const bank = faultyProcessor(device);
  store.onCommit(() => {
    actions += 1;
  });

  /** The bank, as one program calls it. */
  const counter = (): Processor => {
    const mine = generation;
    const untilDeath = (given: unknown): unknown =>
      typeof given === 'function'
        ? async (...told: unknown[]) => {
            const answer = await Reflect.apply(given, undefined, told);
            return mine === generation ? answer : NEVER;
          }
        : given;
    return new Proxy(bank.processor, {
      get(processor, name) {
        const own: unknown = Reflect.get(processor, name);
        if (typeof own !== 'function' || SAID_AT_ONCE.has(String(name))) return own;
        return (...given: unknown[]) =>
          mine === generation ? Reflect.apply(own, processor, given.map(untilDeath)) : NEVER;
      },
    });
  };

  return {
    sender,
    push,
    pushSender,
    post,
    counter,
    bank,
    device,
    /** Tells the bank what it knew of an older studio, which has its own bank in its file. */
    know(older: Database): void {
      for (const table of ['sandboxProcessor', 'sandboxProcessorRequests']) {
        for (const row of older.query(`select * from ${table}`).values()) {
          database.query(`insert into ${table} values (${row.map(() => '?').join(', ')})`).run(...(row as string[]));
        }
      }
    },
    /** The tables of the bank. */
    accounts: database,
    manners,
    counts,
    received: (): readonly Received[] => received,
    sent: (): readonly Sent[] => sent,
    /** Forgets what came before an instant, epoch ms. */
    forget(before: number): void {
      received = received.filter(({ at }) => at >= before);
      sent = sent.filter(({ at }) => at >= before);
      push.forget(before);
    },
    /** Counts what has happened. */
    actions: () => actions,
    refuseMail: (isRefused: boolean): void => {
      refusesMail = isRefused;
    },
    /** What the program that ran until now still sends is lost. */
    cutOff: (): void => {
      generation += 1;
    },
    close: (): void => database.close(),
  };
};

export type Outside = ReturnType<typeof openOutside>;
