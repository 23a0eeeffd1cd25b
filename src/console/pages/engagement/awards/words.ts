import { useQuery } from '@tanstack/react-query';
import type { TextKey } from '../../../../texts/translate.ts';
import type { FieldWords } from '../../../edit/conflict-view.tsx';
import { useFormats } from '../../../formats.ts';
import { useCan } from '../../../session.ts';
import { useText } from '../../../texts.tsx';
import { metricsQuery } from '../boards/queries.ts';
import { challengeNamesQuery } from '../challenges/queries.ts';
import type { Award } from './queries.ts';

export const TRIGGER_WORDS = {
  visits: 'awards.byVisits',
  streak: 'awards.byStreak',
  metric: 'awards.byMetric',
  challenge: 'awards.byChallenge',
  manual: 'awards.byHand',
} as const satisfies Record<Award['trigger'], TextKey>;

export const TIER_WORDS = {
  bronze: 'awards.bronze',
  silver: 'awards.silver',
  gold: 'awards.gold',
  platinum: 'awards.platinum',
} as const satisfies Record<NonNullable<Award['tier']>, TextKey>;

export const STREAK_WORDS = {
  weekly_attendance: 'awards.streakWeeks',
  daily_activity: 'awards.streakDays',
  video: 'awards.streakVideo',
} as const satisfies Record<NonNullable<Award['streakType']>, TextKey>;

const STREAK_RULES = {
  weekly_attendance: 'awards.ruleWeeks',
  daily_activity: 'awards.ruleDays',
  video: 'awards.ruleVideo',
} as const satisfies Record<NonNullable<Award['streakType']>, TextKey>;

export const NAMES: Readonly<Record<string, TextKey>> = {
  name: 'engagement.name',
  description: 'engagement.description',
  category: 'engagement.category',
  tier: 'awards.tier',
  trigger: 'awards.trigger',
  threshold: 'awards.threshold',
  streakType: 'awards.streakType',
  metricContentEntryId: 'boards.metric',
  challengeId: 'boards.challenge',
  maxRank: 'awards.maxRank',
  isRepeatable: 'awards.repeatable',
  isHidden: 'awards.hidden',
};

/** The challenges and metrics that rules name, by their names. */
const useNames = () => {
  const t = useText();
  const can = useCan();
  const challenges = useQuery({ ...challengeNamesQuery, enabled: can('challenges:manage') });
  const metrics = useQuery({ ...metricsQuery, enabled: can('content:manage') });
  return {
    challengeOf: (id: string): string =>
      challenges.data?.find((each) => each.id === id)?.title ?? t('boards.archivedChallenge'),
    metricOf: (id: string): string => metrics.data?.find((each) => each.id === id)?.title ?? t('boards.otherMetric'),
  };
};

/** What earns an award, in a sentence. */
export const useRuleWords = (): ((award: Award) => string) => {
  const t = useText();
  const { number } = useFormats();
  const { challengeOf, metricOf } = useNames();
  return ({ trigger, threshold, streakType, metricContentEntryId, challengeId, maxRank }) => {
    const count = threshold ?? 0;
    if (trigger === 'visits') return t('awards.ruleVisits', { count });
    if (trigger === 'streak') return t(STREAK_RULES[streakType ?? 'weekly_attendance'], { count });
    if (trigger === 'metric')
      return t('awards.ruleMetric', { metric: metricOf(metricContentEntryId ?? ''), value: number(count) });
    if (trigger === 'manual') return t('awards.ruleManual');
    const name = challengeId === null ? t('awards.anyChallenge') : challengeOf(challengeId);
    return maxRank === null ? t('awards.ruleChallenge', { name }) : t('awards.ruleRank', { name, rank: maxRank });
  };
};

/** The names and values of the fields of an award, in words. */
export const useAwardWords = (): FieldWords => {
  const t = useText();
  const { number } = useFormats();
  const { challengeOf, metricOf } = useNames();
  return {
    nameOf: (path) => t(NAMES[path] ?? 'engagement.otherField'),
    shownOf: (path, value) => {
      if (path === 'isRepeatable' || path === 'isHidden') return t(value === 'yes' ? 'awards.yes' : 'awards.no');
      if (path === 'challengeId' && value === '') return t('awards.anyChallenge');
      if (value === '') return t('engagement.empty');
      if (path === 'trigger') return t(TRIGGER_WORDS[value as Award['trigger']]);
      if (path === 'tier') return t(TIER_WORDS[value as keyof typeof TIER_WORDS]);
      if (path === 'streakType') return t(STREAK_WORDS[value as keyof typeof STREAK_WORDS]);
      if (path === 'challengeId') return challengeOf(value);
      if (path === 'metricContentEntryId') return metricOf(value);
      return path === 'threshold' || path === 'maxRank' ? number(Number(value.replace(',', '.'))) : value;
    },
  };
};
