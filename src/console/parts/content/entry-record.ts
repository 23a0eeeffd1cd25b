import type { Schemas } from '../../api/types.ts';
import { keysOf } from '../../base/objects.ts';
import { instantOf } from '../../formats/moment-text.ts';
import { fieldsOf } from '../../forms/record-fields.ts';
import type { DraftOf } from '../../forms/specs.ts';
import { lengthText, secondsOf } from './lengths.ts';
import { DIRECTION_WORDS, DIRECTIONS } from './metric-words.ts';
import type { Entry } from './queries.ts';
import { ACCESS_WORDS, STATE_WORDS } from './words.ts';

type Body = Schemas['UpdateContentEntryRequest'];

/** What a program consists of, in its order. */
export interface Child {
  readonly entryId: string;
  readonly dayNumber: number | null;
}

const INTENSITIES = ['1', '2', '3', '4', '5'] as const;
const INTENSITY_WORDS = {
  1: 'content.intensity1',
  2: 'content.intensity2',
  3: 'content.intensity3',
  4: 'content.intensity4',
  5: 'content.intensity5',
} as const;

const ACCESSES = keysOf<Entry['access']>(ACCESS_WORDS);
const ACCESS_HINTS = {
  public: 'content.accessPublicHint',
  members: 'content.accessMembersHint',
  package: 'content.accessPackageHint',
  challenge: 'content.accessChallengeHint',
} as const;

/** What the form has in another way than the entry. */
interface Own {
  readonly children: readonly Child[];
  /** A length in minutes and seconds. */
  readonly duration: string;
  readonly intensity: '' | (typeof INTENSITIES)[number];
  /** With commas between. */
  readonly 'metricDefinition.repSchemes': string;
}
export type EntryDraft = DraftOf<Entry, Body, Own>;

const repsOf = (text: string): number[] => [
  ...new Set(
    text
      .split(',')
      .filter((part) => part.trim() !== '')
      .map(Number),
  ),
];

export const entryFields = fieldsOf<Entry, Body, Own>()({
  title: { kind: 'text', label: 'content.entryTitle', missing: 'content.titleMissing' },
  slug: {
    kind: 'text',
    label: 'content.slug',
    hint: 'content.slugHint',
    send: ({ slug }) => ({ slug: slug.trim() }),
  },
  summary: { kind: 'text', isLong: true, rows: 2, label: 'content.summary', hint: 'content.summaryHint' },
  body: {
    kind: 'text',
    isWhole: true,
    isLong: true,
    rows: 14,
    label: 'content.body',
    hint: 'content.bodyHint',
    send: ({ body }) => ({ body: body === '' ? null : body }),
  },
  status: {
    kind: 'choice',
    look: 'select',
    label: 'content.state',
    answers: (['draft', 'scheduled', 'published', 'archived'] as const).map((id) => ({ id, label: STATE_WORDS[id] })),
  },
  publishedAt: {
    kind: 'moment',
    label: 'content.publishAt',
    // Publishing now counts from now, also where the entry was published or scheduled before.
    send: ({ status, publishedAt }, _, { timezone }) =>
      status === 'published' && publishedAt === '' ? {} : { publishedAt: instantOf(publishedAt, timezone) },
  },
  expiresAt: { kind: 'moment', label: 'content.expiresAt', hint: 'content.expiresHint' },
  access: {
    kind: 'choice',
    look: 'radio',
    label: 'content.whoOpens',
    answers: ACCESSES.map((id) => ({ id, label: ACCESS_WORDS[id], hint: ACCESS_HINTS[id] })),
  },
  accessPlanIds: {
    kind: 'ids',
    label: 'content.plans',
    hint: 'content.plansHint',
    none: 'content.nothing',
    when: ({ access }) => access === 'package',
  },
  accessChallengeIds: {
    kind: 'ids',
    label: 'content.challenges',
    hint: 'content.challengesHint',
    none: 'content.nothing',
    when: ({ access }) => access === 'challenge',
  },
  siteIds: {
    kind: 'ids',
    ofSites: true,
    label: 'content.sites',
    hint: 'content.sitesHint',
    none: 'content.nothing',
    other: 'plans.otherSite',
  },
  categoryIds: { kind: 'ids', label: 'content.categories', none: 'content.nothing' },
  tagIds: { kind: 'ids', label: 'content.tags', none: 'content.nothing' },
  instructorIds: { kind: 'ids', label: 'content.instructors', none: 'content.nothing' },
  isFeatured: { kind: 'switch', label: 'content.featured', hint: 'content.featuredHint' },
  level: { kind: 'text', label: 'content.level', hint: 'content.levelHint' },
  duration: {
    kind: 'text',
    label: 'content.length',
    hint: 'content.lengthHint',
    problem: ({ duration }) =>
      duration.trim() !== '' && secondsOf(duration) === undefined ? 'content.lengthWrong' : undefined,
    read: ({ durationSeconds }) => (durationSeconds === null ? '' : lengthText(durationSeconds)),
    writes: ['durationSeconds'],
    send: ({ duration }) => ({ durationSeconds: secondsOf(duration) ?? null }),
  },
  intensity: {
    kind: 'choice',
    look: 'select',
    label: 'content.intensity',
    answers: INTENSITIES.map((id) => ({ id, label: INTENSITY_WORDS[id] })),
    none: 'content.notSaid',
    read: ({ intensity }) => (intensity === null ? '' : String(intensity)),
    writes: ['intensity'],
    send: ({ intensity }) => ({ intensity: intensity === '' ? null : Number(intensity) }),
  },
  locale: { kind: 'pick', label: 'content.language', none: 'content.notSaid' },
  equipment: { kind: 'words', label: 'content.equipment', hint: 'content.equipmentHint' },
  posterUrl: { kind: 'text', input: 'url', label: 'content.poster', hint: 'content.posterHint' },
  thumbnailUrl: { kind: 'text', input: 'url', label: 'content.thumbnail', hint: 'content.thumbnailHint' },
  primaryMediaId: { kind: 'pick', label: 'content.playsFirst', other: 'content.otherMedia' },
  unlocksInOrder: { kind: 'switch', label: 'content.unlocks', hint: 'content.unlocksHint' },
  children: {
    kind: 'parts',
    label: 'content.days',
    read: ({ children }) => children.map(({ entryId, dayNumber }) => ({ entryId, dayNumber })),
    send: ({ children }) => ({ children: children.map((child, position) => ({ ...child, position })) }),
  },
  'metricDefinition.direction': {
    kind: 'choice',
    look: 'select',
    label: 'content.metricDirection',
    answers: DIRECTIONS.map((id) => ({ id, label: DIRECTION_WORDS[id] })),
  },
  'metricDefinition.repSchemes': {
    kind: 'text',
    label: 'content.reps',
    hint: 'content.repsHint',
    problem: (draft) =>
      repsOf(draft['metricDefinition.repSchemes']).some((reps) => !Number.isInteger(reps))
        ? 'content.repsWrong'
        : undefined,
    read: ({ metricDefinition }) => metricDefinition?.repSchemes.join(', '),
    writes: ['metricDefinition.repSchemes'],
    send: (draft) => ({ 'metricDefinition.repSchemes': repsOf(draft['metricDefinition.repSchemes']) }),
  },
});
