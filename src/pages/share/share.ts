import { type AnyElysia, Elysia } from 'elysia';
import type { Read } from '../../database/database.ts';
import { conditional } from '../../http/not-modified.ts';
import { pageResponse } from '../../http/page-response.ts';
import { BoundedMap } from '../../kernel/bounded-map.ts';
import { type Html, html } from '../../kernel/html.ts';
import { themeOf } from '../../resources/experience/queries.ts';
import { SHARE_PREFIX, type SharedResult, sharedResult } from '../../resources/metrics/shares.ts';
import { brandSettings } from '../../resources/settings/queries.ts';
import { acceptedTags, languageOf } from '../../texts/languages.ts';
import { MEMBER_LANGUAGES } from '../../texts/made/languages.ts';
import { pageTexts } from '../../texts/pages.ts';
import { resultText } from '../book/awards/bests.ts';
import { localeFor } from '../book/layout.ts';
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

/** What a page shows, in the words of its reader. */
interface Shown extends Pick<SharedResult, 'firstName'> {
  readonly metric: string;
  readonly value: string;
  readonly studio: string;
}

const shownIn = (locale: string, result: SharedResult, studio: string): Shown => {
  const { firstName, metric } = result;
  return { firstName, metric: metric.name, value: resultText({ locale }, result), studio };
};

const previewOf = ({ firstName, metric, value, studio }: Shown, address: string): Html =>
  metaOf({
    'og:type': 'article',
    'og:title': `${metric}: ${value}`,
    'og:description': `${firstName}, ${studio}`,
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
const contentOf = ({ firstName, metric, value, studio }: Shown): Html => html`<h1>${metric}</h1>
<p class="value">${unbroken(value)}</p>
<p class="by">${firstName}</p>
<p><a href="/book">${studio}</a></p>`;

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

export const shareRoutes = ({ view, rootUrl }: ShareRoutesDeps): AnyElysia => {
  const page = (token: string, { headers }: Request): Response => {
    const read = view();
    const result = sharedResult(read, token);
    const { name, locale, formOfAddress } = brandSettings(read);
    const language = languageOf([...acceptedTags(headers.get('accept-language') ?? ''), locale], MEMBER_LANGUAGES);
    const { ended, endedWhy } = pageTexts(language, formOfAddress).share;
    const shown = result && shownIn(localeFor(locale, language), result, name);
    const meta = shown && previewOf(shown, `${rootUrl()}${SHARE_PREFIX}${token}`);
    return brandedPage(read, {
      language,
      title: shown === undefined ? name : `${shown.metric}: ${shown.value}`,
      style,
      policy: POLICY,
      cache: 'no-store',
      status: shown === undefined ? 404 : 200,
      head: html`<meta name="robots" content="noindex">\n${meta}`,
      content: shown === undefined ? html`<h1>${ended}</h1>\n<p>${endedWhy}</p>` : contentOf(shown),
    });
  };
  const draw = createPictures();
  const picture = (token: string, request: Request): Response => {
    const read = view();
    const result = sharedResult(read, token);
    if (result === undefined) return page(token, request);
    const { name: studio, locale } = brandSettings(read);
    // Messengers keep one picture for everyone, whatever they read.
    const { firstName: name, metric, value } = shownIn(locale, result, studio);
    const { blob: content, etag } = draw({ studio, name, metric, value }, themeOf(read).colors);
    return conditional(request, pageResponse({ type: 'image/png', content, policy: POLICY, cache: CACHED, etag }));
  };
  return new Elysia({ prefix: SHARE_PREFIX.slice(0, -1), normalize: false })
    .get('/:token', ({ params, request }) => page(params.token, request))
    .get('/:token/picture.png', ({ params, request }) => picture(params.token, request));
};
