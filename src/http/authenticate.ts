import { API_VERSION } from '../events/envelope.ts';
import type { Allowance } from '../kernel/allowance.ts';
import type { Authenticated } from '../kernel/caller.ts';
import { stopwatch } from '../kernel/clock.ts';
import { randomText } from '../kernel/ids.ts';
import type { ReadableFrom } from '../kernel/open-paths.ts';
import { isOfMembers, type PathAudience } from '../kernel/path-audience.ts';
import { invalidParam, Problem } from '../kernel/problem.ts';
import type { Random } from '../kernel/random.ts';
import type { Cors } from './cors.ts';
import type { ProtocolHeaders } from './operations/protocol-headers.ts';
import type { RequestContext } from './request-context.ts';

/** Authentication and rate limits, implemented by other parts. Paths have no query. */
export interface AccessControl {
  /**
   * @param audience of the path: which credentials count.
   * @throws Problem 401 when the credential is missing or invalid, 503 when it cannot be verified.
   */
  authenticate(request: Request, audience: PathAudience): Authenticated;
  isPublic(path: string): boolean;
  /** For whom the operations at a path are that needs a credential. */
  audienceOf(path: string): PathAudience;
  /** Which pages of other origins may read what is at a path; undefined for none. */
  readableFrom(path: string, audience: PathAudience): ReadableFrom | undefined;
  /** Counts a request in all buckets of the caller that apply, or in none of them if one is full. */
  consume(caller: Authenticated, method: string, path: string): Allowance;
  /** Whether a public path counts in the bucket of the client address, as pages do. */
  isPage(path: string): boolean;
  /** Whether a website with a publishable key has this origin. */
  isWebsite(origin: string): boolean;
  /** Counts a failed authentication in the bucket of the client address. */
  consumeAddress(request: Request): Allowance;
  /** Counts a request for a page. @throws Problem 401 or 403 for a publishable key that is not of the page. */
  consumePage(request: Request): Allowance;
  addressAllowance(request: Request): Allowance;
}

export interface AuthenticationContext {
  readonly request: Request;
  /** The path the router uses, so that authentication sees the same path as the routes. */
  readonly path: string;
  readonly set: { headers: Record<string, string | number> };
  requestContext: RequestContext;
}

/**
 * The headers of every response that needs a credential (conventions.md "Credentials"): no one else gets it from a cache.
 * `replied` in operations/mount.ts lets the caller keep a record that has an ETag.
 */
const PERSONAL = {
  'cache-control': 'no-store',
  vary: 'X-Service-API-Key, Authorization, Cookie, X-Site-ID, X-Client-ID, Accept-Encoding, Origin',
} as const;

const REQUEST_ID = /^[\w.:-]{1,128}$/;

export const setRateLimitHeaders = (headers: Record<string, string | number>, allowance: Allowance): void => {
  headers['x-ratelimit-limit'] = `${allowance.limit}`;
  headers['x-ratelimit-remaining'] = `${allowance.remaining}`;
  headers['x-ratelimit-reset'] = `${allowance.resetAt}`;
};

const rateLimited = (allowance: Allowance): Problem =>
  new Problem(429, 'rate_limited', `Too many requests. Wait ${allowance.retryAfter} seconds, then send it again.`, {
    retryAfter: allowance.retryAfter,
    category: allowance.category,
  });

/** For a failed and counted authentication. @throws `error`, or Problem 429 for an address that failed too often. */
export const refuseAddress = (
  headers: Record<string, string | number>,
  allowance: Allowance,
  error: unknown,
): never => {
  setRateLimitHeaders(headers, allowance);
  throw allowance.allowed ? error : rateLimited(allowance);
};

const checkVersion = (headers: Headers): void => {
  const version = headers.get('x-service-version');
  if (version === null || version === API_VERSION) return;
  const message = `The version '${version}' is not supported. Supported versions: ${API_VERSION}.`;
  throw new Problem(400, 'version_unsupported', message, { param: 'X-Service-Version' });
};

const isOfBrowser = (caller: Authenticated): boolean =>
  caller.kind === 'signed-in' ? caller.isBrowser === true : caller.kind === 'staff' && caller.session !== undefined;

/** Whether a request has several `Host` headers, which are read as one with a comma: no name of a host has any. */
const hasSeveralHosts = ({ headers }: Request): boolean => headers.get('host')?.includes(',') === true;

const severalHosts = (): Problem =>
  invalidParam('Host', 'Send the header Host once, with one host: a proxy and a server might use different ones.', {
    reason: 'not_accepted',
  });

