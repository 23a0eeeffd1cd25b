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
        "The tree of content by position. 'parent_id' selects the children of a category; 'none' selects categories at the top.",
        (read, { query, caller, page }) => categoryPage(read, page, categoryFilters(query), caller.siteIds),
        { id: 'manageListContentCategories', filters: { parent_id: parentFilter(), include_archived } },
      ),
      create('A place in the tree of content, which has at most 5 levels.', createCategory, {
        example: { body: { name: 'Morning yoga', description: 'Short practices before breakfast.' } },
      }),
      retrieve(),
      update("Moving a category with 'parentId' moves all below it.", updateCategory, {
        example: { body: { position: 1 } },
      }),
      remove('It is archived: no longer listed, and entries keep it. 409 while others are below it.', archiveCategory, {
        summary: 'Remove a content category',
      }),
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
        'The words by which content is found, in the order of their names.',
        (read, { filters, page }) => tagPage(read, page, filters),
        { id: 'manageListContentTags', filters: { group: optional(name()), include_archived } },
      ),
      create('A word by which content is found. Tags belong to all sites.', createTag, {
        example: { body: { name: 'Kettlebell', group: 'Equipment' } },
      }),
      retrieve(),
      update('Renaming a tag keeps its slug, unless you send another one.', updateTag, {
        example: { body: { group: 'Weights' } },
      }),
      remove('It is archived: no longer listed, and entries keep it.', archiveTag, { summary: 'Remove a content tag' }),
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
      list('The kinds of content, by position.', (read, { page }) => typePage(read, page, {}), {
        id: 'manageListContentTypes',
      }),
      create('A kind of content besides those that every studio has.', createType, {
        example: { body: { key: 'podcast', name: 'Podcast', pluralName: 'Podcasts', position: 9 } },
      }),
      retrieve(),
      update('Names, icon and position may be changed.', updateType, { example: { body: { icon: 'film' } } }),
      remove('It is deleted. 409 while entries of it exist.', deleteType, {
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
      list('The parts of an app, by position.', (read, { filters, page }) => featurePage(read, page, filters), {
        id: 'manageListContentFeatures',
        filters: { placement },
      }),
      create('One of the eight features at a further placement, with its own title and content.', createFeature, {
        example: { body: { key: 'video', name: 'Video', placement: 'on_demand', title: 'New this week' } },
      }),
      retrieve(),
      update("'enabled: false' only tells apps to hide it.", updateFeature, { example: { body: { enabled: false } } }),
      remove('It is deleted. The last feature of a key cannot be deleted: 409.', deleteFeature, {
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
        'All banners by position, also banners that are not shown now.',
        (read, { filters, caller, page }) => bannerPage(read, page, filters, caller.siteIds),
        { id: 'manageListContentBanners', filters: { placement, include_archived } },
      ),
      create('A notice in the apps of members, shown from startsAt until endsAt.', createBanner, {
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
      remove('It is archived: no longer shown.', archiveBanner, { summary: 'Remove a content banner' }),
    ],
  ),
];
