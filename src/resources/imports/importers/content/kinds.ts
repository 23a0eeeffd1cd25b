// The records that order the content: found again by their id, or by what no other one has.

import { Type } from '@sinclair/typebox';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Read, Tx } from '../../../../database/database.ts';
import type { Fields } from '../../../../http/csv-columns.ts';
import { validatorFor } from '../../../../http/validation.ts';
import type { Caller } from '../../../../kernel/caller.ts';
import { invalid } from '../../../../kernel/problem.ts';
import { object, type Static, type TObject } from '../../../../kernel/schemas.ts';
import { named, query, select } from '../../../../records/query.ts';
import { createBanner, updateBanner } from '../../../content/banners/banners.ts';
import { ContentBanner, type ContentBannerRow } from '../../../content/banners/record.ts';
import { createCategory, updateCategory } from '../../../content/categories/categories.ts';
import { ContentCategory, type ContentCategoryRow } from '../../../content/categories/record.ts';
import { createFeature, updateFeature } from '../../../content/features/features.ts';
import { featuresOfKey } from '../../../content/features/queries.ts';
import { ContentFeature, FEATURE_KEYS } from '../../../content/features/record.ts';
import { folded, recordOfSlug } from '../../../content/slugs.ts';
import { ContentTag, type ContentTagRow } from '../../../content/tags/record.ts';
import { createTag, updateTag } from '../../../content/tags/tags.ts';
import { typeOfKey } from '../../../content/types/queries.ts';
import { ContentType } from '../../../content/types/record.ts';
import { createType, updateType } from '../../../content/types/types.ts';
import { archivedField, type ImportFamilyName, identityFields } from '../../shapes.ts';
import { applyChanges } from '../changes.ts';
import { atCreation, utc } from '../dates.ts';
import { type ImportFamily, importFamily, rightsOver } from '../family.ts';
import { checkId, idOf } from '../identity.ts';
import type { ImportedRecord } from '../records.ts';

/** The rules of the family. */
interface KindRules<Row, Create extends TObject> {
  create(tx: Tx, caller: Caller, body: Static<Create>, id: string): unknown;
  update(tx: Tx, caller: Caller, row: Row, body: Fields): Row;
  /** The ends of the ids of the operations that do the same one by one: `ContentTag`. */
  readonly operations: string;
  /** Finds the record by something else than its id, which its message names: `slug`. */
  readonly otherwise?: readonly [by: string, find: (read: Read, fields: Fields, caller: Caller) => Row | undefined];
  /** The fields that an import may change; all when absent. */
  readonly changeable?: readonly string[];
  /** The field that names another record of the file, and is set when all are there. */
  readonly later?: string;
}

/** The ids of the types and features with which every studio starts. */
const isBuiltIn = (id: string | undefined): id is string => id?.startsWith('00000000-0000-8000-8000-') === true;

