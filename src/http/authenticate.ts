import { API_VERSION } from '../events/envelope.ts';
import type { Caller } from '../kernel/caller.ts';
import { stopwatch } from '../kernel/clock.ts';
import { randomText } from '../kernel/ids.ts';
import { Problem } from '../kernel/problem.ts';
import type { Random } from '../kernel/random.ts';
import type { Cors } from './cors.ts';
import type { RequestContext } from './request-context.ts';

/** The state of a rate limit as the rate headers show it. */
export interface Allowance {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Epoch seconds at which the bucket is empty again. */
  readonly resetAt: number;
  /** Seconds to wait; 0 when allowed. */
  readonly retryAfter: number;
  readonly category: string;
}

/** Authentication and rate limits, which other parts provide. Paths come without their query. */
export interface AccessControl {
  /** @throws Problem 401 when the credential is missing or wrong, 503 when it cannot be checked. */
  authenticate(request: Request, path: string): Caller;
  /** Whether a path needs no credential. */
  isPublic(path: string): boolean;
  /** Whether a path belongs to the member API. */
  isMember(path: string): boolean;
  /** Counts one request in every bucket of the caller that applies, or in none. */
  consume(caller: Caller, method: string): Allowance;
  /** Counts one failed authentication in the bucket of the request's address. */
  consumeFailure(request: Request): Allowance;
  /** The bucket of that address as it is. */
  addressAllowance(request: Request): Allowance;
}

/** The part of Elysia's context that authentication reads and writes. */
export interface AuthenticationContext {
  readonly request: Request;
  /** As the router reads it, so that a request is authenticated by the path that answers it. */
  readonly path: string;
  readonly set: { headers: Record<string, string | number> };
  requestContext: RequestContext;
}

const REQUEST_ID = /^[\w.:-]{1,128}$/;

/** The path of a URL, without its query. */
export const pathOf = (url: string): string => {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const end = url.indexOf('?', start);
  return start === -1 ? '/' : end === -1 ? url.slice(start) : url.slice(start, end);
};

/** Sets the rate headers. */
export const setAllowance = (headers: Record<string, string | number>, allowance: Allowance): void => {
  headers['x-ratelimit-limit'] = `${allowance.limit}`;
  headers['x-ratelimit-remaining'] = `${allowance.remaining}`;
  headers['x-ratelimit-reset'] = `${allowance.resetAt}`;
};

const rateLimited = (allowance: Allowance): Problem =>
  new Problem(429, 'rate_limited', `Too many requests. Wait ${allowance.retryAfter} seconds and send it again.`, {
    retryAfter: allowance.retryAfter,
    category: allowance.category,
  });

const checkVersion = (headers: Headers): void => {
  const version = headers.get('x-service-version');
  if (version === null || version === API_VERSION) return;
  const message = `The version '${version}' is not supported. Supported: ${API_VERSION}.`;
  throw new Problem(400, 'version_unsupported', message, { param: 'X-Service-Version' });
};

/**
 * What happens to every request before routing, bodies and rules (conventions.md): request id, version, credential,
 * rate limits. Whatever is not declared public needs a credential. The rate headers are set before any error, so that
 * every response has them. Scopes and permissions follow, when the operation is known.
 */
export const createAuthentication = (access: AccessControl, random: Random, cors: Cors) => {
  const authenticate = (request: Request, path: string, headers: Record<string, string | number>): Caller => {
    try {
      return access.authenticate(request, path);
    } catch (error) {
      const isRefused = error instanceof Problem && error.status === 401;
      const allowance = isRefused ? access.consumeFailure(request) : access.addressAllowance(request);
      setAllowance(headers, allowance);
      throw isRefused && !allowance.allowed ? rateLimited(allowance) : error;
    }
  };

  const admit = ({ request, path, set: { headers } }: AuthenticationContext): Caller | undefined => {
    if (access.isPublic(path)) {
      setAllowance(headers, access.addressAllowance(request));
      checkVersion(request.headers);
      return undefined;
    }
    if (access.isMember(path)) {
      cors.allow(request, headers);
      headers['x-ratelimit-category'] = request.method === 'GET' || request.method === 'HEAD' ? 'read' : 'write';
    }
    const caller = authenticate(request, path, headers);
    const allowance = access.consume(caller, request.method);
    setAllowance(headers, allowance);
    if (!allowance.allowed) throw rateLimited(allowance);
    checkVersion(request.headers);
    return caller;
  };

  // Request ids tell requests apart and are no secret: a random beginning for this process, then a count.
  const firstPart = `req_${randomText(random, 12)}`;
  let requests = 1_000_000;

  return (context: AuthenticationContext): void => {
    const { request } = context;
    const { headers } = context.set;
    const given = request.headers.get('x-request-id');
    const requestId = given !== null && REQUEST_ID.test(given) ? given : `${firstPart}${(requests++).toString(36)}`;
    headers['x-request-id'] = requestId;
    headers['x-service-version'] = API_VERSION;
    const requestContext: RequestContext = { requestId, startedAt: stopwatch(), caller: undefined, route: undefined };
    context.requestContext = requestContext;
    requestContext.caller = admit(context);
  };
};
