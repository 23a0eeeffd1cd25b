import { type AnyElysia, Elysia } from 'elysia';
import type { Read } from '../../database/database.ts';
import { conditional } from '../../http/not-modified.ts';
import { pageResponse } from '../../http/page-response.ts';
import { BoundedMap } from '../../kernel/bounded-map.ts';
import { type Html, html } from '../../kernel/html.ts';
import type { OpenPaths } from '../../kernel/open-paths.ts';
import { themeOf } from '../../resources/experience/queries.ts';
import { resultText, SHARE_PREFIX, type SharedResult, sharedResult } from '../../resources/metrics/shares.ts';
import { brandSettings } from '../../resources/settings/queries.ts';
import { brandedPage } from '../branded-page.ts';
import { HEIGHT, resultPicture, WIDTH } from './picture.ts';
import style from './share.css' with { type: 'text' };

const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; font-src 'self'";

export interface ShareRoutesDeps {
  readonly view: () => Read;
  readonly rootUrl: () => string;
}

/** What programs that preview links read. */
const metaOf = (pairs: Readonly<Record<string, string>>): Html =>
  html`${Object.entries(pairs).map(([property, content]) => html`<meta property="${property}" content="${content}">\n`)}`;

const previewOf = (result: SharedResult, studio: string, address: string): Html =>
  metaOf({
    'og:type': 'article',
    'og:title': `${result.metric.name}: ${resultText(result)}`,
    'og:description': `${result.firstName}, ${studio}`,
    'og:url': address,
    'og:image': `${address}/picture.png`,
    'og:image:type': 'image/png',
    'og:image:width': String(WIDTH),
    'og:image:height': String(HEIGHT),
    'twitter:card': 'summary_large_image',
  });

/** The unit stays on the line of its number. */
const unbroken = (text: string): string => text.replace(/ (?=\S+$)/, '\u00a0');

/** With the way to the studio, where its members' pages begin. */
const contentOf = (result: SharedResult, studio: string): Html => html`<h1>${result.metric.name}</h1>
<p class="value">${unbroken(resultText(result))}</p>
<p class="by">${result.firstName}</p>
<p><a href="/book">${studio}</a></p>`;

const ENDED = html`<h1>This page has ended</h1>
<p>Results are shown for 30 days, unless the member removes them.</p>`;

/** Pictures that are kept: each takes about 10 kB. */
const MAX_PICTURES = 100;
/** A picture may be shown for five minutes after its page has ended. */
const CACHED = 'public, max-age=300';

/** Draws pictures, and keeps the last ones. Links that are shared in groups have many visitors at once. */
const createPictures = () => {
  const drawn = new BoundedMap<{ readonly blob: Blob; readonly etag: string }>(MAX_PICTURES);
  return (...shown: Parameters<typeof resultPicture>) => {
    const key = JSON.stringify(shown);
    let picture = drawn.get(key);
    if (picture === undefined) {
      picture = { blob: new Blob([resultPicture(...shown)]), etag: `"${Bun.hash(key).toString(36)}"` };
      drawn.set(key, picture);
    }
    return picture;
  };
};

/** `GET /share/<token>`: the public page of a result, and its picture for previews of links (engagement.md "Metrics"). */
export const SHARED_RESULTS: OpenPaths = { prefixes: [SHARE_PREFIX], isLimited: true };

export const shareRoutes = ({ view, rootUrl }: ShareRoutesDeps): AnyElysia => {
  const page = (token: string): Response => {
    const read = view();
    const result = sharedResult(read, token);
    const { name } = brandSettings(read);
    const meta = result && previewOf(result, name, `${rootUrl()}${SHARE_PREFIX}${token}`);
    return brandedPage(read, {
      language: 'en',
      title: result === undefined ? name : `${result.metric.name}: ${resultText(result)}`,
      style,
      policy: POLICY,
      cache: 'no-store',
      status: result === undefined ? 404 : 200,
      head: html`<meta name="robots" content="noindex">\n${meta}`,
      content: result === undefined ? ENDED : contentOf(result, name),
    });
  };
  const draw = createPictures();
  const picture = (token: string, request: Request): Response => {
    const read = view();
    const result = sharedResult(read, token);
    if (result === undefined) return page(token);
    const studio = brandSettings(read).name;
    const lines = { studio, name: result.firstName, metric: result.metric.name, value: resultText(result) };
    const { blob: content, etag } = draw(lines, themeOf(read).colors);
    return conditional(request, pageResponse({ type: 'image/png', content, policy: POLICY, cache: CACHED, etag }));
  };
  return new Elysia({ prefix: SHARE_PREFIX.slice(0, -1), normalize: false })
    .get('/:token', ({ params }) => page(params.token))
    .get('/:token/picture.png', ({ params, request }) => picture(params.token, request));
};
