import { stopwatch } from '../kernel/clock.ts';
import type { RequestContext } from './request-context.ts';
import { pathOf } from './request-url.ts';

/** A log entry for one request. It contains no secrets, tokens or bodies. */
export interface AccessEntry {
  readonly requestId: string;
  readonly method: string;
  /** The route template, `/v2/clients/:id`; the words of the path if no route matched. */
  readonly route: string;
  readonly isRouted: boolean;
  readonly status: number;
  readonly milliseconds: number;
  /** The credential's id; absent on public paths. */
  readonly credentialId: string | undefined;
  /** The caller's address, or its network; undefined where addresses are not logged. */
  readonly address: string | undefined;
  /** Whether it was a write whose connection had ended before its answer was there: it was done, and no one received the answer. */
  readonly isLost?: boolean;
}

/** Records requests when they have been answered. */
export type AccessLog = (entry: AccessEntry) => void;

export const combineLogs = (first: AccessLog | undefined, second: AccessLog | undefined): AccessLog | undefined => {
  if (first === undefined || second === undefined) return first ?? second;
  return (entry) => {
    first(entry);
    second(entry);
  };
};

/** A segment of a path that is a word, and no id, key, token or address. */
const WORD = /^(?:[.a-z_-]{1,16}\d{0,2}[.a-z_-]{0,16})?$/;
/** A longer path is cut. */
const MOST_SEGMENTS = 8;

/** A path that no one vouches for, without what may be personal or secret: `/v2/clients/*`. */
const wordsOf = (path: string): string => {
  const segments = path.split('/', MOST_SEGMENTS + 1);
  return segments.map((segment) => (WORD.test(segment) ? segment : '*')).join('/');
};

interface Answered {
  readonly request: Request;
  readonly requestContext: RequestContext;
  readonly response: Response;
  readonly address: string | undefined;
  readonly isLost: boolean;
}

export const entryOf = ({ request, requestContext, response, address, isLost }: Answered): AccessEntry => ({
  requestId: requestContext.requestId,
  method: request.method,
  route: requestContext.route ?? wordsOf(pathOf(request.url)),
  isRouted: requestContext.route !== undefined,
  status: response.status,
  milliseconds: stopwatch() - requestContext.startedAt,
  credentialId: requestContext.caller?.credentialId,
  address,
  isLost,
});
