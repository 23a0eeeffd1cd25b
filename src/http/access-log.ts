import { stopwatch } from '../kernel/clock.ts';
import { pathOf } from './authenticate.ts';
import type { RequestContext } from './request-context.ts';

/** One answered request, as the log tells it; never a secret, a token or a body. */
export interface AccessEntry {
  readonly requestId: string;
  readonly method: string;
  /** The route's template, `/v2/clients/:id`; the path itself where no route took it. */
  readonly route: string;
  /** Whether a route took it. */
  readonly isRouted: boolean;
  readonly status: number;
  readonly milliseconds: number;
  /** The credential's id; absent on public paths. */
  readonly credentialId: string | undefined;
}

/** Where answered requests are noted. */
export type AccessLog = (entry: AccessEntry) => void;

/** Notes each answer in both; undefined where there is neither, so that nothing is noted. */
export const bothOf = (first: AccessLog | undefined, second: AccessLog | undefined): AccessLog | undefined => {
  if (first === undefined || second === undefined) return first ?? second;
  return (entry) => {
    first(entry);
    second(entry);
  };
};

/** Notes in `log` how a request was answered. */
export const logResponse = (
  log: AccessLog,
  request: Request,
  requestContext: RequestContext,
  { status }: Response,
): void =>
  log({
    requestId: requestContext.requestId,
    method: request.method,
    route: requestContext.route ?? pathOf(request.url),
    isRouted: requestContext.route !== undefined,
    status,
    milliseconds: stopwatch() - requestContext.startedAt,
    credentialId: requestContext.caller?.credentialId,
  });
