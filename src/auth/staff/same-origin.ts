import { forbidden } from '../../kernel/problem.ts';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const CONSOLE_HEADER = 'X-Studiod-Console';

/** Whether a page of this server sends a request; undefined where the browser does not say. */
const isOwnPage = ({ headers }: Request, rootUrl: string): boolean | undefined => {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = headers.get('origin');
  if (origin === null) return undefined;
  // A proxy may name the host of the server in Host, and its own in the public URL.
  return origin === URL.parse(rootUrl)?.origin || URL.parse(origin)?.host === headers.get('host');
};

/**
 * Whether a visitor comes from a page of this server, or has typed the address. A link of another website also carries the
 * cookie of a session. Where the browser does not say, it is not known.
 */
export const isFromHere = ({ headers }: Request): boolean =>
  ['same-origin', 'none'].includes(headers.get('sec-fetch-site') ?? '');

const crossOrigin = (header = CONSOLE_HEADER) =>
  forbidden(
    'This request did not come from a page of this server. With a session cookie, send it from the same origin ' +
      `and with the header '${header}: 1'. ${header === CONSOLE_HEADER ? 'Programs send an API key' : 'Apps send an ID token'} instead.`,
    'cross_origin',
  );

/**
 * A browser sends the cookie with requests of other pages too.
 * @throws Problem 403 `cross_origin` for an unsafe method that a page of this server does not send.
 */
export const requireSameOrigin = (request: Request, rootUrl: string, header = CONSOLE_HEADER): void => {
  if (SAFE_METHODS.has(request.method)) return;
  if (isOwnPage(request, rootUrl) !== true || request.headers.get(header) !== '1') throw crossOrigin(header);
};

/** @throws Problem 403 `cross_origin` for a form that a page of this server does not send. */
export const requireOwnPage = (request: Request, rootUrl: string): void => {
  if (isOwnPage(request, rootUrl) !== true) {
    throw forbidden('This form did not come from a page of this server. Open the page again.', 'cross_origin');
  }
};

/** Another page must not sign a browser in as someone else. @throws Problem 403 `cross_origin`. */
export const requireNoOtherPage = (request: Request, rootUrl: string): void => {
  if (isOwnPage(request, rootUrl) === false) throw crossOrigin();
};
