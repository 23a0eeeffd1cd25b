import { client, sendTagged } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';
import type { Fields } from '../../../edit/fields.ts';
import { instantOf, momentText } from '../../../moments.ts';
import type { Entry } from '../queries.ts';
import { lengthText, secondsOf } from '../words.ts';

type Patch = Schemas['UpdateContentEntryRequest'];

/** An entry with the tag of its version. */
export interface EntryVersion {
  readonly entry: Entry;
  readonly etag: string | null;
}

/** What a program consists of, in its order. */
export interface Child {
  readonly entryId: string;
  readonly dayNumber: number | null;
}

const yes = (flag: boolean): string => (flag ? 'yes' : 'no');
const idsText = (ids: readonly string[]): string => ids.join(',');
export const idsOf = (text: string | undefined): string[] => (text === undefined || text === '' ? [] : text.split(','));

export const childrenText = (children: readonly Child[]): string =>
  children.length === 0 ? '' : JSON.stringify(children.map(({ entryId, dayNumber }) => [entryId, dayNumber]));

export const childrenOf = (text: string | undefined): Child[] =>
  text === undefined || text === ''
    ? []
    : (JSON.parse(text) as [string, number | null][]).map(([entryId, dayNumber]) => ({ entryId, dayNumber }));

/** The words of a text that a person has separated by commas. */
const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  ),
];

/** The fields of an entry as its page edits them. @param zone of moments */
export const fieldsOf = ({ entry }: EntryVersion, zone: string): Fields => ({
  title: entry.title,
  slug: entry.slug,
  summary: entry.summary ?? '',
  body: entry.body ?? '',
  status: entry.status,
  publishedAt: momentText(entry.publishedAt, zone),
  expiresAt: momentText(entry.expiresAt, zone),
  access: entry.access,
  accessPlanIds: idsText(entry.accessPlanIds),
  accessChallengeIds: idsText(entry.accessChallengeIds),
  siteIds: idsText(entry.siteIds),
  categoryIds: idsText(entry.categoryIds),
  tagIds: idsText(entry.tagIds),
  instructorIds: idsText(entry.instructorIds),
  level: entry.level ?? '',
  duration: entry.durationSeconds === null ? '' : lengthText(entry.durationSeconds),
  equipment: entry.equipment.join(', '),
  intensity: entry.intensity === null ? '' : String(entry.intensity),
  locale: entry.locale ?? '',
  thumbnailUrl: entry.thumbnailUrl ?? '',
  posterUrl: entry.posterUrl ?? '',
  primaryMediaId: entry.primaryMediaId ?? '',
  isFeatured: yes(entry.isFeatured),
  children: childrenText(entry.children),
  unlocksInOrder: yes(entry.unlocksInOrder),
  repSchemes: entry.metricDefinition?.repSchemes.join(', ') ?? '',
  direction: entry.metricDefinition?.direction ?? '',
});

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** How each field is sent. */
const SENT: Readonly<Record<string, (text: string, zone: string) => Patch>> = {
  title: (text) => ({ title: text.trim() }),
  slug: (text) => ({ slug: text.trim() }),
  summary: (text) => ({ summary: orNull(text) }),
  body: (text) => ({ body: text === '' ? null : text }),
  status: (text) => ({ status: text === 'scheduled' ? 'scheduled' : text === 'published' ? 'published' : 'draft' }),
  publishedAt: (text, zone) => ({ publishedAt: instantOf(text, zone) }),
  expiresAt: (text, zone) => ({ expiresAt: instantOf(text, zone) }),
  access: (text) => ({ access: text as Entry['access'] }),
  accessPlanIds: (text) => ({ accessPlanIds: idsOf(text) }),
  accessChallengeIds: (text) => ({ accessChallengeIds: idsOf(text) }),
  siteIds: (text) => ({ siteIds: idsOf(text) }),
  categoryIds: (text) => ({ categoryIds: idsOf(text) }),
  tagIds: (text) => ({ tagIds: idsOf(text) }),
  instructorIds: (text) => ({ instructorIds: idsOf(text) }),
  level: (text) => ({ level: orNull(text) }),
  duration: (text) => ({ durationSeconds: text.trim() === '' ? null : (secondsOf(text) ?? null) }),
  equipment: (text) => ({ equipment: wordsOf(text) }),
  intensity: (text) => ({ intensity: text === '' ? null : Number(text) }),
  locale: (text) => ({ locale: orNull(text) }),
  thumbnailUrl: (text) => ({ thumbnailUrl: orNull(text) }),
  posterUrl: (text) => ({ posterUrl: orNull(text) }),
  primaryMediaId: (text) => ({ primaryMediaId: orNull(text) }),
  isFeatured: (text) => ({ isFeatured: text === 'yes' }),
  children: (text) => ({ children: childrenOf(text).map((child, position) => ({ ...child, position })) }),
  unlocksInOrder: (text) => ({ unlocksInOrder: text === 'yes' }),
};

const METRIC = ['repSchemes', 'direction'];

const repsOf = (text: string): number[] => wordsOf(text).map(Number);

/** What changed fields send. */
const patchOf = ({ entry }: EntryVersion, changed: Fields, zone: string): Patch => {
  const patch: Patch = {};
  for (const [name, text] of Object.entries(changed)) Object.assign(patch, SENT[name]?.(text, zone));
  const { metricDefinition: metric } = entry;
  if (metric !== null && METRIC.some((name) => name in changed)) {
    patch.metricDefinition = {
      direction:
        changed.direction === 'lower_is_better' || changed.direction === 'higher_is_better'
          ? changed.direction
          : metric.direction,
      repSchemes: changed.repSchemes === undefined ? metric.repSchemes : repsOf(changed.repSchemes),
    };
  }
  // Publishing now counts from now, also where the entry was published or scheduled before.
  if (changed.status === 'published' && changed.publishedAt === '') delete patch.publishedAt;
  return patch;
};

/** Stores changed fields over a version, which the server refuses with 412 where somebody else was faster. */
export const patchEntry = async (over: EntryVersion, changed: Fields, zone: string): Promise<EntryVersion> => {
  const { data, etag } = await sendTagged(
    client.PATCH('/manage/content/entries/{id}', {
      params: {
        path: { id: over.entry.id },
        ...(over.etag === null ? {} : { header: { 'If-Match': over.etag } }),
      },
      body: patchOf(over, changed, zone),
    }),
  );
  return { entry: data, etag };
};

/** The problems of fields that the server need not be asked about, by field. */
export const problemsOf = (draft: Fields): Readonly<Record<string, 'title' | 'length' | 'reps'>> => ({
  ...((draft.title ?? '').trim() === '' ? { title: 'title' as const } : {}),
  ...((draft.duration ?? '').trim() !== '' && secondsOf(draft.duration ?? '') === undefined
    ? { duration: 'length' as const }
    : {}),
  ...(repsOf(draft.repSchemes ?? '').some((reps) => !Number.isInteger(reps)) ? { repSchemes: 'reps' as const } : {}),
});
