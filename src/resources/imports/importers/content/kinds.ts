// The records that order the content: found again by their id, or by a unique field.

import { asc, sql } from 'drizzle-orm';
import type { Read } from '../../../../database/database.ts';
import type { Fields } from '../../../../http/csv-columns.ts';
import type { Caller } from '../../../../kernel/caller.ts';
import { folded } from '../../../../kernel/folding.ts';
import { named, query, selectRows } from '../../../../records/query.ts';
import { createBanner, updateBanner } from '../../../content/banners/banners.ts';
import { ContentBanner, type ContentBannerRow } from '../../../content/banners/record.ts';
import { createCategory, updateCategory } from '../../../content/categories/categories.ts';
import { ContentCategory, type ContentCategoryRow } from '../../../content/categories/record.ts';
import { createFeature, updateFeature } from '../../../content/features/features.ts';
import { featuresOfKey } from '../../../content/features/queries.ts';
import { ContentFeature, FEATURE_KEYS } from '../../../content/features/record.ts';
import { recordOfSlug } from '../../../content/slugs.ts';
import { ContentTag, type ContentTagRow } from '../../../content/tags/record.ts';
import { createTag, updateTag } from '../../../content/tags/tags.ts';
import { typeOfKey } from '../../../content/types/queries.ts';
import { ContentType } from '../../../content/types/record.ts';
import { createType, updateType } from '../../../content/types/types.ts';
import { importRecords } from '../records.ts';

const bySlug =
  <Row>(record: {
    readonly table: typeof ContentTag.table | typeof ContentCategory.table;
    lookUp(read: Read, caller: Caller, id: string | undefined): Row | undefined;
  }) =>
  (read: Read, { slug }: Fields, caller: Caller): Row | undefined =>
    record.lookUp(read, caller, typeof slug === 'string' ? recordOfSlug(read, record.table, slug) : undefined);

const { table: tags } = ContentTag;
const { table: categories } = ContentCategory;
const { table: banners } = ContentBanner;
const tagNamed = query<ContentTagRow>(() => selectRows(tags, 'sortName', 'name').orderBy(asc(tags.id)));
const categoryNamed = query<ContentCategoryRow>(() =>
  selectRows(categories, 'name', sql`${categories.parentId} is ${named('parentId')}`).orderBy(asc(categories.id)),
);
const bannerTitled = query<ContentBannerRow>(() => selectRows(banners, 'title', 'placement').orderBy(asc(banners.id)));

/** Finds a row without id and slug, so that it is not created again: the oldest that the caller has access to. */
const byName =
  <Row>({ canAccess }: { canAccess(caller: Caller, row: Row): boolean }, find: (read: Read, fields: Fields) => Row[]) =>
  (read: Read, fields: Fields, caller: Caller): Row | undefined => {
    const isUnnamed = fields.id === undefined && fields.slug === undefined;
    return isUnnamed ? find(read, fields).find((row) => canAccess(caller, row)) : undefined;
  };

// By the index of the sorted names, since there can be thousands.
const tagOf = byName(ContentTag, (read, { name }) =>
  tagNamed.all(read, { name: String(name), sortName: folded(String(name)) }),
);
const categoryOf = byName(ContentCategory, (read, { name, parentId }) =>
  categoryNamed.all(read, { name: String(name), parentId: typeof parentId === 'string' ? parentId : null }),
);
const bannerOf = byName(ContentBanner, (read, { title, placement }) =>
  bannerTitled.all(read, { title: String(title), placement: String(placement) }),
);

export const importContentTypes = importRecords(ContentType, {
  create: createType,
  update: updateType,
  operations: 'ContentType',
  otherwise: ['key', (read, { key }) => (typeof key === 'string' ? typeOfKey(read, key) : undefined)],
  hasBuiltIn: true,
  // What a type can do stays, because entries of it exist.
  changeable: ['name', 'pluralName', 'icon', 'position'],
});

export const importContentCategories = importRecords(ContentCategory, {
  create: createCategory,
  update: updateCategory,
  operations: 'ContentCategory',
  otherwise: [
    'slug',
    (read, row, caller) => bySlug(ContentCategory)(read, row, caller) ?? categoryOf(read, row, caller),
  ],
  later: 'parentId',
});

export const importContentTags = importRecords(ContentTag, {
  create: createTag,
  update: updateTag,
  operations: 'ContentTag',
  otherwise: ['slug', (read, row, caller) => bySlug(ContentTag)(read, row, caller) ?? tagOf(read, row, caller)],
});

export const importContentBanners = importRecords(ContentBanner, {
  create: createBanner,
  update: updateBanner,
  operations: 'ContentBanner',
  otherwise: ['title and placement', bannerOf],
});

export const importContentFeatures = importRecords(ContentFeature, {
  create: createFeature,
  update: updateFeature,
  operations: 'ContentFeature',
  hasBuiltIn: true,
  otherwise: [
    'key and placement',
    (read, { key, placement = null }) => {
      const found = FEATURE_KEYS.flatMap((each) => (each === key ? featuresOfKey(read, each) : []));
      const { id = '' } = found.find((each) => each.placement === placement) ?? {};
      return ContentFeature.rows.find(read, id);
    },
  ],
});
