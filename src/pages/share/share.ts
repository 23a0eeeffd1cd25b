import { type AnyElysia, Elysia } from 'elysia';
import type { Read } from '../../database/database.ts';
import { escapeText } from '../../http/docs/html.ts';
import { conditional } from '../../http/not-modified.ts';
import { pageResponse } from '../../http/page-response.ts';
import { BoundedMap } from '../../kernel/bounded-map.ts';
import type { OpenPaths } from '../../kernel/open-paths.ts';
import { currentExperience, themeOf } from '../../resources/experience/queries.ts';
import { resultText, SHARE_PREFIX, type SharedResult, sharedResult } from '../../resources/metrics/shares.ts';
import { brandSettings } from '../../resources/settings/queries.ts';
import { brandOf } from '../brand.ts';
import { themeStyle } from '../theme-style.ts';
import { HEIGHT, resultPicture, WIDTH } from './picture.ts';
import template from './share.html' with { type: 'text' };

const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; font-src 'self'";

export interface ShareRoutesDeps {
  readonly view: () => Read;
  readonly rootUrl: () => string;
}

/** What programs that preview links read. */
const metaOf = (pairs: Readonly<Record<string, string>>): string =>
  Object.entries(pairs)
    .map(([property, content]) => `<meta property="${property}" content="${escapeText(content)}">\n`)
    .join('');

const previewOf = (result: SharedResult, studio: string, address: string): string =>
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
const contentOf = (result: SharedResult, studio: string): string =>
  `<h1>${escapeText(result.metric.name)}</h1>\n<p class="value">${escapeText(unbroken(resultText(result)))}</p>\n` +
  `<p class="by">${escapeText(result.firstName)}</p>\n<p><a href="/book">${escapeText(studio)}</a></p>`;

const ENDED = '<h1>This page has ended</h1>\n<p>Results are shown for 30 days, unless the member removes them.</p>';

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
    const current = currentExperience(read);
    const theme = themeOf(read, current);
    const { brand, images } = brandOf(name, theme.logoUrl);
    const parts: Record<string, string> = {
      brand,
      // The built-in colours are the colours of the page, which has others for the dark scheme.
      theme: themeStyle(current.theme.colors === undefined ? undefined : theme.colors, theme.fontFamily),
      title: escapeText(result === undefined ? name : `${result.metric.name}: ${resultText(result)}`),
      meta: result === undefined ? '' : previewOf(result, name, `${rootUrl()}${SHARE_PREFIX}${token}`),
      content: result === undefined ? ENDED : contentOf(result, name),
    };
    // Bun's types describe an HTML import as a bundle; imported as text it is a string.
    const content = String(template).replace(/\{\{(\w+)\}\}/g, (_, part: string) => parts[part] ?? '');
    const status = result === undefined ? 404 : 200;
    return pageResponse({ type: 'text/html', content, policy: POLICY + images, cache: 'no-store', status });
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
