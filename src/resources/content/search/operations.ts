import { Type } from '@sinclair/typebox';
import { readerOperations } from '../../../http/operations/declare.ts';
import { described, id, line, listOf, object, oneOf, optional, shape } from '../../../kernel/schemas.ts';
import type { PosterUrl } from '../../content-media/view.ts';
import { CatalogueEntry } from '../entries/record.ts';
import { catalogueViews } from '../entries/view.ts';
import { requireTypeKey } from '../types/queries.ts';
import { HIGHLIGHTED, highlightsOf } from './highlights.ts';
import { type FoundEntry, searcherOf, searchPage } from './search.ts';
import { searchText } from './shapes.ts';

const highlight = object(() => ({
  field: described(oneOf(...HIGHLIGHTED), 'The field in which it was found.'),
  snippet: described(Type.String(), 'HTML: an excerpt of the field, with <mark> around the matching words.'),
}));

const ContentSearchResult = shape('ContentSearchResult', () => ({
  ...CatalogueEntry.properties,
  score: described(
    Type.Number(),
    '10: all words are in the title; 5: including names, such as tags; 3: including the summary; otherwise 1.',
  ),
  highlights: described(Type.Array(highlight), 'The matches. Excludes the body if it is locked.'),
}));

/** Searching the entries that are published now (content.md "Catalogue"). */
export const contentSearchOperations = ({ posterUrl }: { readonly posterUrl: PosterUrl }) =>
  readerOperations({ tag: 'Content' }, 'content', ({ list }) => [
    list(
      'GET /v2/content/search',
      'searchContent',
      {
        summary: 'Search content entries',
        description:
          'Each word matches the start of a word, and all must match: in the title, summary, body, or the names of ' +
          'tags, categories, and instructors. Returns the best match first, then the newest.',
        filters: {
          q: searchText(),
          type: optional(line(50)),
          category_id: optional(id()),
          tag_id: optional(id()),
        },
        response: listOf(ContentSearchResult),
        staff: 'content:manage',
        example: { query: { q: 'morning flow' } },
      },
      (read, { query: { q, ...filters }, caller, page: request }) => {
        requireTypeKey(read, filters);
        const searcher = searcherOf(read, caller);
        const page = searchPage(read, request, q, filters, searcher);
        const rows = page.rows.map(({ row }) => row);
        const view = catalogueViews(read, posterUrl, caller, rows);
        const highlights = highlightsOf(read, q, rows, searcher);
        return {
          page,
          // The body that the response has: none where it is locked.
          view: ({ row, score }: FoundEntry) => {
            const entry = view(row);
            return entry.addAll({ score, highlights: highlights(row, entry.field('body') === null) });
          },
        };
      },
    ),
  ]);
