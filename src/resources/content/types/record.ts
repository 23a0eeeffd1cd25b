import { deletedShape, key, line, name, shape } from '../../../kernel/schemas.ts';
import * as field from '../../../records/fields.ts';
import { type CreateOf, type PatchOf, type RowOf, record } from '../../../records/record.ts';
import { position } from '../shapes.ts';

/** A kind of content (records.md "Content"). Types belong to the whole brand. */
export const ContentType = record('content_type', 'contentTypes', () => ({
  key: field.text(key()).described('A unique name for use in code.'),
  name: field.text(name()),
  pluralName: field.text(name()).described('The plural name.'),
  icon: field.text(line(100)).nullable().described('The name of an icon in your app.'),
  position: position(),
  supportsProgress: field.flag().default(true).described('Whether members have progress in such entries.'),
  supportsVideo: field.flag().default(false).described('Whether such entries have video.'),
}));

/** The names, icon and order change. What a type can do stays, because entries of it exist. */
export const UpdateContentType = shape('UpdateContentTypeRequest', () => {
  const { key, supportsProgress, supportsVideo, ...changeable } = ContentType.patch.properties;
  return changeable;
});
export const DeletedContentType = deletedShape('content_type', {});

export type ContentTypeRow = RowOf<typeof ContentType>;
export type CreateContentTypeBody = CreateOf<typeof ContentType>;
export type UpdateContentTypeBody = PatchOf<{ readonly patch: typeof UpdateContentType }>;
