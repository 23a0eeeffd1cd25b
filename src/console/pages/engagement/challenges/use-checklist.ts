import { useQuery } from '@tanstack/react-query';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import type { Challenge } from '../../../parts/engagement/challenge-queries.ts';
import { articlesQuery, assessmentsQuery, goalsQuery } from '../parts/queries.ts';
import { useDays } from '../use-days.ts';
import { useSiteWords } from './words.ts';

export interface ChecklistItem {
  readonly id: string;
  readonly title: string;
  /** How it stands, in words. */
  readonly text: string;
  readonly isDone: boolean;
  /** Whether the kind of challenge wants it. */
  readonly isNeeded: boolean;
  /** What is shown at publishing while it is missing. */
  readonly missing: string;
  readonly tab: string;
}

interface Checklist {
  /** Undefined until its parts are known: what is not loaded is not missing. */
  readonly items: readonly ChecklistItem[] | undefined;
  readonly error: unknown;
  readonly retry: () => void;
}

/** What a challenge has and what its kind still wants, before it is published. */
export const useChecklist = (challenge: Challenge): Checklist => {
  const t = useText();
  const days = useDays();
  const sitesOf = useSiteWords();
  const { number } = useFormats();
  const { id, type, title, startDate, endDate, siteIds, capacity, pointsRules, rules } = challenge;
  const read = [useQuery(goalsQuery(id)), useQuery(assessmentsQuery(id)), useQuery(articlesQuery(id))] as const;
  const [{ data: goals }, { data: assessments }, { data: articles }] = read;
  const error = read.find((part) => part.isError && part.data === undefined)?.error ?? null;
  const retry = (): void => void Promise.all(read.map((part) => part.refetch()));
  if (goals === undefined || assessments === undefined || articles === undefined) {
    return { items: undefined, error, retry };
  }
  const earns = [
    pointsRules.perAttendance > 0,
    goals.some(({ pointsValue }) => (pointsValue ?? pointsRules.perGoal) > 0),
    assessments.some(({ pointsValue }) => (pointsValue ?? pointsRules.perAssessment) > 0),
    articles.some(({ pointsValue }) => (pointsValue ?? pointsRules.perArticle) > 0),
  ].some(Boolean);
  const places = capacity === null ? t('engagement.noLimit') : t('engagement.seats', { count: capacity });
  const item = (given: Partial<ChecklistItem> & Pick<ChecklistItem, 'id' | 'title' | 'text' | 'isDone'>) => ({
    isNeeded: true,
    missing: '',
    tab: 'settings',
    ...given,
  });
  const items = [
    item({ id: 'name', title: t('engagement.checkName'), text: title, isDone: true }),
    item({ id: 'days', title: t('engagement.checkDays'), text: days(startDate, endDate), isDone: true }),
    item({
      id: 'who',
      title: t('engagement.checkWho'),
      text: t('engagement.whoText', { sites: sitesOf(siteIds), places }),
      isDone: true,
    }),
    item({
      id: 'points',
      title: t('engagement.checkPoints'),
      text: earns ? t('engagement.pointsSet', { count: number(pointsRules.perAttendance) }) : t('engagement.noPoints'),
      isDone: earns,
      missing: t('engagement.noPoints'),
    }),
    item({
      id: 'goals',
      title: t('engagement.goals'),
      text: t('engagement.goalCount', { count: goals.length }),
      isDone: goals.length > 0,
      isNeeded: type === 'goals',
      missing: t('engagement.missingGoals'),
      tab: 'goals',
    }),
    item({
      id: 'assessments',
      title: t('engagement.assessments'),
      text: t('engagement.assessmentCount', { count: assessments.length }),
      isDone: assessments.length > 0,
      isNeeded: type === 'metric',
      missing: t('engagement.missingAssessments'),
      tab: 'assessments',
    }),
    item({
      id: 'articles',
      title: t('engagement.articles'),
      text: t('engagement.articleCount', { count: articles.length }),
      isDone: articles.length > 0,
      isNeeded: false,
      tab: 'articles',
    }),
    item({
      id: 'rules',
      title: t('engagement.rules'),
      text: t(rules === null ? 'engagement.noRules' : 'engagement.hasRules'),
      isDone: rules !== null,
      isNeeded: false,
    }),
  ];
  return { items, error: null, retry };
};
