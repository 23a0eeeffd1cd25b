import type { TextKey, Translate } from '../../../../texts/translate.ts';
import type { Schemas } from '../../../api/types.ts';
import type { Fields } from '../../../edit/fields.ts';
import { isWhole, numberOf, type Problems } from '../form/form.ts';
import type { Goal } from './queries.ts';

export const TARGETS = {
  boolean: 'parts.targetBoolean',
  count: 'parts.targetCount',
  quantity: 'parts.targetQuantity',
  duration: 'parts.targetDuration',
} as const satisfies Record<Goal['targetType'], TextKey>;

export const DIRECTIONS = {
  at_least: 'parts.atLeast',
  at_most: 'parts.atMost',
} as const satisfies Record<Goal['direction'], TextKey>;

export const PERIODS = {
  day: 'parts.eachDay',
  week: 'parts.eachWeek',
  challenge: 'parts.once',
} as const satisfies Record<Goal['period'], TextKey>;

export const GOAL_NAMES: Readonly<Record<string, TextKey>> = {
  title: 'engagement.name',
  description: 'engagement.description',
  category: 'engagement.category',
  targetType: 'parts.targetType',
  unit: 'parts.unit',
  defaultTarget: 'parts.defaultTarget',
  minTarget: 'parts.minTarget',
  maxTarget: 'parts.maxTarget',
  direction: 'parts.direction',
  period: 'parts.period',
  commitBy: 'parts.commitBy',
  submitBy: 'parts.submitBy',
  pointsValue: 'parts.pointsValue',
};

/** What stays once a challenge is published. */
export const GOAL_FIXED = Object.keys(GOAL_NAMES).filter(
  (path) => !['title', 'description', 'category'].includes(path),
);

const NUMBERS: readonly string[] = ['defaultTarget', 'minTarget', 'maxTarget', 'pointsValue'];
const TARGET_FIELDS = ['defaultTarget', 'minTarget', 'maxTarget'] as const;

const text = (value: number | string | null): string => (value === null ? '' : String(value));

export const goalFieldsOf = (goal: Goal): Fields => ({
  title: goal.title,
  description: text(goal.description),
  category: text(goal.category),
  targetType: goal.targetType,
  unit: text(goal.unit),
  defaultTarget: text(goal.defaultTarget),
  minTarget: text(goal.minTarget),
  maxTarget: text(goal.maxTarget),
  direction: goal.direction,
  period: goal.period,
  commitBy: goal.commitBy,
  submitBy: goal.submitBy,
  pointsValue: text(goal.pointsValue),
});

export const EMPTY_GOAL: Fields = {
  ...Object.fromEntries(Object.keys(GOAL_NAMES).map((path) => [path, ''])),
  targetType: 'boolean',
  direction: 'at_least',
  period: 'week',
};

/** The body of a request with some fields; a goal that is reached or not has no targets. */
export const goalBodyOf = (fields: Fields, targetType: string): Schemas['UpdateChallengeGoalRequest'] => {
  const entries = Object.entries(fields).map(([path, value]): [string, unknown] => {
    const trimmed = value.trim();
    if (trimmed === '') return [path, null];
    return [path, NUMBERS.includes(path) ? numberOf(trimmed) : trimmed];
  });
  const none = targetType === 'boolean' ? TARGET_FIELDS.map((path): [string, unknown] => [path, null]) : [];
  return Object.fromEntries([...entries, ...none]);
};

export const newGoalOf = (draft: Fields): Schemas['CreateChallengeGoalRequest'] => {
  const given = Object.entries(draft).filter(([, value]) => value.trim() !== '');
  return goalBodyOf(Object.fromEntries(given), draft.targetType ?? '') as Schemas['CreateChallengeGoalRequest'];
};

export const goalProblemsOf = (draft: Fields, t: Translate): Problems => {
  const problems: Record<string, string> = {};
  if ((draft.title ?? '').trim() === '') problems.title = t('engagement.needsTitle');
  if (draft.targetType !== 'boolean') {
    if ((draft.defaultTarget ?? '').trim() === '') problems.defaultTarget = t('parts.needsTarget');
    for (const path of TARGET_FIELDS) {
      const value = (draft[path] ?? '').trim();
      if (value !== '' && numberOf(value) === undefined) problems[path] = t('engagement.needsNumber');
    }
  }
  const points = (draft.pointsValue ?? '').trim();
  if (points !== '' && !isWhole(points)) problems.pointsValue = t('engagement.needsWhole');
  return problems;
};

/** The fields of an article of a challenge, as its form names them. */
export const ARTICLE_NAMES = {
  contentEntryId: 'parts.entry',
  weekNumber: 'parts.week',
  pointsValue: 'parts.pointsValue',
  estimatedMinutes: 'parts.minutes',
} as const;
