const METHODS = 'GET, POST, PUT, PATCH, DELETE';
const REQUEST_HEADERS =
  'Authorization, Content-Type, Idempotency-Key, X-Client-ID, X-Request-ID, X-Service-Version, X-Site-ID';
const RESPONSE_HEADERS =
  'Idempotency-Replayed, Retry-After, X-RateLimit-Category, X-RateLimit-Limit, X-RateLimit-Remaining, ' +
  'X-RateLimit-Reset, X-Request-ID, X-Service-Version';
/** Seconds for which a browser need not ask again. */
const KEPT = '7200';

/** Which pages of other origins may call the member API (appliance.md "Network"). */
export interface Cors {
  /** The answer to a browser that asks whether it may; undefined for everything else. */
  preflight(request: Request, path: string): Response | undefined;
  /** Lets the page of an allowed origin read the answer. */
  allow(request: Request, headers: Record<string, string | number>): void;
}

/**
 * CORS for the given origins. No cookie is ever taken from elsewhere, so credentials are not allowed; any other origin
 * gets no header at all, and its browser refuses by itself.
 */
export const createCors = (origins: readonly string[], isMemberPath: (path: string) => boolean): Cors => {
  const known = new Set(origins);
  const originOf = (request: Request): string | undefined => {
    const origin = request.headers.get('origin');
    return origin !== null && known.has(origin) ? origin : undefined;
  };
  return {
    preflight(request, path) {
      const origin = originOf(request);
      const asks = request.headers.get('access-control-request-method') !== null;
      if (origin === undefined || !asks || !isMemberPath(path)) return undefined;
      return new Response(null, {
        status: 204,
        headers: {
          'access-control-allow-origin': origin,
          'access-control-allow-methods': METHODS,
          'access-control-allow-headers': REQUEST_HEADERS,
          'access-control-max-age': KEPT,
          vary: 'Origin',
        },
      });
    },
    allow(request, headers) {
      if (known.size === 0) return;
      headers.vary = 'Origin';
      const origin = originOf(request);
      if (origin === undefined) return;
      headers['access-control-allow-origin'] = origin;
      headers['access-control-expose-headers'] = RESPONSE_HEADERS;
    },
  };
};
