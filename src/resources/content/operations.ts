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
  { tag: 'Content', about: "The studio's on-demand content, for integrations and members." },
  'content',
  ({ list }) => [
    list(
      'GET /v2/content/categories',
      'listContentCategories',
      {
        summary: 'List content categories',
        description:
          'Returns categories by position. `parent_id` selects the children of a category; `none` selects ' +
          'top-level categories.',
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
        description: 'Returns banners that are currently shown, by position.',
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
        description: 'Returns tags, by which content can be found, ordered by name.',
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
        description: 'Returns the types of content, by position.',
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
          'Returns the features of an app by position, including those it should hide. A key has one row for each ' +
          '`placement` where the feature is shown: look up a row by both. Whether a feature is on at all is in ' +
          '`features` of the experience, once for each key. `entryIds` are the entries currently published.',
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
