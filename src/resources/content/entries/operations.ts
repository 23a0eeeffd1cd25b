import type { Read } from '../../../database/database.ts';
import { readerOperations } from '../../../http/operations/declare.ts';
import { like } from '../../../http/operations/example.ts';
import { recordOperations } from '../../../http/operations/record-operations.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { described, flag, id, integer, line, listOf, name, oneOf, optional } from '../../../kernel/schemas.ts';
import { type Page, type PageRequest, pageFrom } from '../../../records/pages.ts';
import { archivedResponse } from '../../../records/store-changes.ts';
import type { PosterUrl, PublicMediaUrl } from '../../content-media/view.ts';
import { ENTRIES } from '../../demo-ids.ts';
import { withDescendants } from '../categories/queries.ts';
import { searcherOf, searchPage, unranked } from '../search/search.ts';
import { searchText, titleText } from '../search/shapes.ts';
import { requireTypeKey } from '../types/queries.ts';
import { PublishedEntry, readableSites } from './access.ts';
import { type CatalogueQuery, cataloguePage, SORTS } from './catalogue.ts';
import { archiveEntry, createEntry, updateEntry } from './entries.ts';
import { entryExpansionsWith } from './expansions.ts';
import { entryPage } from './queries.ts';
import { CatalogueEntry, ContentEntry, ENTRY_STATUSES, type EntryRow } from './record.ts';
import { catalogueViews, entryViews } from './view.ts';

/** A page of the catalogue; a search without a `sort` is in the order of its ranks. */
const foundPage = (
  read: Read,
  request: PageRequest,
  { search, ...query }: CatalogueQuery & { readonly search?: string },
  caller: Caller,
): Page<EntryRow> => {
  if (search === undefined) return cataloguePage(read, request, query, readableSites(read, caller));
  const searcher = searcherOf(read, caller);
  if (query.sort === undefined) {
    const page = searchPage(read, request, search, query, searcher);
    return { ...page, rows: page.rows.map(({ row }) => row) };
  }
  const found = unranked(read, search, searcher);
  return found === undefined
    ? pageFrom([], request)
    : cataloguePage(read, request, { ...query, found }, searcher.siteIds);
};

const seconds = () => integer(0, 10_000_000);

interface EntryDeps {
  readonly publicMediaUrl: PublicMediaUrl;
  readonly posterUrl: PosterUrl;
}

/** The entries that are published now, for integrations and members (content.md "Who reads"). */
export const entryOperations = ({ publicMediaUrl, posterUrl }: EntryDeps) => {
  const expands = entryExpansionsWith(publicMediaUrl);
  return readerOperations({ tag: 'Content' }, 'content', ({ list, read }) => [
    list(
      'GET /v2/content/entries',
      'listContentEntries',
      {
        summary: 'List content entries',
        description:
          'Returns entries that are currently published: newest first, or best match first with `search`, unless ' +
          'you send `sort`. `category_id` also finds entries in the categories below it. Members see which entries ' +
          'are locked.',
        filters: {
          category_id: optional(id()),
          tag_id: optional(id()),
          type: optional(line(50)),
          level: optional(name()),
          instructor_id: optional(id()),
          duration_gte: optional(seconds()),
          duration_lte: optional(seconds()),
          is_featured: optional(flag()),
          search: optional(searchText()),
          sort: optional(oneOf(...SORTS)),
        },
        expands,
        response: listOf(CatalogueEntry),
        staff: 'content:manage',
        example: { query: { sort: 'popular', 'expand[]': ['tags'] } },
      },
      (read, { query, caller, page: request }) => {
        requireTypeKey(read, query);
        const page = foundPage(read, request, query, caller);
        return { page, view: catalogueViews(read, posterUrl, caller, page.rows) };
      },
    ),
    read(
      'GET /v2/content/entries/:id',
      'getContentEntry',
      {
        summary: 'Retrieve a content entry by ID or slug',
        description: 'An entry that is not currently published returns 404.',
        on: PublishedEntry,
        expands,
        response: CatalogueEntry,
        staff: 'content:manage',
        example: like(ENTRIES.fitnessCheck, 'createContentEntry'),
      },
      (read, { caller, record }) => catalogueViews(read, posterUrl, caller, [record])(record),
    ),
  ]);
};

/** The entries of the library, in every status (content.md "Catalogue"). */
export const manageEntryOperations = recordOperations(
  { tag: 'Content', reads: 'manageGetContentEntry' },
  'manage',
  {
    record: ContentEntry,
    views: (read, _caller, rows) => entryViews(read, rows),
    path: '/manage/content/entries',
    names: ['content entry', 'content entries'],
    staff: 'content:manage',
    example: like(ENTRIES.fitnessCheck, 'createContentEntry'),
  },
  ({ list, create, retrieve, update, remove }) => [
    list(
      'Returns the newest entries first. Archived entries are included with `include_archived` or the status ' +
        'archived. `search` matches titles that contain the words in that order; `category_id` also finds entries in ' +
        'the categories below it, and `program_id` the children of a program.',
      (read, { query, caller, page }) => {
        requireTypeKey(read, query);
        const { category_id, ...filters } = query;
        const categories = category_id === undefined ? undefined : withDescendants(read, category_id);
        return entryPage(read, page, { ...filters, categories }, caller.siteIds);
      },
      {
        id: 'manageListContentEntries',
        summary: 'List content entries with any status',
        filters: {
          status: optional(oneOf(...ENTRY_STATUSES)),
          type: optional(line(50)),
          external_id: optional(line(255)),
          include_archived: optional(flag()),
          category_id: optional(id()),
          program_id: optional(described(id(), 'Only return the children of this program.')),
          search: optional(titleText()),
        },
        example: { query: { status: 'published' } },
      },
    ),
    create(
      'Creates a draft, unless you send a status. `published` without `publishedAt` publishes it now; with a ' +
        'future time, it is scheduled.',
      createEntry,
      {
        example: {
          body: {
            title: 'Ten minutes of breathing',
            type: 'video',
            status: 'published',
            summary: 'A calm start into the day.',
            durationSeconds: 600,
            level: 'Beginner',
          },
        },
      },
    ),
    retrieve('Archived entries can be retrieved, too.', { summary: 'Retrieve a content entry with any status' }),
    update('Only the fields you send are changed. Setting a status restores an archived entry.', updateEntry, {
      summary: 'Update, publish, or restore a content entry',
      example: { body: { isFeatured: true } },
    }),
    remove("The entry is removed from the catalog. Members' activity with it is kept.", (tx, caller, row) =>
      archivedResponse(ContentEntry, archiveEntry(tx, caller, row)),
    ),
  ],
);
