import { type AnyElysia, Elysia } from 'elysia';
import { brandThemeCss } from '../../../kernel/brand-theme.ts';
import { lazily } from '../../../kernel/lazily.ts';
import type { OpenPaths } from '../../../kernel/open-paths.ts';
import { notFound } from '../../../kernel/problem.ts';
import type { Random } from '../../../kernel/random.ts';
import { encoderFor } from '../../compression.ts';
import { pathOf } from '../../request-url.ts';
import { type ContentResponder, staticContent } from '../../static-content.ts';
import { FILES_PREFIX, type PageBundle, type PageFile, plainContent } from '../bundle/bundle.ts';
import { pageBundle } from '../bundle/shared-bundle.ts';
import { consoleHtml } from './html.ts';

/**
 * Pages and files of the console need no credential: what they show comes from the API. They count in no bucket of an address,
 * which all desks and kiosks of a studio may share.
 */
export const CONSOLE: OpenPaths = { paths: ['/console'], prefixes: ['/console/'] };

/** Nothing is loaded from elsewhere, and no page may frame the console. */
const policy = (nonce: string): string =>
  [
    "default-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

const SECURITY_HEADERS = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' };
const YEAR = 'public, max-age=31536000, immutable';

export interface ConsoleDeps {
  readonly random: Random;
  /** The name of the studio, and the color and version of its theme. */
  readonly brand: () => { readonly studio: string; readonly color: string; readonly version: string };
  /** What the clocks of the sites show, by zone. */
  readonly clocks: () => object;
  /** Whether a request has the cookie of someone who is signed in. */
  readonly hasSession: (request: Request) => boolean;
}

const acceptsBrotli = ({ headers }: Request): boolean => /\bbr\b/.test(headers.get('accept-encoding') ?? '');

/** Responds with a file: as it is stored to clients that accept brotli, made again for others. */
const fileResponder = (file: PageFile): ContentResponder => {
  const headers = { ...SECURITY_HEADERS, 'cache-control': YEAR };
  const other = staticContent({ type: file.type, headers, make: () => plainContent(file) });
  return async (request) => {
    if (!acceptsBrotli(request)) return other(request);
    return new Response(Buffer.from(file.brotli), {
      headers: { ...headers, 'content-type': file.type, 'content-encoding': 'br', vary: 'Accept-Encoding' },
    });
  };
};

const respondersOf = ({ files }: PageBundle): ReadonlyMap<string, ContentResponder> =>
  new Map(files.map((file) => [file.name, fileResponder(file)]));

export const consoleRoutes = ({ random, brand, clocks, hasSession }: ConsoleDeps): AnyElysia => {
  const responders = lazily(async () => respondersOf(await pageBundle()));
  const theme = staticContent({
    type: 'text/css; charset=utf-8',
    headers: { ...SECURITY_HEADERS, 'cache-control': YEAR },
    make: () => brandThemeCss(brand().color),
    version: () => brand().version,
  });
  const page = async (request: Request, entry: keyof PageBundle['entries']): Promise<Response> => {
    const { headers } = request;
    const nonce = Buffer.from(random.bytes(16)).toString('base64');
    const { studio, version } = brand();
    const html = consoleHtml(await pageBundle(), {
      entry,
      studio,
      themeVersion: version,
      nonce,
      clocks: clocks(),
      cookies: headers.get('cookie') ?? '',
      accepted: headers.get('accept-language') ?? '',
      pathname: pathOf(request.url),
      hasSession: hasSession(request),
    });
    const encoder = encoderFor(headers.get('accept-encoding') ?? '');
    return new Response(encoder === undefined ? html : await encoder.now(Buffer.from(html)), {
      headers: {
        ...(encoder === undefined ? {} : { 'content-encoding': encoder.name, vary: 'Accept-Encoding' }),
        ...SECURITY_HEADERS,
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy(nonce),
        'cache-control': 'no-store',
      },
    });
  };
  const file = async (request: Request, name: string): Promise<Response> => {
    const respond = (await responders()).get(name);
    if (respond === undefined) throw notFound('file', name);
    return respond(request);
  };
  return new Elysia({ normalize: false })
    .get(`${FILES_PREFIX}:name`, ({ request, params }) => file(request, params.name))
    .get('/console/theme.css', ({ request }) => theme(request))
    .get('/console/kiosk', ({ request }) => page(request, 'kiosk'))
    .get('/console', ({ request }) => page(request, 'main'))
    .get('/console/*', ({ request }) => page(request, 'main'));
};
