import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2' with { type: 'file' };
import { type AnyElysia, Elysia } from 'elysia';
import swaggerStyle from 'swagger-ui-dist/swagger-ui.css' with { type: 'file' };
import swaggerScript from 'swagger-ui-dist/swagger-ui-bundle.js' with { type: 'file' };
import { Problem } from '../../kernel/problem.ts';
import type { Operation } from '../operations/operation.ts';
import { type ContentResponder, type ContentSource, embeddedFile, staticContent } from '../static-content.ts';
import script from './browser.js' with { type: 'text' };
import { type ListedOperation, listedOperation } from './contents.ts';
import style from './page.css' with { type: 'text' };
import { bookingSitePage, docsPage, type PageContext, referencePage } from './page.ts';
import referenceScript from './reference.js' with { type: 'text' };
import type { Demo } from './start.ts';

/** The page loads nothing from other origins, and has no forms or frames. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
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

const part = (type: string, source: Pick<ContentSource, 'make' | 'version'>): ContentResponder =>
  staticContent({ type: `${type}; charset=utf-8`, headers: HEADERS, ...source });

export interface DocsDeps {
  readonly release: string;
  readonly rootUrl: () => string;
  /** The page to which `/` leads a browser. */
  readonly home: (request: Request) => string;
  readonly demo?: () => Demo;
  /** The operations of the API, in the order of the side list. */
  readonly operations: readonly Operation[];
  /** Operations that follow them in the side list. */
  readonly extra?: { readonly listed: readonly ListedOperation[] };
}

/** Redirects browsers from `/` to the home page. For other clients `/` is 404. */
const root = (request: Request, home: DocsDeps['home']): Response => {
  if (/\btext\/html\b/.test(request.headers.get('accept') ?? '')) {
    return new Response(null, { status: 302, headers: { location: home(request), vary: 'Accept, Cookie' } });
  }
  throw new Problem(404, 'route_not_found', 'Nothing is served at this path. The API is under /v2; see /docs.');
};

/** A page. In a sandbox it shows the demo studio, which changes with the clock and with what clients do. */
const page = (
  { release, rootUrl, demo, operations, extra }: DocsDeps,
  html: (facts: PageContext) => string,
): ContentResponder =>
  part('text/html', {
    make: () =>
      html({
        release,
        rootUrl: rootUrl(),
        demo: demo?.(),
        operations: [...operations.map(listedOperation), ...(extra?.listed ?? [])],
      }),
    version: () => JSON.stringify([rootUrl(), demo?.()]),
  });

/** `/docs`: the guide, the error codes, the events and the reference, all from the executable; and `/`. */
export const docsRoutes = (deps: DocsDeps): AnyElysia => {
  const responders: Readonly<Record<string, ContentResponder>> = {
    '/docs': page(deps, docsPage),
    '/docs/reference': page(deps, referencePage),
    '/docs/booking-site': page(deps, bookingSitePage),
    '/docs/page.css': part('text/css', { make: () => style }),
    '/docs/figtree.woff2': staticContent({ type: 'font/woff2', headers: HEADERS, make: () => embeddedFile(figtree) }),
    '/docs/browser.js': part('text/javascript', { make: () => script }),
    '/docs/reference.js': part('text/javascript', { make: () => referenceScript }),
    '/docs/swagger-ui.css': part('text/css', { make: () => embeddedFile(swaggerStyle) }),
    '/docs/swagger-ui.js': part('text/javascript', { make: () => embeddedFile(swaggerScript) }),
  };
  const routes = new Elysia({ normalize: false })
    .get('/', ({ request }) => root(request, deps.home))
    // Asked by load balancers and scanners. `OPTIONS *` does not get here: the runtime takes it for a malformed request.
    .options('/', ({ set }) => {
      set.headers.allow = 'GET, HEAD, OPTIONS';
      return new Response(null, { status: 204 });
    });
  for (const [path, respond] of Object.entries(responders)) routes.get(path, ({ request }) => respond(request));
  return routes;
};
