import { like } from '../../http/operations/example.ts';
import type { Operation } from '../../http/operations/operation.ts';
import { recordOperations } from '../../http/operations/record-operations.ts';
import { flag, name, oneOf, optional } from '../../kernel/schemas.ts';
import { BANNERS, CATEGORIES, FEATURES, TAGS, TYPES } from '../demo-ids.ts';
import { archiveBanner, createBanner, updateBanner } from './banners/banners.ts';
import { bannerPage } from './banners/queries.ts';
import { ContentBanner } from './banners/record.ts';
import { archiveCategory, createCategory, updateCategory } from './categories/categories.ts';
import { categoryFilters, categoryPage, findCategory } from './categories/queries.ts';
import { ContentCategory } from './categories/record.ts';
import { createFeature, deleteFeature, updateFeature } from './features/features.ts';
import { featurePage } from './features/queries.ts';
import { ContentFeature, DeletedContentFeature, UpdateContentFeature } from './features/record.ts';
import { PLACEMENTS, parentFilter } from './shapes.ts';
import { findTag, tagPage } from './tags/queries.ts';
import { ContentTag } from './tags/record.ts';
import { archiveTag, createTag, updateTag } from './tags/tags.ts';
import { typePage } from './types/queries.ts';
import { ContentType, DeletedContentType, UpdateContentType } from './types/record.ts';
import { createType, deleteType, updateType } from './types/types.ts';

const placement = optional(oneOf(...PLACEMENTS));
const include_archived = optional(flag());

const family = { tag: 'Content' };
const staff = 'content:manage';

/** Managing what orders the content (management.md). */
export const manageContentOperations: readonly Operation[] = [
  ...recordOperations(
    family,
    'manage',
    {
      record: { ...ContentCategory, find: findCategory },
      path: '/manage/content/categories',
      names: ['content category', 'content categories'],
      staff,
      example: like(CATEGORIES.morning, 'createContentCategory'),
    },
    ({ list, create, retrieve, update, remove }) => [
      list(
        'Returns the content tree by position. `parent_id` selects the children of a category; `none` selects ' +
          'top-level categories.',
        (read, { query, caller, page }) => categoryPage(read, page, categoryFilters(query), caller.siteIds),
        { id: 'manageListContentCategories', filters: { parent_id: parentFilter(), include_archived } },
      ),
      create('A node in the content tree, which has at most 5 levels.', createCategory, {
        example: { body: { name: 'Morning yoga', description: 'Short practices before breakfast.' } },
      }),
      retrieve(),
      update('Moving a category with `parentId` also moves everything below it.', updateCategory, {
        example: { body: { position: 1 } },
      }),
      remove(
        'Archives the category: it is no longer listed, and entries keep it. Fails with 409 while it has ' +
          'subcategories.',
        archiveCategory,
        {
          summary: 'Remove a content category',
        },
      ),
    ],
  ),
  ...recordOperations(
    family,
    'manage',
    {
      record: { ...ContentTag, find: findTag },
      sites: 'brand',
      path: '/manage/content/tags',
      names: ['content tag', 'content tags'],
      staff,
      example: like(TAGS.noEquipment, 'createContentTag'),
    },
    ({ list, create, retrieve, update, remove }) => [
      list(
        'Returns tags, by which content can be found, ordered by name.',
        (read, { filters, page }) => tagPage(read, page, filters),
        { id: 'manageListContentTags', filters: { group: optional(name()), include_archived } },
      ),
      create('A tag by which content can be found. Tags belong to all sites.', createTag, {
        example: { body: { name: 'Kettlebell', group: 'Equipment' } },
      }),
      retrieve(),
      update('Renaming a tag keeps its slug, unless you send a new one.', updateTag, {
        example: { body: { group: 'Weights' } },
      }),
      remove('Archives the tag: it is no longer listed, and entries keep it.', archiveTag, {
        summary: 'Remove a content tag',
      }),
    ],
  ),
  ...recordOperations(
    family,
    'manage',
    {
      record: { ...ContentType, patch: UpdateContentType },
      sites: 'brand',
      path: '/manage/content/types',
      names: ['content type', 'content types'],
      staff,
      example: like(TYPES.playlist, 'createContentType'),
    },
    ({ list, create, retrieve, update, remove }) => [
      list('Returns the types of content, by position.', (read, { page }) => typePage(read, page, {}), {
        id: 'manageListContentTypes',
      }),
      create('Adds a content type to the built-in ones.', createType, {
        example: { body: { key: 'podcast', name: 'Podcast', pluralName: 'Podcasts', position: 9 } },
      }),
      retrieve(),
      update('Names, icon, and position can be changed.', updateType, { example: { body: { icon: 'film' } } }),
      remove('Deletes the content type. Fails with 409 while it has entries.', deleteType, {
        summary: 'Remove a content type',
        response: DeletedContentType,
      }),
    ],
  ),
  ...recordOperations(
    family,
    'manage',
    {
      record: { ...ContentFeature, patch: UpdateContentFeature },
      sites: 'brand',
      path: '/manage/content/features',
      names: ['content feature', 'content features'],
      staff,
      example: like(FEATURES.metricsAtHome, 'createContentFeature'),
    },
    ({ list, create, retrieve, update, remove }) => [
      list(
        'Returns the features of an app, by position.',
        (read, { filters, page }) => featurePage(read, page, filters),
        {
          id: 'manageListContentFeatures',
          filters: { placement },
        },
      ),
      create('Adds another placement of one of the eight features, with its own title and content.', createFeature, {
        example: { body: { key: 'video', name: 'Video', placement: 'on_demand', title: 'New this week' } },
      }),
      retrieve(),
      update('`enabled: `false only tells apps to hide it.', updateFeature, { example: { body: { enabled: false } } }),
      remove('Deletes the content feature. Fails with 409 for the last one of a key.', deleteFeature, {
        summary: 'Remove a content feature',
        response: DeletedContentFeature,
      }),
    ],
  ),
  ...recordOperations(
    family,
    'manage',
    {
      record: ContentBanner,
      path: '/manage/content/banners',
      names: ['content banner', 'content banners'],
      staff,
      example: like(BANNERS.firstWeek, 'createContentBanner'),
    },
    ({ list, create, retrieve, update, remove }) => [
      list(
        'Returns all banners by position, including those not currently shown.',
        (read, { filters, caller, page }) => bannerPage(read, page, filters, caller.siteIds),
        { id: 'manageListContentBanners', filters: { placement, include_archived } },
      ),
      create('A notice in member apps, shown from `startsAt` until `endsAt`.', createBanner, {
        example: {
          body: {
            title: 'Open day on Saturday',
            placement: 'home',
            action: { type: 'url', target: 'https://demo-studio.example/open-day' },
          },
        },
      }),
      retrieve(),
      update('The action is replaced as a whole.', updateBanner, { example: { body: { subtitle: 'Bring a friend' } } }),
      remove('Archives the banner: it is no longer shown.', archiveBanner, { summary: 'Remove a content banner' }),
    ],
  ),
];
