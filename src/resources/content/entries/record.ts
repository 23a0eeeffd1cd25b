import { Type } from '@sinclair/typebox';
import { MAX_MARKDOWN_LENGTH } from '../../../kernel/formats.ts';
import {
  count,
  description,
  id,
  integer,
  languageTag,
  line,
  listOfUpTo,
  name,
  nullable,
  oneOf,
  optional,
  shape,
  slug,
  url,
} from '../../../kernel/schemas.ts';
import * as field from '../../../records/fields.ts';
import { withoutIntegrationFields } from '../../../records/member-fields.ts';
import { type CreateOf, type PatchOf, type ResponseOf, type RowOf, record } from '../../../records/record.ts';
import { ContentMedia } from '../../content-media/record.ts';
import { Instructor, MemberInstructor } from '../../instructors/record.ts';
import { ContentStatus } from '../../library/shapes.ts';
import { ContentCategory } from '../categories/record.ts';
import { position, siteIds } from '../shapes.ts';
import { ContentTag } from '../tags/record.ts';

export const ENTRY_STATUSES = ['draft', 'scheduled', 'published', 'archived'] as const;
const ENTRY_ACCESS = ['public', 'members', 'package', 'challenge'] as const;
const LOCK_REASONS = ['package_required', 'challenge_required', 'not_unlocked_yet'] as const;
// biome-ignore format: one line
export const DIMENSIONS = ['weight', 'distance', 'duration', 'count', 'percent', 'length', 'energy', 'heart_rate', 'score'] as const;
/** The unit in which values of a dimension are stored (engagement.md "Metrics"). */
export const BASE_UNITS: Readonly<Record<(typeof DIMENSIONS)[number], string>> = {
  weight: 'kg',
  distance: 'm',
  duration: 's',
  count: 'count',
  percent: 'percent',
  length: 'm',
  energy: 'kJ',
  heart_rate: 'bpm',
  score: 'count',
};
export const DIRECTIONS = ['higher_is_better', 'lower_is_better'] as const;

/** The most children of a program: one for each day of a year, and some more. */
const MAX_CHILDREN = 400;

const ids = (maxItems: number) => Type.Array(id(), { maxItems, uniqueItems: true });
const counter = () => field.integer(count()).shownAs(count()).default(0).readOnly();

