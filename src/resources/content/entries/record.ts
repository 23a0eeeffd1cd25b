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
    title: field.text(line(200)).described('Its name, shown to members.'),
    slug: field
      .text(slug())
      .optional()
      .described('Its unique name in addresses; made from the title unless you send it.'),
    summary: field.text(description()).nullable().described('What it is about, in a few sentences.'),
    body: field.markdown(MAX_MARKDOWN_LENGTH).nullable().described('Markdown; null where it is locked.'),
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
      .described("scheduled becomes published at 'publishedAt'; only DELETE archives."),
    publishedAt: field.instant().nullable().described('When it is or was published; now, unless you send it.'),
    expiresAt: field.instant().nullable().described('When it disappears from the catalogue; null for never.'),
    access: field.word(ENTRY_ACCESS).default('members').described('Who may open it.'),
    isLocked: field
      .derived(nullable(Type.Boolean()))
      .described('Whether the member may not open it; null without a member.'),
    lockReason: field.derived(nullable(oneOf(...LOCK_REASONS))).described('Why it is locked; null if it is not.'),
    level: field.text(name()).nullable().described('Free text, such as Beginner.'),
    durationSeconds: field
      .integer(integer(0, 10_000_000))
      .nullable()
      .described('Its length in seconds; the length of its primary media, unless you send it.'),
    equipment: field.list(listOfUpTo(50, name())).described('What members need for it, such as Mat.'),
    intensity: field.integer(integer(1, 5)).nullable().described('1 is easy, 5 is hard.'),
    thumbnailUrl: field.text(url()).nullable().described('The address of a small picture.'),
    posterUrl: field
      .text(url())
      .nullable()
      .described('The address of a large picture; readers get the poster of its primary media, unless you send it.'),
    mediaIds: field.derived(Type.Array(id())).described('Its media, the oldest first; empty where it is locked.'),
    primaryMediaId: field
      .id()
      .nullable()
      .derivedAs(nullable(id()))
      .described(
        'The media to play; by default the first media that is ready. Media without an entry become media of this entry.',
      ),
    children: field
      .listOf(MAX_CHILDREN, {
        entryId: field.id(),
        position: field
          .integer(integer(0, 1_000_000))
          .optional()
          .described('Its place in the program; by default after the last child.'),
        dayNumber: field.integer(integer(1, 1000)).nullable().described('The day of the program, from 1 on.'),
      })
      .described('What a program consists of, by position.'),
    unlocksInOrder: field
      .flag()
      .default(false)
      .described("Whether a child opens on its 'dayNumber', counted from the day on which the member starts."),
    locale: field.text(languageTag('BCP 47 tag')).nullable(),
    position: position(),
    isFeatured: field.flag().default(false).described('Whether apps show it in a prominent place.'),
    siteIds: siteIds(),
    accessPlanIds: field.list(ids(100)).described('The plans that open it, for the access package; empty for any.'),
    accessChallengeIds: field
      .list(ids(100))
      .described('The challenges that open it, for the access challenge; empty for any.'),
    viewCount: counter().described('How often it was viewed: once by each member on a local day.'),
    favoriteCount: counter().derived().described('The members who have it in their favourites.'),
    metricDefinition: field
      .group({
        dimension: field.word(DIMENSIONS).described('What it measures.'),
        baseUnit: field.text(line(20)).optional().described('The unit in which values are stored.'),
        direction: field.word(DIRECTIONS).described('Which values are best.'),
        repSchemes: field
          .list(listOfUpTo(20, integer(1, 1000)))
          .described('The repetitions that have a best of their own.'),
      })
      .nullable()
      .described('What a metric measures; null for other types.'),
    archivedAt: field.archivedAt(),
    categories: field.related(Type.Array(ContentCategory.schema)),
    tags: field.related(Type.Array(ContentTag.schema)),
    instructors: field
      .related(Type.Array(Type.Union([Instructor.schema, MemberInstructor])))
      .described('Who teaches it; members see less of them.'),
    /** What the member did with it; null without a member. */
    memberStatus: field.related(nullable(ContentStatus)),
    media: field.related(Type.Array(ContentMedia.schema)).described('Its media, the oldest first.'),
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
