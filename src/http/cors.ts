import type { ReadableFrom } from '../kernel/open-paths.ts';

const METHODS = 'GET, POST, PUT, PATCH, DELETE';
const READING = 'GET, HEAD';
/**
 * What operations of members take, which a test holds, and what libraries in apps add to each request: the headers of tracing are
 * those of W3C Trace Context and of Sentry.
 */
const REQUEST_HEADERS =
  'Authorization, Baggage, Cache-Control, Content-Type, Idempotency-Key, If-Match, If-Modified-Since, If-None-Match, If-Range, ' +
  'If-Unmodified-Since, Last-Event-ID, Range, Sentry-Trace, Traceparent, Tracestate, X-Access-Token, X-Client-ID, X-Request-ID, ' +
  'X-Requested-With, X-Service-API-Key, X-Service-Version, X-Site-ID';
const RESPONSE_HEADERS =
  'Accept-Ranges, Content-Length, Content-Range, ETag, Idempotency-Replayed, Last-Modified, Retry-After, X-RateLimit-Category, X-RateLimit-Limit, X-RateLimit-Remaining, ' +
  'X-RateLimit-Reset, X-Request-ID, X-Service-Version, WWW-Authenticate';
/** How long browsers cache a preflight response, in seconds. */
const MAX_AGE = '7200';

/** Pages that a developer serves on their own machine, and the web views of apps: `https://localhost` on Android. */
const LOCAL_ORIGIN =
  /^(?:https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?|(?:capacitor|ionic):\/\/localhost)$/;

interface CorsOptions {
  readonly origins: readonly string[];
  /** In a sandbox, local pages may call the member API and the paths of the sandbox, such as the one for ID tokens. */
  readonly isSandbox: boolean;
  /** Whether a website with a publishable key has this origin. */
  readonly isWebsite: (origin: string) => boolean;
}

/**
 * CORS for pages of the given origins that call the member API, and of every origin for what strangers read (appliance.md "Network").
 * Cross-origin requests never use cookies, so credentials are not allowed. Other origins get no headers, and the browser blocks them.
 */
export const createCors = ({ origins, isSandbox, isWebsite }: CorsOptions) => {
  const allowed = new Set(origins);
  /** The origin that may read an answer, as its header names it; `*` for all. */
  const originOf = (request: Request, from: ReadableFrom): string | undefined => {
    if (from === 'everywhere') return '*';
    const origin = request.headers.get('origin');
    if (origin === null) return undefined;
    if (allowed.has(origin) || (isSandbox && LOCAL_ORIGIN.test(origin))) return origin;
    return from === 'websites' && isWebsite(origin) ? origin : undefined;
  };
  return {
    preflight(request: Request, from: ReadableFrom | undefined): Record<string, string> | undefined {
      const { headers } = request;
      const isPreflight = headers.get('origin') !== null && headers.get('access-control-request-method') !== null;
      const origin = from === undefined || !isPreflight ? undefined : originOf(request, from);
      if (origin === undefined) return undefined;
      return {
        'access-control-allow-origin': origin,
        'access-control-allow-methods': origin === '*' ? READING : METHODS,
        'access-control-allow-headers': REQUEST_HEADERS,
        'access-control-max-age': MAX_AGE,
        vary: 'Origin',
      };
    },
    allow(request: Request, from: ReadableFrom | undefined, headers: Record<string, string | number>): void {
      if (from === undefined || (from === 'apps' && allowed.size === 0 && !isSandbox)) return;
      const origin = originOf(request, from);
      // What everyone may read is the same for all origins.
      if (origin !== '*') headers.vary = 'Origin';
      if (origin === undefined) return;
      headers['access-control-allow-origin'] = origin;
      headers['access-control-expose-headers'] = RESPONSE_HEADERS;
    },
  };
};

export type Cors = ReturnType<typeof createCors>;
