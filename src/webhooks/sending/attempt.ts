import type { Read } from '../../database/database.ts';
import type { Store } from '../../database/store.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Outcome } from '../../queue/work.ts';
import type { Counters } from '../counters.ts';
import type { Creators } from '../creators.ts';
import type { DeliveryResult } from '../deliveries.ts';
import { ENDPOINT_DISABLED, INTERRUPTED, isWithheld, NOT_PERMITTED } from './failure.ts';
import { buildRequest, type Message, type ReadTarget } from './message.ts';
import { notSent, type Sender, type SendResult } from './send.ts';

export type ReportError = (what: string, error: unknown) => void;

export interface AttemptResult extends Outcome {
  /** The URL that was called, null when nothing was sent. */
  readonly url: string | null;
  readonly response: SendResult;
}

/** The result of an attempt that ended at `endedAt` (epoch ms). */
export const attemptResult = (url: string | null, response: SendResult, endedAt: number): AttemptResult => ({
  url,
  response,
  endedAt,
  hasSucceeded: response.failure === null,
  isRepeated: response.failure !== null && !isWithheld(response.failure),
});

/** Makes an attempt with the endpoint's present settings; never rejects. Simultaneous attempts may share `read`. */
export type Attempt = (endpointId: string, message: Message, read?: Read) => Promise<AttemptResult>;

export interface AttemptDeps {
  readonly store: Store;
  readonly time: Clock;
  readonly signatureClock: Clock;
  readonly readTarget: ReadTarget;
  readonly mayReceive: Creators['mayReceive'];
  readonly sender: Sender;
  readonly counters: Counters;
  readonly report: ReportError;
}

export const createAttempt = (deps: AttemptDeps): Attempt => {
  const { store, time, signatureClock, readTarget, mayReceive, sender, counters, report } = deps;
  const send = async (
    endpointId: string,
    message: Message,
    read: Read,
  ): Promise<Pick<AttemptResult, 'url' | 'response'>> => {
    const target = readTarget(read, endpointId);
    if (target === undefined) return { url: null, response: notSent(ENDPOINT_DISABLED) };
    const { eventType: type, siteId } = message;
    if (!mayReceive(read, target.creator, { type, siteId })) return { url: null, response: notSent(NOT_PERMITTED) };
    return { url: target.url, response: await sender.send(buildRequest(target, message, signatureClock.now())) };
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
    const { url, response } = await send(endpointId, message, read).catch((error) => {
      report('A webhook could not be sent. Its secret may be sealed with another key.', error);
      return { url: null, response: notSent(INTERRUPTED) };
    });
    count(response);
    return attemptResult(url, response, time.now());
  };
};

export const deliveryResult = (
  { failure, responseStatus, snippet, latencyMs }: SendResult,
  url: string,
  nextAttemptAt: string | null,
): DeliveryResult => ({
  status: failure === null ? 'succeeded' : 'failed',
  url,
  responseStatus,
  responseSnippet: snippet,
  latencyMs,
  errorCode: failure?.code ?? null,
  errorMessage: failure?.message ?? null,
  nextAttemptAt,
});
