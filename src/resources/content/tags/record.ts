import { Type } from '@sinclair/typebox';
import { count, name, slug } from '../../../kernel/schemas.ts';
import * as field from '../../../records/fields.ts';
import { type CreateOf, type PatchOf, type RowOf, record } from '../../../records/record.ts';

/** A word by which content is found (records.md "Content"). Tags belong to the whole brand. */
export const ContentTag = record('content_tag', 'contentTags', () => ({
  name: field.text(name()),
  sortName: field.text(Type.String()).internal(),
  slug: field.text(slug()).optional().described('Its name in web addresses, unique; made from the name if absent.'),
  group: field.text(name()).nullable().described('Free text, such as Equipment.'),
  entryCount: field.integer(count()).default(0).derived().described('Published entries that have it.'),
  archivedAt: field.archivedAt(),
}));

export type ContentTagRow = RowOf<typeof ContentTag>;
export type CreateContentTagBody = CreateOf<typeof ContentTag>;
export type UpdateContentTagBody = PatchOf<typeof ContentTag>;
