/**
 * Elysia's router searches for the start of the path from this index on, which assumes `http://` and a host of at least
 * four characters. With a shorter host (`nas`) or none it would start inside the path.
 */
const PATH_SEARCH_START = 11;
const REPLACEMENT = 'http://localhost';

/**
 * A request whose URL authentication and the router parse alike: the request itself, or a copy with another host when
 * its `Host` is short, missing or malformed.
 */
export const withNormalizedUrl = (request: Request): Request => {
  const { url } = request;
  const scheme = url.startsWith('http') ? url.indexOf('://') : -1;
  const path = scheme === -1 ? 0 : url.indexOf('/', scheme + 3);
  if (scheme !== -1 && path >= PATH_SEARCH_START) return request;
  return new Request(`${REPLACEMENT}${path === -1 ? '/' : url.slice(path)}`, request);
};
