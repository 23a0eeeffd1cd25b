import { useQuery } from '@tanstack/react-query';
import type { TextKey } from '../../../../texts/translate.ts';
import type { FieldWords } from '../../../edit/conflict-view.tsx';
import { useFormats } from '../../../formats.ts';
import { instantOf } from '../../../moments.ts';
import { useMe } from '../../../session.ts';
import { useText } from '../../../texts.tsx';
import { DIRECTION_WORDS, type Direction } from '../metric-words.ts';
import { categoriesQuery, type Entry, tagsQuery } from '../queries.ts';
import { ACCESS_WORDS, STATE_WORDS } from '../words.ts';
import { childrenOf, idsOf } from './entry-fields.ts';

export const NAMES = {
  title: 'content.entryTitle',
  slug: 'content.slug',
  summary: 'content.summary',
  body: 'content.body',
  status: 'content.state',
  publishedAt: 'content.publishAt',
  expiresAt: 'content.expiresAt',
  access: 'content.access',
  accessPlanIds: 'content.plans',
  accessChallengeIds: 'content.challenges',
  siteIds: 'content.sites',
  categoryIds: 'content.categories',
  tagIds: 'content.tags',
  instructorIds: 'content.instructors',
  level: 'content.level',
  duration: 'content.length',
  equipment: 'content.equipment',
  intensity: 'content.intensity',
  locale: 'content.language',
  thumbnailUrl: 'content.thumbnail',
  posterUrl: 'content.poster',
  primaryMediaId: 'content.playsFirst',
  isFeatured: 'content.featured',
  children: 'content.days',
  unlocksInOrder: 'content.unlocks',
  repSchemes: 'content.reps',
  direction: 'content.metricDirection',
} as const satisfies Readonly<Record<string, TextKey>>;

const isNamed = (name: string): name is keyof typeof NAMES => name in NAMES;

/** The names and the values of the fields of an entry, in words. */
export const useFieldWords = (): FieldWords => {
  const t = useText();
  const { studio, sites } = useMe();
  const { dayTime, list } = useFormats();
  const { data: categories = [] } = useQuery(categoriesQuery);
  const { data: tags = [] } = useQuery(tagsQuery);
  const named = (text: string, all: readonly { readonly id: string; readonly name: string }[]): string =>
    list(idsOf(text).map((id) => all.find((each) => each.id === id)?.name ?? '?'));
  const shown = (name: string, text: string): string => {
    switch (name) {
      case 'status':
        return t(STATE_WORDS[text as Entry['status']]);
      case 'access':
        return t(ACCESS_WORDS[text as Entry['access']]);
      case 'publishedAt':
      case 'expiresAt':
        return dayTime(instantOf(text, studio.timezone) ?? text);
      case 'siteIds':
        return named(text, sites);
      case 'categoryIds':
        return named(text, categories);
      case 'tagIds':
        return named(text, tags);
      case 'isFeatured':
      case 'unlocksInOrder':
        return t(text === 'yes' ? 'content.yes' : 'content.no');
      case 'children':
        return t('content.childCount', { count: childrenOf(text).length });
      case 'accessPlanIds':
      case 'accessChallengeIds':
      case 'instructorIds':
        return t('content.chosenCount', { count: idsOf(text).length });
      case 'primaryMediaId':
        return t('content.otherMedia');
      case 'direction':
        return t(DIRECTION_WORDS[text as Direction]);
      default:
        return text;
    }
  };
  return {
    nameOf: (name) => (isNamed(name) ? t(NAMES[name]) : name),
    shownOf: (name, text) => (text === '' ? t('content.nothing') : shown(name, text)),
  };
};
