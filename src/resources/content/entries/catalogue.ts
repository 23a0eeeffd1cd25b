// The published entries, as members and integrations read them.

import { eq, gte, lte, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Read } from '../../../database/database.ts';
import { type Filters, type Page, type PageRequest, pagesOf } from '../../../database/pages.ts';
import { inList, named } from '../../../database/query.ts';
import { withThoseBelow } from '../categories/queries.ts';
import { ContentEntry, type EntryRow } from './record.ts';

export const SORTS = ['newest', 'popular', 'title', 'position'] as const;

const { table: entries } = ContentEntry;

/** Entries with a link to one of the ids that `name` binds. */
const linked = (table: string, column: string, name: string) =>
  sql`exists (select 1 from ${sql.identifier(table)} as "link" where "link"."entryId" = ${entries.id}
    and "link".${sql.identifier(column)} in (select value from json_each(${named(name)})))`;

/** The conditions. The `+` keeps SQLite from using another index than the one with the order. */
const orderedBy = (orderBy: SQLiteColumn, direction: 'ascending' | 'descending') =>
  pagesOf<EntryRow>(entries, {
    orderBy,
    direction,
    indexed: { among: inList(entries.id, 'among') },
    filters: {
      // Without a parameter, so that the partial indexes serve it.
      isListed: sql`${entries.isListed} = 1`,
      publishedBy:
        orderBy === entries.publishedAt
          ? lte(entries.publishedAt, named('publishedBy'))
          : sql`+${entries.publishedAt} <= ${named('publishedBy')}`,
      notOver: sql`(${entries.expiresAt} is null or ${entries.expiresAt} > ${named('notOver')})`,
      type: sql`+${entries.type} = ${named('type')}`,
      level: eq(entries.level, named('level')),
      isFeatured: eq(entries.isFeatured, named('isFeatured')),
      longest: lte(entries.durationSeconds, named('longest')),
      shortest: gte(entries.durationSeconds, named('shortest')),
      categories: linked('contentEntryCategories', 'categoryId', 'categories'),
      found: sql`${entries.id} in (select "entryId" from "contentSearch"
        cross join "contentSearchKeys" on "contentSearchKeys"."rowId" = "contentSearch"."rowid"
        where "contentSearch" match ${named('found')})`,
      tags: linked('contentEntryTags', 'tagId', 'tags'),
      instructors: linked('contentEntryInstructors', 'instructorId', 'instructors'),
    },
    sites: ContentEntry.sites,
  });

const pages = {
  newest: orderedBy(entries.publishedAt, 'descending'),
  popular: orderedBy(entries.popularity, 'descending'),
  title: orderedBy(entries.sortTitle, 'ascending'),
  position: orderedBy(entries.position, 'ascending'),
};

/** The filters of the catalogue. */
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
  /** A query of the search index. */
  readonly found?: string;
}

/** Up to so many entries are read by their ids and sorted. With more, every few rows of an ordered index are a match. */
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

const FOUND = `select "entryId" as "id" from "contentSearch"
  cross join "contentSearchKeys" on "contentSearchKeys"."rowId" = "contentSearch"."rowid"
  where "contentSearch" match ? limit ? + 0`;

/** The ids of the entries that a query of the search index finds; undefined for many. */
const fewFound = (read: Read, search: string): string[] | undefined => {
  const ids = read.db.query<{ id: string }, [string, number]>(FOUND).all(search, FEW + 1);
  return ids.length > FEW ? undefined : ids.map(({ id }) => id);
};

/** The filters by search, category, tag and instructor: the ids of the entries if one of them has few, otherwise conditions. */
const linkFilters = (read: Read, { category_id, tag_id, instructor_id, found }: CatalogueQuery): Filters => {
  const links = [
    ['categories', 'contentEntryCategories', 'categoryId', category_id && withThoseBelow(read, category_id)],
    ['tags', 'contentEntryTags', 'tagId', tag_id && [tag_id]],
    ['instructors', 'contentEntryInstructors', 'instructorId', instructor_id && [instructor_id]],
  ] as const;
  const matching = found === undefined ? undefined : fewFound(read, found);
  let among = matching === undefined ? undefined : new Set(matching);
  const filters: Record<string, string> = found !== undefined && matching === undefined ? { found } : {};
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
    ...{ isListed: 1, publishedBy: read.now, notOver: read.now, type, level, shortest, longest },
    isFeatured: isFeatured === undefined ? undefined : Number(isFeatured),
    ...linkFilters(read, query),
  };
  return pages[query.sort ?? 'newest'](read, request, filters, siteIds);
};
