import type { Read } from '../../database/database.ts';
import type { Store } from '../../database/store.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { AttemptResult } from '../../queue/work.ts';
import type { Counters } from '../counters.ts';
import type { EndpointOwners } from '../endpoint-owners.ts';
import { ENDPOINT_DISABLED, INTERRUPTED, isWithheld, NOT_PERMITTED } from './failure.ts';
import { buildRequest, type Message, type ReadTarget } from './message.ts';
import { notSent, type Sender, type SendResult } from './send.ts';

export interface DeliveryResult extends AttemptResult, SendResult {
  /** The URL that was called, null when nothing was sent. */
  readonly url: string | null;
  /** Whether the process ended before the attempt did, which says nothing about the endpoint. */
  readonly isAbandoned?: true;
}

/** The result of an attempt that ended at `endedAt` (epoch ms). */
const resultOf = (url: string | null, sent: SendResult, endedAt: number): DeliveryResult => ({
  ...sent,
  url,
  endedAt,
  hasSucceeded: sent.failure === null,
  isRepeated: sent.failure !== null && !isWithheld(sent.failure),
});

/** The result of an attempt whose endpoint or event is gone. @param endedAt epoch ms */
export const goneAt = (endedAt: number): DeliveryResult => resultOf(null, notSent(ENDPOINT_DISABLED), endedAt);

/** The result of an attempt whose process ended before it did. @param endedAt epoch ms */
export const abandonedAt = (endedAt: number): DeliveryResult => ({
  ...resultOf(null, notSent(INTERRUPTED), endedAt),
  isAbandoned: true,
});

/** Attempts a delivery with the endpoint's present settings; rejects for a fault of the program alone. Simultaneous attempts may share `read`. */
export type AttemptDelivery = (endpointId: string, message: Message, read?: Read) => Promise<DeliveryResult>;

export interface AttemptDeps {
  readonly store: Store;
  readonly time: Clock;
  readonly signatureClock: Clock;
  readonly readTarget: ReadTarget;
  readonly mayReceive: EndpointOwners['mayReceive'];
  readonly sender: Sender;
  readonly counters: Counters;
}

export const createDeliveryAttempts = (deps: AttemptDeps): AttemptDelivery => {
  const { store, time, signatureClock, readTarget, mayReceive, sender, counters } = deps;
  /** The URL that was called, and how the request to it ended. */
  const sendTo = async (endpointId: string, message: Message, read: Read): Promise<[string | null, SendResult]> => {
    const target = readTarget(read, endpointId);
    if (target === undefined) return [null, notSent(ENDPOINT_DISABLED)];
    const { eventType: type, siteId } = message;
    if (!mayReceive(read, target.owner, { type, siteId })) return [null, notSent(NOT_PERMITTED)];
    return [target.url, await sender.send(buildRequest(target, message, signatureClock.now()))];
  };

  const count = ({ failure, latencyMs }: SendResult): void => {
    counters.inFlight -= 1;
    counters.latencyMs += latencyMs ?? 0;
    if (failure === null) counters.succeeded += 1;
    else counters.failed[failure.code] = (counters.failed[failure.code] ?? 0) + 1;
  };

  return async (endpointId, message, read = store.view()) => {
    counters.attempts += 1;
    counters.inFlight += 1;
    try {
      const [url, sent] = await sendTo(endpointId, message, read);
      count(sent);
      return resultOf(url, sent, time.now());
    } catch (error) {
      count(notSent(INTERRUPTED));
      throw error;
    }
  };
};
