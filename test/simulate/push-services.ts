// The push services of the browsers of members.

import type { OutgoingPush } from '../../src/resources/messages/push/transport.ts';
import { statusFailure, timeoutFailure } from '../../src/webhooks/sending/failure.ts';
import type { Sender, SendResult } from '../../src/webhooks/sending/send.ts';

/** How a push service answers: `gone` is 410 for a browser that has left it. */
export type PushManner = 'takes' | 'unknown' | 'gone' | 'busy' | 'fails' | 'hangs';

/** Push services, each with browsers of its own. */
export const PUSH_HOSTS = ['push-one.net', 'push-two.net'];

interface Pushed {
  readonly url: string;
  readonly messageId: string;
  readonly manner: PushManner;
  readonly at: number;
  /** Which program has sent it: one that was opened again does not know who wanted to be left alone. */
  readonly program: number;
}

/** For how long a push service that is busy wants to be left alone, seconds. */
export const BUSY_SECONDS = 1_800;

const STATUSES = { unknown: 404, gone: 410, busy: 429, fails: 503 } as const;

const answerOf = (manner: PushManner): SendResult => {
  const none = { snippet: null, latencyMs: 5 };
  if (manner === 'takes') return { ...none, failure: null, responseStatus: 201 };
  if (manner === 'hangs') return { ...none, failure: timeoutFailure(10_000), responseStatus: null, latencyMs: 10_000 };
  const status = STATUSES[manner];
  const after = manner === 'busy' ? { retryAfter: String(BUSY_SECONDS) } : {};
  return { ...none, failure: statusFailure(status), responseStatus: status, ...after };
};

/** @param act counts what happens. */
export const openPushServices = (clock: () => number, act: () => void) => {
  /** By host, and of browsers that have left by URL. */
  const manners = new Map<string, PushManner>();
  const left = new Map<string, PushManner>();
  const messageIds = new WeakMap<object, string>();
  let pushed: Pushed[] = [];
  let programs = 0;

  return {
    manners,
    /** A browser leaves its push service, which no longer knows it or says so. */
    leave: (url: string, manner: 'unknown' | 'gone'): void => void left.set(url, manner),
    /** What was sent, oldest first. */
    pushed: (): readonly Pushed[] => pushed,
    /** Looks at what is sent next. */
    look: ({ messageId, request }: OutgoingPush): boolean => {
      messageIds.set(request, messageId);
      return false;
    },
    /** @param isOver whether the program has died for which it sends. */
    sender(isOver: () => boolean): Sender {
      programs += 1;
      const program = programs;
      return {
        async send(request) {
          if (isOver()) return answerOf('hangs');
          act();
          const { url } = request;
          const manner = left.get(url) ?? manners.get(new URL(url).host) ?? 'takes';
          pushed.push({ url, messageId: messageIds.get(request) ?? '', manner, at: clock(), program });
          return answerOf(manner);
        },
        interrupt: () => {},
        close: () => {},
      };
    },
    forget(before: number): void {
      pushed = pushed.filter(({ at }) => at >= before);
    },
  };
};
