import { Type } from '@sinclair/typebox';
import { count, name, slug } from '../../../kernel/schemas.ts';
import * as field from '../../../records/fields.ts';
import { type CreateOf, type PatchOf, type RowOf, record } from '../../../records/record.ts';

/** A word by which content is found (records.md "Content"). Tags belong to the whole brand. */
export const ContentTag = record('content_tag', 'contentTags', () => ({
  name: field.text(name()),
  sortName: field.text(Type.String()).internal(),
  slug: field.text(slug()).optional().described('Its unique name in URLs. Generated from the name by default.'),
  group: field.text(name()).nullable().described('Free text, such as Equipment.'),
  entryCount: field.integer(count()).default(0).derived().described('The number of published entries with it.'),
  archivedAt: field.archivedAt(),
}));

export type ContentTagRow = RowOf<typeof ContentTag>;
export type CreateContentTagBody = CreateOf<typeof ContentTag>;
export type UpdateContentTagBody = PatchOf<typeof ContentTag>;
