import { everyMinute, type Job } from '../kernel/periods.ts';
import { ensurePushKeys, type PushKeys } from '../resources/messages/push/keys.ts';
import { createPusher } from '../resources/messages/push/pusher.ts';
import type { SendPush } from '../resources/messages/push/transport.ts';
import { createWriteNotification } from '../resources/messages/push/write.ts';
import type { Webhooks } from '../webhooks/pipeline.ts';
import { createSender } from '../webhooks/sending/send.ts';
import type { AppDeps } from './deps.ts';

interface PushDeps
  extends Pick<
    AppDeps,
    'store' | 'time' | 'random' | 'seal' | 'rootUrl' | 'reportError' | 'webhookNetwork' | 'keepsPush' | 'pushSender'
  > {
  readonly addressCheck: Webhooks['addressCheck'];
  readonly isSandbox: boolean;
  readonly requests: () => number;
  readonly signsMembersIn: boolean;
}

/** A push service is a receiver as the endpoint of a webhook is: it is reached at public addresses alone, and never redirects. */
const sendVia = ({ addressCheck, webhookNetwork, keepsPush, pushSender }: PushDeps) => {
  const sender = pushSender ?? createSender(addressCheck, webhookNetwork.extraCa);
  const send: SendPush = async (push) => {
    if (keepsPush?.(push) === true) return { failure: null, status: 201, retryAfter: null };
    const { failure, responseStatus: status, retryAfter = null } = await sender.send(push.request);
    const isAnswer = failure?.code === 'http_status';
    const message = isAnswer ? `The push service responded with ${status}.` : failure?.message;
    return { failure: failure === null ? null : { code: failure.code, message: message ?? '' }, status, retryAfter };
  };
  return { send, sender };
};

/** Sends messages to the devices on which members have allowed it. */
export const connectPush = (deps: PushDeps) => {
  const { store, time, random, seal, rootUrl, reportError, addressCheck, isSandbox, requests, signsMembersIn } = deps;
  const { send, sender } = sendVia(deps);
  let own: PushKeys | undefined;
  const keys = (): PushKeys => {
    if (own === undefined) throw new Error('the keys for push services are made when the server starts');
    return own;
  };
  const pusher = createPusher({
    store,
    time,
    random,
    seal,
    requests,
    rootUrl,
    keys,
    send,
    report: (what, error) => reportError(error, what),
    write: createWriteNotification({ seal, rootUrl, signsMembersIn }),
    // Retries without jitter are predictable when the clock is moved by hand.
    jitter: isSandbox ? 0 : 0.1,
  });
  const othersPushes: Job = {
    name: 'notifications of other processes',
    period: everyMinute,
    run: () => pusher.refresh(),
    isIdleUntil: (instant) => !pusher.hasAbandoned(store.viewAt(instant)),
  };
  return {
    notifications: pusher.notifications,
    jobs: [othersPushes],
    port: {
      publicKey: () => keys().publicKey,
      problemOf: (endpoint: string) =>
        addressCheck.checkUrl(endpoint).problem === undefined
          ? undefined
          : 'Push services have a public address that starts with https://. Send the endpoint of the browser.',
    },
    async start(): Promise<void> {
      own = await ensurePushKeys(store, seal);
      await pusher.start();
    },
    async stop(): Promise<void> {
      await pusher.stop();
      sender.interrupt();
      sender.close();
    },
    idle: () => pusher.idle(),
  };
};

export type Push = ReturnType<typeof connectPush>;
