import { count, description, name, slug, url } from '../../../kernel/schemas.ts';
import * as field from '../../../records/fields.ts';
import { type CreateOf, type PatchOf, type RowOf, record } from '../../../records/record.ts';
import { position, siteIds } from '../shapes.ts';

/** A place in the tree of content (records.md "Content"). */
export const ContentCategory = record(
  'content_category',
  'contentCategories',
  () => ({
    name: field.text(name()),
    slug: field.text(slug()).optional().described('Its unique name in URLs. Generated from the name by default.'),
    description: field.text(description()).nullable(),
    imageUrl: field.text(url()).nullable().described('The URL of a picture.'),
    parentId: field.id().nullable().described('The parent category. `null` at the top level.'),
    position: position(),
    siteIds: siteIds(),
    entryCount: field.integer(count()).default(0).derived().described('The number of published entries in it.'),
    archivedAt: field.archivedAt(),
  }),
  { sites: { list: 'siteIds' } },
);

export type ContentCategoryRow = RowOf<typeof ContentCategory>;
export type CreateContentCategoryBody = CreateOf<typeof ContentCategory>;
export type UpdateContentCategoryBody = PatchOf<typeof ContentCategory>;
