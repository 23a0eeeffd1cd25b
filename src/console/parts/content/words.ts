import { Archive, CalendarClock, CalendarX, CircleCheck, type LucideIcon, PencilLine } from 'lucide-react';
import type { TextKey } from '../../../texts/translate.ts';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import type { Tone } from '../../ui/notices/status.tsx';
import type { Category, Entry, EntryType } from './queries.ts';

/** The types that every studio has, by the name that they have at first. */
const BUILT_IN: Readonly<Record<string, { readonly name: string; readonly word: TextKey; readonly hint: TextKey }>> = {
  video: { name: 'Video', word: 'content.typeVideo', hint: 'content.typeVideoHint' },
  audio: { name: 'Audio', word: 'content.typeAudio', hint: 'content.typeAudioHint' },
  article: { name: 'Article', word: 'content.typeArticle', hint: 'content.typeArticleHint' },
  program: { name: 'Program', word: 'content.typeProgram', hint: 'content.typeProgramHint' },
  workout: { name: 'Workout', word: 'content.typeWorkout', hint: 'content.typeWorkoutHint' },
  recipe: { name: 'Recipe', word: 'content.typeRecipe', hint: 'content.typeRecipeHint' },
  metric: { name: 'Metric', word: 'content.typeMetric', hint: 'content.typeMetricHint' },
  assessment: { name: 'Assessment', word: 'content.typeAssessment', hint: 'content.typeAssessmentHint' },
};

/** The names of types: the studio's own where it has changed one, else in the language of the page. */
export const useTypeWords = (types: readonly EntryType[]) => {
  const t = useText();
  const nameOf = (key: string): string => {
    const type = types.find((each) => each.key === key);
    const builtIn = BUILT_IN[key];
    if (builtIn !== undefined && (type === undefined || type.name === builtIn.name)) return t(builtIn.word);
    return type?.name ?? key;
  };
  return {
    nameOf,
    hintOf: (key: string): string | undefined => (BUILT_IN[key] === undefined ? undefined : t(BUILT_IN[key].hint)),
  };
};

/** What an entry is at a moment: an expired one is still `published` by its status. */
export type EntryState = Entry['status'] | 'expired';

export const stateOf = ({ status, expiresAt }: Pick<Entry, 'status' | 'expiresAt'>, now: number): EntryState =>
  status === 'published' && expiresAt !== null && Date.parse(expiresAt) <= now ? 'expired' : status;

interface StateLook {
  readonly icon: LucideIcon;
  readonly tone: Tone | undefined;
}

export const STATE_LOOKS: Readonly<Record<EntryState, StateLook>> = {
  draft: { icon: PencilLine, tone: undefined },
  scheduled: { icon: CalendarClock, tone: 'info' },
  published: { icon: CircleCheck, tone: 'positive' },
  expired: { icon: CalendarX, tone: 'caution' },
  archived: { icon: Archive, tone: undefined },
};

export const STATE_WORDS = {
  draft: 'content.stateDraft',
  scheduled: 'content.stateScheduled',
  published: 'content.statePublished',
  expired: 'content.stateExpired',
  archived: 'content.stateArchived',
} as const satisfies Record<EntryState, TextKey>;

/** The state of an entry with its moment, where it has one. */
export const useStateText = (): ((entry: Entry, now: number) => string) => {
  const t = useText();
  const { dayTime } = useFormats();
  return (entry, now) => {
    const state = stateOf(entry, now);
    if (state === 'scheduled' && entry.publishedAt !== null)
      return t('content.stateScheduledFor', { time: dayTime(entry.publishedAt) });
    if (state === 'expired' && entry.expiresAt !== null)
      return t('content.stateExpiredAt', { time: dayTime(entry.expiresAt) });
    return t(STATE_WORDS[state]);
  };
};

export const ACCESS_WORDS = {
  public: 'content.accessPublic',
  members: 'content.accessMembers',
  package: 'content.accessPackage',
  challenge: 'content.accessChallenge',
} as const satisfies Record<Entry['access'], TextKey>;

/** The names of categories, each after those above it. */
export const categoryPaths = (categories: readonly Category[]): { readonly id: string; readonly name: string }[] => {
  const byId = new Map(categories.map((each) => [each.id, each]));
  const pathOf = (category: Category): string => {
    const above = category.parentId === null ? undefined : byId.get(category.parentId);
    return above === undefined ? category.name : `${pathOf(above)} › ${category.name}`;
  };
  return categories
    .map((each) => ({ id: each.id, name: pathOf(each) }))
    .sort((left, right) => left.name.localeCompare(right.name));
};
