/**
 * The router takes for the path what stands behind the first slash from here on: enough for `http://` and a host of
 * four letters. A shorter host (`nas`) would let it begin within the path, and a request without one has no host at all.
 */
const ROUTER_BEGINS = 11;
const STAND_IN = 'http://localhost';

/**
 * The request with an address that everybody reads alike, the gate and the router above all: itself, or where its
 * `Host` is short, missing or malformed, the same with a host that stands in for it.
 */
export const withPlainUrl = (request: Request): Request => {
  const { url } = request;
  const scheme = url.startsWith('http') ? url.indexOf('://') : -1;
  const path = scheme === -1 ? 0 : url.indexOf('/', scheme + 3);
  if (scheme !== -1 && path >= ROUTER_BEGINS) return request;
  return new Request(`${STAND_IN}${path === -1 ? '/' : url.slice(path)}`, request);
};
