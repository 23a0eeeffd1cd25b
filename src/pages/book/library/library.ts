import { type Html, html } from '../../../kernel/html.ts';
import { categoryPage } from '../../../resources/content/categories/queries.ts';
import { typePage } from '../../../resources/content/types/queries.ts';
import { NOT_SHOWN } from '../../../resources/studio/library/access.ts';
import type { BookKey } from '../../../texts/book.ts';
import { NEXT, SEARCH } from '../icons.ts';
import { siteQuery, topOf } from '../layout.ts';
import type { BookPage, PageResult, Visit } from '../visit.ts';
import { cover } from './cover.ts';
import { inLibrary } from './in-library.ts';
import type { Entry, ListOf } from './shapes.ts';

const MY_LIST = 'my-list';
const PAGE = 24;
const EXPANDED = ['instructors', 'categories', 'memberStatus'];

interface Kind {
  readonly key: string;
  readonly name: string;
}

interface Category {
  readonly id: string;
  readonly name: string;
  readonly entryCount: number;
}

/** The names of the types that every studio has; a type of a studio's own has the name that it gives. */
const KINDS: ReadonlyMap<string, BookKey> = new Map([
  ['video', 'library.videos'],
  ['audio', 'library.audio'],
  ['program', 'library.programs'],
  ['workout', 'library.workouts'],
  ['article', 'library.articles'],
  ['recipe', 'library.recipes'],
]);

/** What a list of chips has at most. */
const MOST = 50;

const typesOf = async ({ callApi, context: { read, member } }: Visit) => {
  if (member === undefined) return typePage(read, { limit: MOST }, {}).rows;
  return (await callApi('listContentTypes', { query: { limit: MOST } })).data;
};

const kindsOf = async (visit: Visit): Promise<readonly Kind[]> => {
  const { t } = visit.context;
  return (await typesOf(visit)).flatMap(({ key, pluralName }) => {
    if (NOT_SHOWN.includes(key)) return [];
    const known = KINDS.get(key);
    return [{ key, name: known === undefined ? pluralName : t(known) }];
  });
};

const categoriesOf = async ({ callApi, context: { read, member, site } }: Visit): Promise<readonly Category[]> => {
  if (member === undefined) return categoryPage(read, { limit: MOST }, { top: 1, live: 1 }, [site.id]).rows;
  const query = { parent_id: 'none', limit: MOST };
  return (await callApi('listContentCategories', { query })).data;
};

const addressOf = ({ context }: Visit, params: Readonly<Record<string, string | undefined>>): string => {
  const query = new URLSearchParams(siteQuery(context));
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== '') query.set(name, value);
  }
  return query.size === 0 ? '/book/library' : `/book/library?${query}`;
};

const searchForm = ({ context }: Visit, words: string): Html => {
  const { t, site } = context;
  const named = siteQuery(context) === '' ? undefined : html`<input type="hidden" name="site" value="${site.id}">`;
  return html`<form class="search" action="/book/library" role="search">${named}${SEARCH}<label class="visually-hidden" for="q">${t('library.search')}</label><input id="q" name="q" type="search" value="${words}" placeholder="${t('library.searchExample')}" maxlength="200"></form>`;
};

const covers = (visit: Visit, entries: readonly Entry[]): Html =>
  html`<ul class="covers">${entries.map((entry) => cover(visit.context, entry))}</ul>`;

const goOn = (visit: Visit, entries: readonly Entry[]): Html | undefined => {
  const { t } = visit.context;
  if (entries.length === 0) return undefined;
  return html`<section aria-labelledby="go"><div class="spread"><h2 id="go">${t('library.goOn')}</h2></div><ul class="scroller" tabindex="0" aria-label="${t('library.goOn')}">${entries.map((entry) => cover(visit.context, entry, true))}</ul></section>`;
};

const chips = (
  name: string,
  options: readonly { readonly text: string; readonly to: string; readonly isOn: boolean }[],
): Html =>
  html`<nav class="chips" aria-label="${name}">${options.map(({ text, to, isOn }) => html`<a class="chip" href="${to}"${isOn ? html` aria-current="true"` : ''}>${text}</a>`)}</nav>`;

const moreLink = ({ context: { t }, url }: Visit, { hasMore, nextCursor }: ListOf<Entry>): Html | undefined => {
  if (!hasMore || nextCursor === null) return undefined;
  const query = new URLSearchParams(url.searchParams);
  query.set('after', nextCursor);
  return html`<p class="section"><a class="button" href="/book/library?${query.toString()}">${t('library.more')}${NEXT}</a></p>`;
};

