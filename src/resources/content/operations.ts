import type { Read } from '../../database/database.ts';
import { readerOperations } from '../../http/operations/declare.ts';
import type { Caller } from '../../kernel/caller.ts';
import { name, oneOf, optional } from '../../kernel/schemas.ts';
import { unpackList } from '../../records/json.ts';
import { bannerPage } from './banners/queries.ts';
import { ContentBanner } from './banners/record.ts';
import { categoryFilters, categoryPage } from './categories/queries.ts';
import { ContentCategory } from './categories/record.ts';
import { readableAmong } from './entries/access.ts';
import { featurePage } from './features/queries.ts';
import { ContentFeature, type ContentFeatureRow } from './features/record.ts';
import { PLACEMENTS, parentFilter } from './shapes.ts';
import { tagPage } from './tags/queries.ts';
import { ContentTag } from './tags/record.ts';
import { typePage } from './types/queries.ts';
import { ContentType } from './types/record.ts';

const staff = 'content:manage';
const placement = optional(oneOf(...PLACEMENTS));

/** The view of each of `rows` for those who read the catalogue: with the entries that they find there. One query. */
const featureViews = (read: Read, caller: Caller, rows: readonly ContentFeatureRow[]) => {
  const ids = rows.flatMap(({ entryIds }) => unpackList<string>(entryIds));
  const readable = readableAmong(read, caller, ids);
  return (row: ContentFeatureRow) => {
    const { entryIds, ...feature } = ContentFeature.view(row);
    return { ...feature, entryIds: entryIds.filter((id) => readable.has(id)) };
  };
};

/** The catalogue as integrations and members read it (content.md "Catalogue"). */
export const contentOperations = readerOperations(
  { tag: 'Content', about: 'The on-demand content of the studio, for integrations and members.' },
  'content',
  ({ list }) => [
    list(
      'GET /v2/content/categories',
      'listContentCategories',
      {
        summary: 'List content categories',
        description:
          "The categories by position. 'parent_id' selects the children of a category; 'none' selects categories at the top.",
        filters: { parent_id: parentFilter() },
        response: ContentCategory.list,
        staff,
        example: { query: { parent_id: 'none' } },
      },
      (read, { query, caller, page }) => ({
        page: categoryPage(read, page, categoryFilters(query), caller.siteIds),
        view: ContentCategory.view,
      }),
    ),
    list(
      'GET /v2/content/banners',
      'listContentBanners',
      {
        summary: 'List content banners',
        description: 'The banners that are shown now, by position.',
        filters: { placement },
        response: ContentBanner.list,
        staff,
        example: { query: { placement: 'home' } },
      },
      (read, { query, caller, page }) => ({
        page: bannerPage(read, page, { placement: query.placement, live: 1, shown: 1 }, caller.siteIds),
        view: ContentBanner.view,
      }),
    ),
    list(
      'GET /v2/content/tags',
      'listContentTags',
      {
        summary: 'List content tags',
        description: 'The words by which content is found, in the order of their names.',
        filters: { group: optional(name()) },
        response: ContentTag.list,
        staff,
        sites: 'brand',
      },
      (read, { query, page }) => ({
        page: tagPage(read, page, { group: query.group, live: 1 }),
        view: ContentTag.view,
      }),
    ),
    list(
      'GET /v2/content/types',
      'listContentTypes',
      {
        summary: 'List content types',
        description: 'The kinds of content, by position.',
        response: ContentType.list,
        staff,
        sites: 'brand',
      },
      (read, { page }) => ({ page: typePage(read, page, {}), view: ContentType.view }),
    ),
    list(
      'GET /v2/content/features',
      'listContentFeatures',
      {
        summary: 'List content features',
        description:
          "The parts of an app by position, also the parts that it is to hide. A key has a row for each 'placement' at which its part is shown: find a row by both. Whether a part is on at all, one answer for each key, is in 'features' of the experience. 'entryIds' are the entries that are published now.",
        filters: { placement },
        response: ContentFeature.list,
        staff,
        sites: 'brand',
      },
      (read, { query, caller, page }) => {
        const found = featurePage(read, page, { placement: query.placement });
        return { page: found, view: featureViews(read, caller, found.rows) };
      },
    ),
  ],
);
