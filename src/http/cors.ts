import { isOpenToMembers, type PathAudience } from '../kernel/path-audience.ts';

const METHODS = 'GET, POST, PUT, PATCH, DELETE';
/** The headers of tracing are those of W3C Trace Context and of Sentry: libraries in apps add them to each request. */
const REQUEST_HEADERS =
  'Authorization, Baggage, Content-Type, Idempotency-Key, If-Match, If-None-Match, If-Range, Range, Sentry-Trace, Traceparent, ' +
  'Tracestate, X-Access-Token, X-Client-ID, X-Request-ID, X-Service-API-Key, X-Service-Version, X-Site-ID';
const RESPONSE_HEADERS =
  'Accept-Ranges, Content-Length, Content-Range, ETag, Idempotency-Replayed, Last-Modified, Retry-After, X-RateLimit-Category, X-RateLimit-Limit, X-RateLimit-Remaining, ' +
  'X-RateLimit-Reset, X-Request-ID, X-Service-Version, WWW-Authenticate';
/** How long browsers cache a preflight response, in seconds. */
const MAX_AGE = '7200';

/** Pages that a developer serves on their own machine, and the web views of apps: `https://localhost` on Android. */
const LOCAL_ORIGIN =
  /^(?:https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?|(?:capacitor|ionic):\/\/localhost)$/;
const SANDBOX_PREFIX = '/sandbox/';
/** What strangers read, which the websites of a studio show. */
const PUBLIC_PREFIX = '/public-api/v2/';
/** Players in pages of the member API fetch playlists, segments and captions below it. */
const MEDIA_PREFIX = '/media/';

interface CorsOptions {
  readonly origins: readonly string[];
  /** In a sandbox, local pages may call the member API and the paths of the sandbox, such as the one for ID tokens. */
  readonly isSandbox: boolean;
  /** Whether a website with a publishable key has this origin. */
  readonly isWebsite: (origin: string) => boolean;
}

/**
 * CORS for pages of the given origins that call the member API (appliance.md "Network"). Cross-origin requests never use cookies, so credentials are not allowed. Other origins get
 * no headers, and the browser blocks them.
 */
export const createCors = ({ origins, isSandbox, isWebsite }: CorsOptions) => {
  const allowed = new Set(origins);
  const isForStrangers = (path: string, audience: PathAudience): boolean =>
    path.startsWith(PUBLIC_PREFIX) && !isOpenToMembers(audience);
  const originOf = (request: Request, path: string, audience: PathAudience): string | undefined => {
    const origin = request.headers.get('origin');
    if (origin === null) return undefined;
    if (allowed.has(origin) || (isSandbox && LOCAL_ORIGIN.test(origin))) return origin;
    return isForStrangers(path, audience) && isWebsite(origin) ? origin : undefined;
  };
  const isOpen = (path: string, audience: PathAudience): boolean =>
    isOpenToMembers(audience) ||
    path.startsWith(PUBLIC_PREFIX) ||
    path.startsWith(MEDIA_PREFIX) ||
    (isSandbox && path.startsWith(SANDBOX_PREFIX));
  return {
    preflight(request: Request, path: string, audience: PathAudience): Record<string, string> | undefined {
      const origin = originOf(request, path, audience);
      const isPreflight = request.headers.get('access-control-request-method') !== null;
      if (origin === undefined || !isPreflight || !isOpen(path, audience)) return undefined;
      return {
        'access-control-allow-origin': origin,
        'access-control-allow-methods': METHODS,
        'access-control-allow-headers': REQUEST_HEADERS,
        'access-control-max-age': MAX_AGE,
        vary: 'Origin',
      };
    },
    allow(request: Request, path: string, audience: PathAudience, headers: Record<string, string | number>): void {
      const isUnused = allowed.size === 0 && !isSandbox && !isForStrangers(path, audience);
      if (isUnused || !isOpen(path, audience)) return;
      headers.vary = 'Origin';
      const origin = originOf(request, path, audience);
      if (origin === undefined) return;
      headers['access-control-allow-origin'] = origin;
      headers['access-control-expose-headers'] = RESPONSE_HEADERS;
    },
  };
};

export type Cors = ReturnType<typeof createCors>;