interface Wanted {
  readonly words: string;
  readonly type: string | undefined;
  readonly category: string | undefined;
  readonly after: string | undefined;
}

const wantedIn = ({ url: { searchParams } }: Visit): Wanted => {
  const given = (name: string): string | undefined => searchParams.get(name)?.trim().slice(0, 200) || undefined;
  return { words: given('q') ?? '', type: given('type'), category: given('category'), after: given('after') };
};

const listFor = (
  { callApi, context: { member, site } }: Visit,
  { words, type, category, after }: Wanted,
): Promise<ListOf<Entry>> => {
  const page = { limit: PAGE, starting_after: after };
  if (member === undefined) {
    const search = words === '' ? undefined : words;
    const query = { ...page, site_id: site.id, type, category_id: category, search };
    return callApi('listLibrary', { query });
  }
  if (words !== '') {
    return callApi('searchContent', { query: { ...page, q: words } });
  }
  if (type === MY_LIST) {
    return callApi('listMyContent', { query: page });
  }
  const query = { ...page, type, category_id: category, sort: 'newest', 'expand[]': EXPANDED } as const;
  return callApi('listContentEntries', { query });
};

const heading = ({ context: { t } }: Visit, { words, type }: Wanted, kinds: readonly Kind[]): string => {
  if (words !== '') return t('library.found', { words });
  if (type === MY_LIST) return t('library.myList');
  return kinds.find(({ key }) => key === type)?.name ?? t('library.new');
};

const nothing = ({ context: { t } }: Visit, { words, type }: Wanted): Html => {
  if (words !== '') return html`<p>${t('library.nothingFound', { words })}</p>`;
  return html`<p>${type === MY_LIST ? t('library.nothingListed') : t('library.nothing')}</p>`;
};

const pageOf = async (visit: Visit): Promise<BookPage> => {
  const { context, callApi } = visit;
  const { t, member } = context;
  const asked = wantedIn(visit);
  const { words, type, category, after } = asked;
  const isFirst = words === '' && type === undefined && category === undefined && after === undefined;
  const nothingBegun: ListOf<Entry> = { data: [], hasMore: false, nextCursor: null };
  const [kinds, categories, begun, list] = await Promise.all([
    kindsOf(visit),
    categoriesOf(visit),
    isFirst && member !== undefined
      ? callApi('listMyContent', { query: { filter: 'in_progress', limit: 10 } })
      : nothingBegun,
    listFor(visit, asked),
  ]);
  const shown = list.data.filter(({ type: key }) => !NOT_SHOWN.includes(key));
  const kindChips = chips(t('library.kind'), [
    {
      text: member === undefined ? t('library.all') : t('library.forYou'),
      to: addressOf(visit, { category }),
      isOn: type === undefined && words === '',
    },
    ...kinds.map(({ key, name }) => ({
      text: name,
      to: addressOf(visit, { type: key, category }),
      isOn: type === key,
    })),
    ...(member === undefined
      ? []
      : [{ text: t('library.myList'), to: addressOf(visit, { type: MY_LIST }), isOn: type === MY_LIST }]),
  ]);
  const used = categories.filter(({ entryCount, id }) => entryCount > 0 || id === category);
  const categoryChips =
    used.length < 2 || type === MY_LIST || words !== ''
      ? undefined
      : chips(t('library.subject'), [
          { text: t('library.allSubjects'), to: addressOf(visit, { type }), isOn: category === undefined },
          ...used.map(({ id, name }) => ({
            text: name,
            to: addressOf(visit, { type, category: id }),
            isOn: id === category,
          })),
        ]);
  const title = heading(visit, asked, kinds);
  const content = html`${topOf(context, 'library')}
<main class="page" id="main"><h1 class="page-title">${t('shell.library')}</h1>${searchForm(visit, words)}
${goOn(
  visit,
  begun.data.filter(({ type: key }) => !NOT_SHOWN.includes(key)),
)}
<div class="filters">${kindChips}${categoryChips}</div>
<section aria-labelledby="list"><h2 id="list">${title}</h2>${shown.length === 0 ? nothing(visit, asked) : covers(visit, shown)}${moreLink(visit, list)}</section></main>`;
  return { context, title: isFirst ? t('shell.library') : title, content, tab: 'library' };
};

/** What there is to read, watch and listen to, for members and, where the studio shows it, for strangers. */
export const libraryPage = (visit: Visit): Promise<PageResult> | PageResult => inLibrary(visit, pageOf);
