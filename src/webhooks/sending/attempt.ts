import type { Read } from '../../database/database.ts';
import type { Store } from '../../database/store.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Counters } from '../counters.ts';
import type { Ended } from '../queries.ts';
import { ENDPOINT_DISABLED, INTERRUPTED } from './failure.ts';
import { compose, type Message, type ReadTarget } from './message.ts';
import { type Result, type Sender, unsent } from './send.ts';

/** Tells the operator of a fault inside the pipeline. */
export type Report = (what: string, error: unknown) => void;

/** The end of one attempt. */
export interface Attempted {
  /** The URL that was called, null when nothing was. */
  readonly url: string | null;
  readonly result: Result;
  /** When the attempt ended, epoch ms. */
  readonly endedAt: number;
}

/**
 * Makes one attempt with what the endpoint's record says now; never rejects. Attempts that begin together may share a
 * view of the present state as `read`.
 */
export type Attempt = (endpointId: string, message: Message, read?: Read) => Promise<Attempted>;

export interface AttemptDeps {
  readonly store: Store;
  readonly time: Clock;
  readonly readTarget: ReadTarget;
  readonly sender: Sender;
  readonly counters: Counters;
  readonly report: Report;
}

/** Signing, sending and counting of one attempt, whichever lane it is in. */
export const createAttempt = ({ store, time, readTarget, sender, counters, report }: AttemptDeps): Attempt => {
  const make = async (endpointId: string, message: Message, read: Read): Promise<[string | null, Result]> => {
    const target = readTarget(read, endpointId);
    if (target === undefined) return [null, unsent(ENDPOINT_DISABLED)];
    return [target.url, await sender.send(compose(target, message, read.nowMs))];
  };

  const count = ({ failure, latencyMs }: Result): void => {
    counters.inFlight -= 1;
    counters.latencyMs += latencyMs ?? 0;
    if (failure === null) counters.succeeded += 1;
    else counters.failed[failure.code] = (counters.failed[failure.code] ?? 0) + 1;
  };

  return async (endpointId, message, read = store.view()) => {
    counters.attempts += 1;
    counters.inFlight += 1;
    const [url, result] = await make(endpointId, message, read).catch((error): [null, Result] => {
      report('A webhook could not be sent; its sealed secret may belong to another key.', error);
      return [null, unsent(INTERRUPTED)];
    });
    count(result);
    return { url, result, endedAt: time.now() };
  };
};

/** The end of an attempt as columns of its delivery. `url` is the one written before, where nothing was called. */
export const endedBy = (
  { failure, responseStatus, snippet, latencyMs }: Result,
  url: string,
  nextAttemptAt: string | null,
): Ended => ({
  status: failure === null ? 'succeeded' : 'failed',
  url,
  responseStatus,
  responseSnippet: snippet,
  latencyMs,
  errorCode: failure?.code ?? null,
  errorMessage: failure?.message ?? null,
  nextAttemptAt,
});
