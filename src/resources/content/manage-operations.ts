import type { Operation } from '../../http/operations/operation.ts';
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
import { manageOperations } from './manage.ts';
import { PLACEMENTS, parentFilter } from './shapes.ts';
import { findTag, tagPage } from './tags/queries.ts';
import { ContentTag } from './tags/record.ts';
import { archiveTag, createTag, updateTag } from './tags/tags.ts';
import { typePage } from './types/queries.ts';
import { ContentType, DeletedContentType, UpdateContentType } from './types/record.ts';
import { createType, deleteType, updateType } from './types/types.ts';

const placement = optional(oneOf(...PLACEMENTS));
const include_archived = optional(flag());

const liveOnly = (includesArchived: boolean | undefined): 1 | undefined => (includesArchived === true ? undefined : 1);

/** Managing what orders the content (management.md). */
export const manageContentOperations: readonly Operation[] = [
  ...manageOperations({
    path: 'categories',
    ids: ['ContentCategory', 'ContentCategories'],
    words: ['content category', 'content categories'],
    about: {
      list: "The tree of content by position. 'parent_id' selects the children of a category; 'none' selects categories at the top.",
      create: 'A place in the tree of content, which has at most 5 levels.',
      update: "Moving a category with 'parentId' moves all below it.",
      remove: 'It is archived: no longer listed, and entries keep it. 409 while others are below it.',
    },
    record: { ...ContentCategory, find: findCategory },
    patch: ContentCategory.patch,
    removed: ContentCategory.archived,
    example: {
      id: CATEGORIES.morning,
      create: { name: 'Morning yoga', description: 'Short practices before breakfast.' },
      update: { position: 1 },
    },
    filters: { parent_id: parentFilter(), include_archived },
    page: (read, page, query, caller) => categoryPage(read, page, categoryFilters(query), caller.siteIds),
    create: createCategory,
    update: updateCategory,
    remove: archiveCategory,
  }),
  ...manageOperations({
    path: 'tags',
    ids: ['ContentTag', 'ContentTags'],
    words: ['content tag', 'content tags'],
    about: {
      list: 'The words by which content is found, in the order of their names.',
      create: 'A word by which content is found. Tags belong to all sites.',
      update: 'Renaming a tag keeps its slug, unless you send another one.',
      remove: 'It is archived: no longer listed, and entries keep it.',
    },
    record: { ...ContentTag, find: findTag },
    patch: ContentTag.patch,
    removed: ContentTag.archived,
    example: { id: TAGS.noEquipment, create: { name: 'Kettlebell', group: 'Equipment' }, update: { group: 'Weights' } },
    filters: { group: optional(name()), include_archived },
    page: (read, page, { group, ...query }) => tagPage(read, page, { group, live: liveOnly(query.include_archived) }),
    create: createTag,
    update: updateTag,
    remove: archiveTag,
  }),
  ...manageOperations({
    path: 'types',
    ids: ['ContentType', 'ContentTypes'],
    words: ['content type', 'content types'],
    about: {
      list: 'The kinds of content, by position.',
      create: 'A kind of content besides those that every studio has.',
      update: 'Names, icon and position may be changed.',
      remove: 'It is deleted. 409 while entries of it exist.',
    },
    record: ContentType,
    patch: UpdateContentType,
    removed: DeletedContentType,
    example: {
      id: TYPES.playlist,
      create: { key: 'podcast', name: 'Podcast', pluralName: 'Podcasts', position: 9 },
      update: { icon: 'film' },
    },
    filters: {},
    page: (read, page) => typePage(read, page, {}),
    create: createType,
    update: updateType,
    remove: deleteType,
  }),
  ...manageOperations({
    path: 'features',
    ids: ['ContentFeature', 'ContentFeatures'],
    words: ['content feature', 'content features'],
    about: {
      list: 'The parts of an app, by position.',
      create: 'One of the eight features at a further placement, with its own title and content.',
      update: "'enabled: false' only tells apps to hide it.",
      remove: 'It is deleted. The last feature of a key cannot be deleted: 409.',
    },
    record: ContentFeature,
    patch: UpdateContentFeature,
    removed: DeletedContentFeature,
    example: {
      id: FEATURES.metricsAtHome,
      create: { key: 'video', name: 'Video', placement: 'on_demand', title: 'New this week' },
      update: { enabled: false },
    },
    filters: { placement },
    page: (read, page, query) => featurePage(read, page, { placement: query.placement }),
    create: createFeature,
    update: updateFeature,
    remove: deleteFeature,
  }),
  ...manageOperations({
    path: 'banners',
    ids: ['ContentBanner', 'ContentBanners'],
    words: ['content banner', 'content banners'],
    about: {
      list: 'All banners by position, also those that are not shown now.',
      create: 'A notice in the apps of members, shown from startsAt until endsAt.',
      update: 'The action is replaced as a whole.',
      remove: 'It is archived: no longer shown.',
    },
    record: ContentBanner,
    patch: ContentBanner.patch,
    removed: ContentBanner.archived,
    example: {
      id: BANNERS.firstWeek,
      create: {
        title: 'Open day on Saturday',
        placement: 'home',
        action: { type: 'url', target: 'https://demo-studio.example/open-day' },
      },
      update: { subtitle: 'Bring a friend' },
    },
    filters: { placement, include_archived },
    page: (read, page, query, caller) =>
      bannerPage(read, page, { placement: query.placement, live: liveOnly(query.include_archived) }, caller.siteIds),
    create: createBanner,
    update: updateBanner,
    remove: archiveBanner,
  }),
];
