import { Type } from '@sinclair/typebox';
import { described, id, listOf, name, nullable, object, oneOf, type Static, shape } from '../../../kernel/schemas.ts';
import { ContentEntry } from '../../content/entries/record.ts';
import { ContentMedia } from '../../content-media/record.ts';
import { MemberInstructor } from '../../instructors/record.ts';

const LOCK_REASONS = ['sign_in_required', 'package_required', 'challenge_required', 'not_unlocked_yet'] as const;

const category = object(() => ({ id: id(), name: name() }));

/** An entry of the library as strangers see it in a list. */
const PublicEntry = shape('PublicEntry', () => {
  const all = ContentEntry.schema.properties;
  const { title, slug, summary, type, publishedAt, access, level, durationSeconds, equipment, intensity } = all;
  const { thumbnailUrl, posterUrl, mediaIds, primaryMediaId, locale, isFeatured, categoryIds } = all;
  return {
    id: id(),
    object: Type.Literal('public_entry'),
    title,
    slug,
    summary,
    type,
    publishedAt,
    access,
    isLocked: described(Type.Boolean(), 'Whether it is locked for visitors.'),
    lockReason: described(nullable(oneOf(...LOCK_REASONS)), 'Why it is locked. `null` if it is not.'),
    level,
    durationSeconds,
    equipment,
    intensity,
    thumbnailUrl,
    posterUrl,
    mediaIds,
    primaryMediaId,
    locale,
    isFeatured,
    categoryIds,
    accessPlanIds: described(
      Type.Array(id()),
      'For the access package, the plans sold online that unlock it; other plans may, too.',
    ),
    categories: described(Type.Array(category), 'Its categories.'),
    instructors: described(Type.Array(MemberInstructor), 'The instructors who teach it.'),
  };
});

/** A media of an entry that strangers may open. */
const PublicMedia = shape('PublicMedia', () => {
  const { kind, status, title, durationSeconds, width, height, chapters } = ContentMedia.schema.properties;
  return {
    id: id(),
    object: Type.Literal('public_media'),
    kind,
    status,
    title,
    durationSeconds,
    width,
    height,
    chapters,
  };
});

/** An entry of the library as strangers see it on a page of its own. */
export const PublicEntryPage = shape('PublicEntryPage', () => {
  const { body, children } = ContentEntry.schema.properties;
  return {
    ...PublicEntry.properties,
    body,
    children,
    media: described(Type.Array(PublicMedia), 'Its media, oldest first. Empty if locked.'),
  };
});

export const PublicEntryList = listOf(PublicEntry);

export type PublicEntryResponse = Static<typeof PublicEntry>;
export type PublicEntryPageResponse = Static<typeof PublicEntryPage>;
