import { Type } from '@sinclair/typebox';
import { deletedShape, id, line, name, shape } from '../../../kernel/schemas.ts';
import * as field from '../../../records/fields.ts';
import { type CreateOf, type PatchOf, type RowOf, record } from '../../../records/record.ts';
import { PLACEMENTS, position } from '../shapes.ts';

export const FEATURE_KEYS = [
  'challenges',
  'metrics',
  'leaderboards',
  'awards',
  'streaks',
  'video',
  'favorites',
  'watch_later',
] as const;

const entryIds = Type.Array(id(), { maxItems: 100, uniqueItems: true });

/** A part of an app (records.md "Content"). Features belong to the whole brand. */
export const ContentFeature = record('content_feature', 'contentFeatures', () => ({
  key: field.word(FEATURE_KEYS).described('The feature of an app.'),
  name: field.text(name()),
  enabled: field.flag().default(true).described('Whether apps show it. The operations behind it work regardless.'),
  title: field.text(line(200)).nullable().described('The heading above it.'),
  placement: field.word(PLACEMENTS).nullable().described('Where apps show it. `null` for no particular place.'),
  position: position(),
  entryIds: field.list(entryIds).shownAs(Type.Array(id())).described('The content it shows, in this order.'),
}));

export const UpdateContentFeature = shape('UpdateContentFeatureRequest', () => {
  const { key, ...changeable } = ContentFeature.patch.properties;
  return changeable;
});
export const DeletedContentFeature = deletedShape('content_feature', {});

export type ContentFeatureRow = RowOf<typeof ContentFeature>;
export type CreateContentFeatureBody = CreateOf<typeof ContentFeature>;
export type UpdateContentFeatureBody = PatchOf<{ readonly patch: typeof UpdateContentFeature }>;
