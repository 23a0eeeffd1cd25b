import type { Read } from '../../database/database.ts';
import type { RefusedReply } from '../../http/errors.ts';
import { pageResponse } from '../../http/page-response.ts';
import { FILES_PREFIX } from '../../http/pages/bundle/bundle.ts';
import { pageBundle } from '../../http/pages/bundle/shared-bundle.ts';
import { html } from '../../kernel/html.ts';
import { brandSettings } from '../../resources/settings/queries.ts';
import { bookTranslator, type TranslateBook } from '../../texts/book.ts';
import { acceptedTags, languageOf } from '../../texts/languages.ts';
import { MEMBER_LANGUAGES } from '../../texts/made/languages.ts';
import { BOOK_PATH } from './paths.ts';

/** Nothing runs, and no website shows it in a frame. */
const POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

interface RefusedPageDeps {
  readonly view: () => Read;
  /** The name of the studio, and the version of its colors. */
  readonly brand: (read: Read) => { readonly studio: string; readonly version: string };
}

interface Refusal {
  readonly title: string;
  readonly text: string;
  /** Whether the same page is worth asking for again. */
  readonly isForNow: boolean;
}

const refusalOf = (t: TranslateBook, { status, seconds }: RefusedReply): Refusal => {
  switch (status) {
    case 429:
      return { title: t('shell.tooManyTitle'), text: t('shell.tooManyText', { count: seconds }), isForNow: true };
    case 403:
      return { title: t('shell.oldTitle'), text: t('shell.old'), isForNow: false };
    case 404:
    case 405:
      return { title: t('book.goneTitle'), text: t('book.gone'), isForNow: false };
    case 413:
      return { title: t('shell.wrongTitle'), text: t('shell.tooLarge'), isForNow: false };
    default:
      return { title: t('shell.wrongTitle'), text: t('shell.wrong'), isForNow: true };
  }
};

/**
 * The page that a browser gets instead of what is refused before there is a page, or fails. It knows no one, and costs next
 * to nothing: it is sent to whoever asks too often.
 */
export const refusedPage = async (
  { view, brand }: RefusedPageDeps,
  { url, headers, method }: Request,
  reply: RefusedReply,
): Promise<Response> => {
  const { bookStyle } = await pageBundle();
  const read = view();
  const { studio, version } = brand(read);
  const { locale, formOfAddress } = brandSettings(read);
  const language = languageOf([...acceptedTags(headers.get('accept-language') ?? ''), locale], MEMBER_LANGUAGES);
  const t = bookTranslator(language, formOfAddress);
  const { title, text, isForNow } = refusalOf(t, reply);
  const { pathname, search } = new URL(url);
  // A form has an address of its own, at which there may be no page: its page is a step back.
  const way =
    isForNow && method !== 'POST'
      ? html`<a class="link" href="${pathname}${search}">${t('shell.tryAgain')}</a>`
      : html`<a class="link" href="${BOOK_PATH}">${t('book.toTimetable')}</a>`;
  const content = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${t('book.title', { page: title, studio })}</title>
<meta name="robots" content="noindex">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${FILES_PREFIX}${bookStyle}">
<link rel="stylesheet" href="/console/theme.css?v=${version}">
</head>
<body>
<header class="top"><span class="name">${studio}</span></header>
<main class="page stack" id="main"><h1 class="page-title">${title}</h1><p>${text}</p><p>${way}</p></main>
</body>
</html>
`.text;
  const page = pageResponse({ type: 'text/html', content, policy: POLICY, cache: 'no-store', status: reply.status });
  page.headers.set('vary', 'Accept, Accept-Language');
  return page;
};