interface Stored {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const importKind = <Row extends Stored, Create extends TObject>(
  name: ImportFamilyName,
  record: ImportedRecord<Row, Create>,
  { create, update, operations, otherwise, changeable, later }: KindRules<Row, Create>,
): ImportFamily => {
  const creation = validatorFor(record.create);
  const isArchivable = 'archivedAt' in record.schema.properties;
  const { properties } = Type.Partial(record.create);
  const shape = object({ ...properties, ...identityFields, ...(isArchivable ? archivedField : {}) });
  const fieldsOf = (row: Static<typeof shape>): Fields => {
    const { id, createdAt, updatedAt, archivedAt, ...fields } = row;
    return Object.fromEntries(Object.entries(fields).filter(([field]) => field !== later));
  };
  return importFamily(shape, {
    name,
    rights: rightsOver(operations),
    find(tx, row, caller) {
      const own = row.id === undefined ? undefined : record.rows.find(tx, row.id);
      if (own !== undefined || otherwise === undefined) return own;
      const [by, find] = otherwise;
      const found = find(tx, row, caller);
      if (found !== undefined) checkId(row.id, found.id, by);
      return found;
    },
    create(tx, caller, row) {
      const body = fieldsOf(row);
      if (!creation.isValid(body)) throw invalid(creation.errors(body));
      const id = isBuiltIn(row.id) ? row.id : idOf(tx, row.id);
      create(tx, caller, body, id);
      const createdAt = atCreation(tx, row.createdAt).now;
      const columns = { createdAt, updatedAt: utc(row.updatedAt) ?? createdAt };
      const { archivedAt } = row;
      record.rows.update(tx, id, archivedAt === undefined ? columns : { ...columns, archivedAt: utc(archivedAt) });
      return id;
    },
    update: (tx, caller, found, row) =>
      applyChanges(fieldsOf(row), {
        record: found,
        shown: record.view(record.find(tx, caller, found.id)),
        ...(changeable === undefined ? {} : { changeable }),
        update(changes) {
          const after = update(tx, caller, found, changes);
          // One that every studio starts with, as the studio of the file had changed it.
          const isUntouched = isBuiltIn(found.id) && found.updatedAt === found.createdAt;
          if (isUntouched && row.updatedAt !== undefined) {
            record.rows.update(tx, found.id, { updatedAt: utc(row.updatedAt) });
          }
          return after;
        },
      }),
    ...(later === undefined
      ? {}
      : {
          finish(tx, caller, row, id, isNew) {
            const value = Reflect.get(row, later);
            if (value === undefined) return false;
            const before = record.find(tx, caller, id);
            return applyChanges(
              { [later]: value },
              {
                record: before,
                shown: record.view(before),
                update(changes) {
                  const after = update(tx, caller, before, changes);
                  if (isNew) record.rows.update(tx, id, { updatedAt: before.updatedAt });
                  return after;
                },
              },
            );
          },
        }),
  });
};

const bySlug =
  <Row>(record: {
    readonly table: typeof ContentTag.table | typeof ContentCategory.table;
    readonly rows: { find(read: Read, id: string): Row | undefined };
    canAccess(caller: Caller, row: Row): boolean;
  }) =>
  (read: Read, { slug }: Fields, caller: Caller): Row | undefined => {
    const id = typeof slug === 'string' ? recordOfSlug(read, record.table, slug) : undefined;
    const found = record.rows.find(read, id ?? '');
    return found !== undefined && record.canAccess(caller, found) ? found : undefined;
  };

const { table: tags } = ContentTag;
const { table: categories } = ContentCategory;
const { table: banners } = ContentBanner;
const tagNamed = query<ContentTagRow>(() =>
  select
    .select()
    .from(tags)
    .where(and(eq(tags.sortName, named('sortName')), eq(tags.name, named('name'))))
    .orderBy(asc(tags.id)),
);
const categoryNamed = query<ContentCategoryRow>(() =>
  select
    .select()
    .from(categories)
    .where(and(eq(categories.name, named('name')), sql`${categories.parentId} is ${named('parentId')}`))
    .orderBy(asc(categories.id)),
);
const bannerTitled = query<ContentBannerRow>(() =>
  select
    .select()
    .from(banners)
    .where(and(eq(banners.title, named('title')), eq(banners.placement, named('placement'))))
    .orderBy(asc(banners.id)),
);

/**
 * Finds the record of a row that has no id and no slug by its name, so that a second import does not create it again. It
 * is the oldest one that the caller has access to.
 */
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

export const importContentTypes = importKind('content_types', ContentType, {
  create: createType,
  update: updateType,
  operations: 'ContentType',
  otherwise: ['key', (read, { key }) => (typeof key === 'string' ? typeOfKey(read, key) : undefined)],
  // What a type can do stays, because entries of it exist.
  changeable: ['name', 'pluralName', 'icon', 'position'],
});

export const importContentCategories = importKind('content_categories', ContentCategory, {
  create: createCategory,
  update: updateCategory,
  operations: 'ContentCategory',
  otherwise: [
    'slug',
    (read, row, caller) => bySlug(ContentCategory)(read, row, caller) ?? categoryOf(read, row, caller),
  ],
  later: 'parentId',
});

export const importContentTags = importKind('content_tags', ContentTag, {
  create: createTag,
  update: updateTag,
  operations: 'ContentTag',
  otherwise: ['slug', (read, row, caller) => bySlug(ContentTag)(read, row, caller) ?? tagOf(read, row, caller)],
});

export const importContentBanners = importKind('content_banners', ContentBanner, {
  create: createBanner,
  update: updateBanner,
  operations: 'ContentBanner',
  otherwise: ['title and placement', bannerOf],
});

export const importContentFeatures = importKind('content_features', ContentFeature, {
  create: createFeature,
  update: updateFeature,
  operations: 'ContentFeature',
  otherwise: [
    'key and placement',
    (read, { key, placement = null }) => {
      const found = FEATURE_KEYS.flatMap((each) => (each === key ? featuresOfKey(read, each) : []));
      const { id = '' } = found.find((each) => each.placement === placement) ?? {};
      return ContentFeature.rows.find(read, id);
    },
  ],
});