/** An entry of the on-demand library (records.md "Content"). */
export const ContentEntry = record(
  'content_entry',
  'contentEntries',
  () => ({
    title: field.text(line(200)).described('The name shown to members.'),
    slug: field.text(slug()).optional().described('Its unique name in URLs. Generated from the title by default.'),
    summary: field.text(description()).nullable().described('A summary in a few sentences.'),
    body: field.markdown(MAX_MARKDOWN_LENGTH).nullable().described('The body, in Markdown. `null` if locked.'),
    type: field.text(line(50)).described('The key of its content type.'),
    typeId: field.id().derived(),
    categoryIds: field.list(ids(50)),
    tagIds: field.list(ids(50)),
    instructorIds: field.list(ids(20)),
    status: field
      .word(ENTRY_STATUSES)
      .default('draft')
      .sentAs(oneOf('draft', 'scheduled', 'published'))
      .derivedAs(oneOf(...ENTRY_STATUSES))
      .described('`scheduled` becomes `published` at `publishedAt`. Only DELETE archives.'),
    publishedAt: field.instant().nullable().described('Time at which it is or was published. Defaults to now.'),
    expiresAt: field.instant().nullable().described('Time at which it disappears from the catalog. `null` for never.'),
    access: field.word(ENTRY_ACCESS).default('members').described('Who can open it.'),
    isLocked: field
      .derived(nullable(Type.Boolean()))
      .described('Whether it is locked for the member. `null` without a member.'),
    lockReason: field.derived(nullable(oneOf(...LOCK_REASONS))).described('Why it is locked. `null` if it is not.'),
    level: field.text(name()).nullable().described('Free text, such as Beginner.'),
    durationSeconds: field
      .integer(integer(0, 10_000_000))
      .nullable()
      .described('The duration, in seconds. Defaults to the length of its primary media.'),
    equipment: field.list(listOfUpTo(50, name())).described('The equipment members need, such as Mat.'),
    intensity: field.integer(integer(1, 5)).nullable().described('From 1 (easy) to 5 (hard).'),
    thumbnailUrl: field.text(url()).nullable().described('The URL of a small picture.'),
    posterUrl: field
      .text(url())
      .nullable()
      .described('The URL of a large picture. If not set, readers get the poster of its primary media.'),
    mediaIds: field.derived(Type.Array(id())).described('Its media, oldest first. Empty if locked.'),
    primaryMediaId: field
      .id()
      .nullable()
      .derivedAs(nullable(id()))
      .described(
        'The media to play. Defaults to the first media that is ready. Media without an entry become media of this ' +
          'entry.',
      ),
    children: field
      .listOf(MAX_CHILDREN, {
        entryId: field.id(),
        position: field
          .integer(integer(0, 1_000_000))
          .optional()
          .described('The position in the program. Defaults to after the last child.'),
        dayNumber: field.integer(integer(1, 1000)).nullable().described('The day of the program, starting at 1.'),
      })
      .described('The entries of a program, by position.'),
    unlocksInOrder: field
      .flag()
      .default(false)
      .described('Whether each child opens on its `dayNumber`, counted from the day the member starts.'),
    locale: field.text(languageTag('A BCP 47 language tag.')).nullable(),
    position: position(),
    isFeatured: field.flag().default(false).described('Whether apps show it prominently.'),
    siteIds: siteIds(),
    accessPlanIds: field.list(ids(100)).described('The plans that unlock it if access is package. Empty for any.'),
    accessChallengeIds: field
      .list(ids(100))
      .described('The challenges that unlock it if access is challenge. Empty for any.'),
    viewCount: counter().described('The number of views, counted once per member and local day.'),
    favoriteCount: counter().derived().described('The number of members who have it in their favorites.'),
    metricDefinition: field
      .group({
        dimension: field.word(DIMENSIONS).described('What it measures.'),
        baseUnit: field.text(line(20)).optional().described('The unit in which values are stored.'),
        direction: field.word(DIRECTIONS).described('Whether higher or lower values are better.'),
        repSchemes: field
          .list(listOfUpTo(20, integer(1, 1000)))
          .described('The repetition counts that have their own personal best.'),
      })
      .nullable()
      .described('What a metric measures. `null` for other types.'),
    archivedAt: field.archivedAt(),
    categories: field.related(Type.Array(ContentCategory.schema)),
    tags: field.related(Type.Array(ContentTag.schema)),
    instructors: field
      .related(Type.Array(Type.Union([Instructor.schema, MemberInstructor])))
      .described('The instructors who teach it. Members see fewer fields.'),
    /** What the member did with it; null without a member. */
    memberStatus: field.related(nullable(ContentStatus)),
    media: field.related(Type.Array(ContentMedia.schema)).described('Its media, oldest first.'),
    sortTitle: field.text(Type.String()).internal(),
    popularity: field.text(Type.String()).internal(),
    isListed: field.integer(integer(0, 1)).default(0).internal(),
    isCounted: field.integer(integer(0, 1)).default(0).internal(),
    changesAt: field.text(Type.String()).nullable().internal(),
    /** 1: `durationSeconds` is the length of the primary media, and triggers keep it so. */
    takesDuration: field.integer(integer(0, 1)).default(1).internal(),
    ...field.integrationFields,
  }),
  { sites: { list: 'siteIds' } },
);

export type EntryRow = RowOf<typeof ContentEntry>;
/** An entry of the catalogue, which members read without what is for integrations. */
export const CatalogueEntry = shape('CatalogueEntry', () => {
  const { metadata, externalId } = ContentEntry.schema.properties;
  const forMembers = withoutIntegrationFields(ContentEntry.schema.properties);
  return { ...forMembers, metadata: optional(metadata), externalId: optional(externalId) };
});

export type EntryResponse = ResponseOf<typeof ContentEntry>;
export type CreateEntryBody = CreateOf<typeof ContentEntry>;
export type UpdateEntryBody = PatchOf<typeof ContentEntry>;
/** What a metric measures. */
export type MetricDefinition = NonNullable<EntryResponse['metricDefinition']>;
export type LockReason = (typeof LOCK_REASONS)[number];
