// The published entries, as members and integrations read them.

import { eq, getTableColumns, gte, lte, sql } from 'drizzle-orm';
import type { Read } from '../../../database/database.ts';
import { type Filters, type Page, type PageRequest, type PageSpec, pagesOf } from '../../../records/pages.ts';
import { inList, named } from '../../../records/query.ts';
import { withDescendants } from '../categories/queries.ts';
import type { Found } from '../search/search.ts';
import { entryKeys } from '../search/tables.ts';
import { isWaiting } from './days.ts';
import { entriesOf } from './queries.ts';
import { ContentEntry, type EntryRow } from './record.ts';

export const SORTS = ['newest', 'popular', 'title', 'position'] as const;

const { table: entries } = ContentEntry;

const linked = (table: string, column: string, name: string) =>
  sql`exists (select 1 from ${sql.identifier(table)} as "link" where "link"."entryId" = ${entries.id}
    and "link".${sql.identifier(column)} in (select value from json_each(${named(name)})))`;

const among = (name: string) => sql`${entryKeys.rowId} in (select value from json_each(${named(name)}))`;

/** Entries that wait for their day, as in `isWaiting`. */
const waiting = sql.join(
  isWaiting('"contentEntries"."id"', '?')
    .split('?')
    .map((part) => sql.raw(part)),
  named('days'),
);

/** The conditions. The `+` keeps SQLite from using another index than the one with the order. */
const orderedBy = <Row extends Pick<EntryRow, 'id'>>(
  orderBy: 'publishedAt' | 'popularity' | 'sortTitle' | 'position',
  direction: 'ascending' | 'descending',
  columns: () => NonNullable<PageSpec['columns']>,
) =>
  pagesOf<Row>(entries, () => ({
    columns: columns(),
    orderBy: entries[orderBy],
    direction,
    indexed: {
      rows: among('rows'),
      among: inList(entries.id, 'among'),
    },
    filters: {
      // Without a parameter, so that the partial indexes serve it.
      isListed: sql`${entries.isListed} = 1`,
      publishedBy:
        orderBy === 'publishedAt'
          ? lte(entries.publishedAt, named('publishedBy'))
          : sql`+${entries.publishedAt} <= ${named('publishedBy')}`,
      notOver: sql`(${entries.expiresAt} is null or ${entries.expiresAt} > ${named('notOver')})`,
      type: sql`+${entries.type} = ${named('type')}`,
      level: eq(entries.level, named('level')),
      isFeatured: eq(entries.isFeatured, named('isFeatured')),
      longest: lte(entries.durationSeconds, named('longest')),
      shortest: gte(entries.durationSeconds, named('shortest')),
      categories: linked('contentEntryCategories', 'categoryId', 'categories'),
      found: sql`+${among('found')}`,
      days: sql`(+${entryKeys.rowId} in (select "rowid" from "contentSearch"
        where "contentSearch" match (${named('days')} ->> '$.outsideBody')) or not ${waiting})`,
      without: sql`+${entries.type} not in (select value from json_each(${named('without')}))`,
      tags: linked('contentEntryTags', 'tagId', 'tags'),
      instructors: linked('contentEntryInstructors', 'instructorId', 'instructors'),
    },
    sites: ContentEntry.sites,
  }));

/** The pages in each order, with these columns of their entries. */
const pagesWith = <Row extends Pick<EntryRow, 'id'>>(columns: () => NonNullable<PageSpec['columns']>) => ({
  newest: orderedBy<Row>('publishedAt', 'descending', columns),
  popular: orderedBy<Row>('popularity', 'descending', columns),
  title: orderedBy<Row>('sortTitle', 'ascending', columns),
  position: orderedBy<Row>('position', 'ascending', columns),
});

/** For entries that SQLite sorts: with other columns than the id, it would read the bodies of many more than the page has. */
const sortedIds = pagesWith<Pick<EntryRow, 'id'>>(() => ({ id: entries.id }));
/**
 * For entries in the order of an index: only the entries of the page are read. `sortedIds` could find these too, but
 * a second statement for their rows takes 15 % of the row "list of content entries" of performance.md. It costs 15 lines.
 */
