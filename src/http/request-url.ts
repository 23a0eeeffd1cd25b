/**
 * Elysia's router searches for the start of the path from this index on, which assumes `http://` and a host of at least
 * four characters. With a shorter host (`nas`) or none it would start inside the path.
 */
const PATH_SEARCH_START = 11;
const REPLACEMENT = 'http://localhost';

/**
 * Gives a request whose `Host` is short, missing or malformed a URL with another host, so that authentication and the
 * router parse it alike. It stays the same request, because a copy would have neither its connection nor its body.
 */
export const normalizeUrl = (request: Request): void => {
  const { url } = request;
  const scheme = url.startsWith('http') ? url.indexOf('://') : -1;
  const path = scheme === -1 ? 0 : url.indexOf('/', scheme + 3);
  if (scheme !== -1 && path >= PATH_SEARCH_START) return;
  Object.defineProperty(request, 'url', { value: `${REPLACEMENT}${path === -1 ? '/' : url.slice(path)}` });
};

/** The path of an address, without its query. */
export const pathOf = (url: string): string => {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const end = url.indexOf('?', start);
  return start === -1 ? '/' : end === -1 ? url.slice(start) : url.slice(start, end);
};
