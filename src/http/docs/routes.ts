import { type AnyElysia, Elysia } from 'elysia';
import swaggerStyle from 'swagger-ui-dist/swagger-ui.css' with { type: 'file' };
import swaggerScript from 'swagger-ui-dist/swagger-ui-bundle.js' with { type: 'file' };
import { Problem } from '../../kernel/problem.ts';
import script from './browser.js' with { type: 'text' };
import style from './page.css' with { type: 'text' };
import { docsPage } from './page.ts';
import type { Demo } from './start.ts';

/** The page loads nothing from other origins, and has no forms or frames. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The response with a part of the page. `no-cache` lets browsers cache it and ask whether it has changed. */
const respond = (
  request: Request,
  type: string,
  content: string | Blob,
  more: Record<string, string> = {},
): Response => {
  const etag = `"${typeof content === 'string' ? Bun.hash(content).toString(36) : content.size}"`;
  const headers = {
    'content-type': `${type}; charset=utf-8`,
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    etag,
    ...more,
  };
  const isKnown = request.headers.get('if-none-match') === etag;
  return isKnown ? new Response(null, { status: 304, headers }) : new Response(content, { headers });
};

const GZIP = [0x1f, 0x8b];

/** The response with a file of Swagger UI. The build embeds them compressed; clients without gzip get plain files. */
const respondWithFile = async (request: Request, type: string, path: string): Promise<Response> => {
  const file = Bun.file(path);
  const [first, second] = await file.slice(0, 2).bytes();
  if (first !== GZIP[0] || second !== GZIP[1]) return respond(request, type, file);
  if (/\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')) {
    return respond(request, type, file, { 'content-encoding': 'gzip' });
  }
  return respond(request, type, new Blob([Bun.gunzipSync(await file.bytes())]));
};

export interface DocsDeps {
  readonly release: string;
  /** The public URL of this server. */
  readonly rootUrl: () => string;
  /** Returns the current demo studio; present in a sandbox only. */
  readonly demo?: () => Demo;
}

/** Redirects browsers from `/` to the documentation. For other clients `/` is 404. */
const root = ({ headers }: Request): Response => {
  if (/\btext\/html\b/.test(headers.get('accept') ?? '')) {
    return new Response(null, { status: 302, headers: { location: '/docs', vary: 'Accept' } });
  }
  throw new Problem(404, 'route_not_found', 'Nothing is served at this path. The API is under /v2; see /docs.');
};

/** `/docs`: the guide, the error codes, the events and the reference, all from the executable; and `/`. */
export const docsRoutes = ({ release, rootUrl, demo }: DocsDeps): AnyElysia =>
  new Elysia({ normalize: false })
    .get('/', ({ request }) => root(request))
    .get('/docs', ({ request }) => respond(request, 'text/html', docsPage(release, rootUrl(), demo?.())))
    .get('/docs/page.css', ({ request }) => respond(request, 'text/css', style))
    .get('/docs/browser.js', ({ request }) => respond(request, 'text/javascript', script))
    .get('/docs/swagger-ui.css', ({ request }) => respondWithFile(request, 'text/css', swaggerStyle))
    .get('/docs/swagger-ui.js', ({ request }) => respondWithFile(request, 'text/javascript', swaggerScript));
