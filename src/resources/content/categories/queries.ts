import { eq, isNull } from 'drizzle-orm';
import type { Read } from '../../../database/database.ts';
import type { SiteAccess } from '../../../kernel/caller.ts';
import { type PageOf, pagesOf } from '../../../records/pages.ts';
import { named, textsOf } from '../../../records/query.ts';
import { withCategoryCounts } from '../entries/publishing/counts.ts';
import { ContentCategory, type ContentCategoryRow } from './record.ts';

const { table: categories } = ContentCategory;

const storedPage = pagesOf<ContentCategoryRow>(categories, () => ({
  orderBy: categories.position,
  direction: 'ascending',
  indexed: { parentId: eq(categories.parentId, named('parentId')), top: isNull(categories.parentId) },
  filters: { live: isNull(categories.archivedAt) },
  sites: ContentCategory.sites,
}));

/** A page of categories, with their counts at this moment. */
export const categoryPage: PageOf<ContentCategoryRow> = (read, request, filters, siteIds) => {
  const page = storedPage(read, request, filters, siteIds);
  return { ...page, rows: withCategoryCounts(read, page.rows) };
};

/** The category with this id, with its count at this moment. @throws Problem 404. */
export const findCategory = (read: Read, caller: SiteAccess, id: string): ContentCategoryRow => {
  const row = ContentCategory.find(read, caller, id);
  return withCategoryCounts(read, [row])[0] ?? row;
};

/** The filters of a list for its query: `parent_id` is the id of a category, or `none` for those at the top. */
export const categoryFilters = (query: {
  readonly parent_id?: string | undefined;
  readonly include_archived?: boolean | undefined;
}) => ({
  parentId: query.parent_id === 'none' ? undefined : query.parent_id,
  top: query.parent_id === 'none' ? 1 : undefined,
  live: query.include_archived === true ? undefined : 1,
});

const BELOW = `with recursive "below" ("id", "level") as (
    select ?1, 0
    union all
    select "contentCategories"."id", "level" + 1 from "below"
    join "contentCategories" on "contentCategories"."parentId" = "below"."id")
  select "id", "level" from "below" where "level" > 0`;

const HEIGHT = `select ifnull(max("level"), 0) as "height" from (${BELOW})`;

export const levelsBelow = (read: Read, id: string): number =>
  read.db.query<{ height: number }, [string]>(HEIGHT).get(id)?.height ?? 0;

export const withDescendants = (read: Read, id: string): string[] => [id, ...textsOf(read, BELOW, id)];

const HAS_LIVE_CHILDREN =
  'select 1 as "one" from "contentCategories" where "parentId" = ? and "archivedAt" is null limit 1';

export const hasLiveChildren = (read: Read, id: string): boolean => read.db.query(HAS_LIVE_CHILDREN).get(id) !== null;
