import { type AnyElysia, Elysia } from 'elysia';
import swaggerStyle from 'swagger-ui-dist/swagger-ui.css' with { type: 'file' };
import swaggerScript from 'swagger-ui-dist/swagger-ui-bundle.js' with { type: 'file' };
import { Problem } from '../../kernel/problem.ts';
import { type ContentResponder, type ContentSource, embeddedFile, staticContent } from '../static-content.ts';
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

const HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** Responds with a part of the page. */
const part = (type: string, source: Pick<ContentSource, 'make' | 'version'>): ContentResponder =>
  staticContent({ type: `${type}; charset=utf-8`, headers: HEADERS, ...source });

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

/** The page. In a sandbox it shows the demo studio, which changes with the clock and with what clients do. */
const page = ({ release, rootUrl, demo }: DocsDeps): ContentResponder =>
  part('text/html', {
    make: () => docsPage(release, rootUrl(), demo?.()),
    version: () => JSON.stringify([rootUrl(), demo?.()]),
  });

/** `/docs`: the guide, the error codes, the events and the reference, all from the executable; and `/`. */
export const docsRoutes = (deps: DocsDeps): AnyElysia => {
  const responders: Readonly<Record<string, ContentResponder>> = {
    '/docs': page(deps),
    '/docs/page.css': part('text/css', { make: () => style }),
    '/docs/browser.js': part('text/javascript', { make: () => script }),
    '/docs/swagger-ui.css': part('text/css', { make: () => embeddedFile(swaggerStyle) }),
    '/docs/swagger-ui.js': part('text/javascript', { make: () => embeddedFile(swaggerScript) }),
  };
  const routes = new Elysia({ normalize: false }).get('/', ({ request }) => root(request));
  for (const [path, respond] of Object.entries(responders)) routes.get(path, ({ request }) => respond(request));
  return routes;
};
