import { useQuery } from '@tanstack/react-query';
import type { TextKey } from '../../../../texts/translate.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { challengeNamesQuery } from '../../../parts/engagement/challenge-queries.ts';
import { useCan } from '../../../session/session.ts';
import type { Choice } from '../../../ui/choices/select.tsx';
import { metricsQuery } from '../boards/queries.ts';
import type { Award } from './queries.ts';

const STREAK_RULES = {
  weekly_attendance: 'awards.ruleWeeks',
  daily_activity: 'awards.ruleDays',
  video: 'awards.ruleVideo',
} as const satisfies Record<NonNullable<Award['streakType']>, TextKey>;

/** The challenges and metrics that rules name, for anyone who may read them. */
export const useRuleChoices = () => {
  const can = useCan();
  const challenges = useQuery({ ...challengeNamesQuery, enabled: can('challenges:manage') });
  const metrics = useQuery({ ...metricsQuery, enabled: can('content:manage') });
  const named = (found: readonly { readonly id: string; readonly title: string }[] = []): Choice[] =>
    found.map(({ id, title }) => ({ id, name: title }));
  return { challengeId: named(challenges.data), metricContentEntryId: named(metrics.data) };
};

const nameIn = (choices: readonly Choice[], id: string): string | undefined =>
  choices.find((each) => each.id === id)?.name;

/** What earns an award, in a sentence. */
export const useRuleWords = (): ((award: Award) => string) => {
  const t = useText();
  const { number } = useFormats();
  const { challengeId: challenges, metricContentEntryId: metrics } = useRuleChoices();
  const challengeOf = (id: string): string => nameIn(challenges, id) ?? t('boards.archivedChallenge');
  const metricOf = (id: string): string => nameIn(metrics, id) ?? t('boards.otherMetric');
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
