const METHODS = 'GET, POST, PUT, PATCH, DELETE';
const REQUEST_HEADERS =
  'Authorization, Content-Type, Idempotency-Key, If-Match, If-Range, Range, X-Access-Token, X-Client-ID, X-Request-ID, ' +
  'X-Service-Version, X-Site-ID';
const RESPONSE_HEADERS =
  'Accept-Ranges, Content-Length, Content-Range, ETag, Idempotency-Replayed, Last-Modified, Retry-After, X-RateLimit-Category, X-RateLimit-Limit, X-RateLimit-Remaining, ' +
  'X-RateLimit-Reset, X-Request-ID, X-Service-Version';
/** How long browsers cache a preflight response, in seconds. */
const MAX_AGE = '7200';

/** Pages that a developer serves on their own machine. */
const LOCAL_ORIGIN = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/;
const SANDBOX_PREFIX = '/sandbox/';
/** Players in pages of the member API fetch playlists, segments and captions below it. */
const MEDIA_PREFIX = '/media/';

interface CorsOptions {
  readonly origins: readonly string[];
  /** In a sandbox, local pages may call the member API and the paths of the sandbox, such as the one for ID tokens. */
  readonly isSandbox: boolean;
  readonly isOpenToMembers: (path: string) => boolean;
}

/**
 * CORS for pages of the given origins that call the member API (appliance.md "Network"). Cross-origin requests never use cookies, so credentials are not allowed. Other origins get
 * no headers, and the browser blocks them.
 */
export const createCors = ({ origins, isSandbox, isOpenToMembers }: CorsOptions) => {
  const allowed = new Set(origins);
  const originOf = (request: Request): string | undefined => {
    const origin = request.headers.get('origin');
    if (origin === null) return undefined;
    return allowed.has(origin) || (isSandbox && LOCAL_ORIGIN.test(origin)) ? origin : undefined;
  };
  const isOpen = (path: string): boolean =>
    isOpenToMembers(path) || path.startsWith(MEDIA_PREFIX) || (isSandbox && path.startsWith(SANDBOX_PREFIX));
  return {
    /** The CORS headers of the response to a preflight request of an allowed origin; undefined for other requests. */
    preflight(request: Request, path: string): Record<string, string> | undefined {
      const origin = originOf(request);
      const isPreflight = request.headers.get('access-control-request-method') !== null;
      if (origin === undefined || !isPreflight || !isOpen(path)) return undefined;
      return {
        'access-control-allow-origin': origin,
        'access-control-allow-methods': METHODS,
        'access-control-allow-headers': REQUEST_HEADERS,
        'access-control-max-age': MAX_AGE,
        vary: 'Origin',
      };
    },
    /** Sets the headers that let a page of an allowed origin read the response. */
    allow(request: Request, path: string, headers: Record<string, string | number>): void {
      if ((allowed.size === 0 && !isSandbox) || !isOpen(path)) return;
      headers.vary = 'Origin';
      const origin = originOf(request);
      if (origin === undefined) return;
      headers['access-control-allow-origin'] = origin;
      headers['access-control-expose-headers'] = RESPONSE_HEADERS;
    },
  };
};

export type Cors = ReturnType<typeof createCors>;