/** The first step for every request, before routing and validation (conventions.md). */
export interface Authentication {
  /**
   * Request id, credential, rate limits and version. All paths that are not public need a credential. The
   * headers of rate limits and protocols are set before an error is thrown, so that every response has them. Scopes and
   * permissions are checked later, by the operation.
   */
  authenticate(context: AuthenticationContext): void;
  /**
   * The response to a CORS preflight request of an allowed origin; undefined for other requests. Browsers send it without
   * a credential. It counts against no limit and shows the limit of the address, as public paths do.
   */
  preflight(request: Request, path: string): Response | undefined;
}

export const createAuthentication = (
  access: AccessControl,
  random: Random,
  cors: Cors,
  protocolHeaders: ProtocolHeaders,
  /** Whether a request counts in rate limits. */
  isCounted: (request: Request) => boolean,
): Authentication => {
  const authenticate = (
    request: Request,
    audience: PathAudience,
    headers: Record<string, string | number>,
  ): Authenticated => {
    try {
      return access.authenticate(request, audience);
    } catch (error) {
      const isInvalid = error instanceof Problem && error.status === 401;
      if (isInvalid) return refuseAddress(headers, access.consumeAddress(request), error);
      setRateLimitHeaders(headers, access.addressAllowance(request));
      throw error;
    }
  };

  const pageAllowance = (request: Request, headers: Record<string, string | number>): Allowance => {
    try {
      return access.consumePage(request);
    } catch (error) {
      return refuseAddress(headers, access.consumeAddress(request), error);
    }
  };

  const callerFor = ({ request, path, set: { headers } }: AuthenticationContext): Authenticated | undefined => {
    const audience = access.audienceOf(path);
    const isPublic = access.isPublic(path);
    // Whatever else a credential decides adds `Vary` itself.
    if (isPublic || request.headers.get('origin') !== null)
      cors.allow(request, access.readableFrom(path, audience), headers);
    if (isPublic) {
      const isPage = access.isPage(path) && isCounted(request);
      const allowance = isPage ? pageAllowance(request, headers) : access.addressAllowance(request);
      setRateLimitHeaders(headers, allowance);
      if (isPage && !allowance.allowed) throw rateLimited(allowance);
      checkVersion(request.headers);
      return undefined;
    }
    headers['cache-control'] = PERSONAL['cache-control'];
    headers.vary = PERSONAL.vary;
    const category = request.method === 'GET' || request.method === 'HEAD' ? 'read' : 'write';
    const isForMembers = isOfMembers(audience);
    if (isForMembers) headers['x-ratelimit-category'] = category;
    const caller = authenticate(request, audience, headers);
    // A business that acts for a member has a limit of its own, without a category.
    if (caller.kind === 'signed-in') headers['x-ratelimit-category'] = category;
    else if (isForMembers) delete headers['x-ratelimit-category'];
    if (isCounted(request)) {
      const allowance = access.consume(caller, request.method, path);
      setRateLimitHeaders(headers, allowance);
      if (!allowance.allowed) throw rateLimited(allowance);
    }
    checkVersion(request.headers);
    return caller;
  };

  // Request ids are unique but not secret: a random prefix for this process, then a counter.
  const prefix = `req_${randomText(random, 12)}`;
  let requests = 1_000_000;

  /** Sets the headers that need no credential. Returns the request id. */
  const identify = (request: Request, headers: Record<string, string | number>): string => {
    const given = request.headers.get('x-request-id');
    const requestId = given !== null && REQUEST_ID.test(given) ? given : `${prefix}${(requests++).toString(36)}`;
    headers['x-request-id'] = requestId;
    headers['x-service-version'] = API_VERSION;
    return requestId;
  };

  const readableFrom = (path: string) => access.readableFrom(path, access.audienceOf(path));

  return {
    authenticate(context) {
      const requestId = identify(context.request, context.set.headers);
      const ofProtocol = protocolHeaders(context.path);
      if (ofProtocol !== undefined) Object.assign(context.set.headers, ofProtocol);
      const requestContext: RequestContext = {
        requestId,
        startedAt: stopwatch(),
        caller: undefined,
        route: undefined,
        staysOpen: false,
        isBrowser: false,
      };
      context.requestContext = requestContext;
      if (hasSeveralHosts(context.request)) {
        setRateLimitHeaders(context.set.headers, access.addressAllowance(context.request));
        throw severalHosts();
      }
      const caller = callerFor(context);
      requestContext.caller = caller;
      requestContext.isBrowser = caller !== undefined && isOfBrowser(caller);
    },
    preflight(request, path) {
      const headers = hasSeveralHosts(request) ? undefined : cors.preflight(request, readableFrom(path));
      if (headers === undefined) return undefined;
      identify(request, headers);
      setRateLimitHeaders(headers, access.addressAllowance(request));
      return new Response(null, { status: 204, headers });
    },
  };
};