const inIndexOrder = pagesWith<EntryRow>(() => getTableColumns(entries));

export interface CatalogueQuery {
  readonly category_id?: string;
  readonly tag_id?: string;
  readonly instructor_id?: string;
  readonly type?: string;
  readonly level?: string;
  readonly duration_gte?: number;
  readonly duration_lte?: number;
  readonly is_featured?: boolean;
  readonly sort?: (typeof SORTS)[number];
  /** The keys of types whose entries are left out. */
  readonly without?: readonly string[];
  readonly found?: Found;
}

/** Up to this many entries are read by their ids and sorted. With more, every few rows of an ordered index are a match. */
const FEW = 500;

/** The ids of the entries with a link to one of `ids`; undefined for many. */
const few = (read: Read, table: string, column: string, ids: readonly string[]): string[] | undefined => {
  const found = read.db
    .query<{ id: string }, [string, number]>(
      `select "entryId" as "id" from "${table}" where "${column}" in (select value from json_each(?)) limit ? + 0`,
    )
    .all(JSON.stringify(ids), FEW + 1);
  return found.length > FEW ? undefined : found.map(({ id }) => id);
};

const FOUND = `select count(*) "count", json_group_array("rowid") "keys" from "contentSearch"
  where "contentSearch" match ?`;

/** The keys of what a search finds. If many, the index of the order is walked, which has the keys too. */
const searchFilters = (read: Read, { match, days, outsideBody }: Found): Filters => {
  const found = read.db.query<{ count: number; keys: string }, [string]>(FOUND).get(match);
  const keys = found?.keys ?? '[]';
  const name = (found?.count ?? 0) > FEW ? 'found' : 'rows';
  return { [name]: keys, days: days && JSON.stringify({ ...days, outsideBody }) };
};

/** The filters by category, tag and instructor: the ids of the entries if one of them has few, otherwise conditions. */
const linkFilters = (read: Read, { category_id, tag_id, instructor_id }: CatalogueQuery): Filters => {
  const links = [
    ['categories', 'contentEntryCategories', 'categoryId', category_id && withDescendants(read, category_id)],
    ['tags', 'contentEntryTags', 'tagId', tag_id && [tag_id]],
    ['instructors', 'contentEntryInstructors', 'instructorId', instructor_id && [instructor_id]],
  ] as const;
  let among: ReadonlySet<string> | undefined;
  const filters: Record<string, string> = {};
  for (const [name, table, column, ids] of links) {
    if (ids === undefined || ids === '') continue;
    const linkedIds = few(read, table, column, ids);
    if (linkedIds === undefined) filters[name] = JSON.stringify(ids);
    else among = among === undefined ? new Set(linkedIds) : among.intersection(new Set(linkedIds));
  }
  return { ...filters, among: among && JSON.stringify([...among]) };
};

/**
 * A page of the entries that are published now.
 * @param siteIds the sites of the caller; null for all.
 */
export const cataloguePage = (
  read: Read,
  request: PageRequest,
  query: CatalogueQuery,
  siteIds: readonly string[] | null,
): Page<EntryRow> => {
  const { type, level, duration_gte: shortest, duration_lte: longest, is_featured: isFeatured } = query;
  const filters: Filters = {
    isListed: 1,
    publishedBy: read.now,
    notOver: read.now,
    type,
    level,
    shortest,
    longest,
    without: query.without && JSON.stringify(query.without),
    isFeatured: isFeatured === undefined ? undefined : Number(isFeatured),
    ...linkFilters(read, query),
    ...(query.found === undefined ? {} : searchFilters(read, query.found)),
  };
  const sort = query.sort ?? 'newest';
  const isSorted = filters.rows !== undefined || filters.among !== undefined;
  if (!isSorted) return inIndexOrder[sort](read, request, filters, siteIds);
  const page = sortedIds[sort](read, request, filters, siteIds);
  return { ...page, rows: entriesOf(read, page.rows) };
};
