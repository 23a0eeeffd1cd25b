import type { TextKey } from '../../../texts/translate.ts';
import type { Schemas } from '../../api/types.ts';
import { fieldsOf } from '../../forms/record-fields.ts';
import type { DraftOf } from '../../forms/specs.ts';

type Goal = Schemas['ChallengeGoal'];
type NewGoal = Schemas['CreateChallengeGoalRequest'];
export type GoalDraft = DraftOf<Goal, NewGoal, unknown>;

const TARGETS = {
  boolean: 'parts.targetBoolean',
  count: 'parts.targetCount',
  quantity: 'parts.targetQuantity',
  duration: 'parts.targetDuration',
} as const satisfies Record<Goal['targetType'], TextKey>;

export const PERIODS = {
  day: 'parts.eachDay',
  week: 'parts.eachWeek',
  challenge: 'parts.once',
} as const satisfies Record<Goal['period'], TextKey>;

/** What stays once a challenge is published. */
export const GOAL_FIXED = [
  'period',
  'targetType',
  'direction',
  'defaultTarget',
  'unit',
  'minTarget',
  'maxTarget',
  'pointsValue',
  'commitBy',
  'submitBy',
] as const;

/** A goal that is reached or not has no target. */
const hasTarget = ({ targetType }: GoalDraft): boolean => targetType !== 'boolean';
const TARGET = {
  kind: 'number',
  isDecimal: true,
  least: Number.NEGATIVE_INFINITY,
  wrong: 'engagement.needsNumber',
  empty: 'engagement.empty',
  when: hasTarget,
  otherwise: null,
} as const;

/** The points of a part; by default what the challenge says. */
export const PART_POINTS = {
  kind: 'number',
  label: 'parts.pointsValue',
  hint: 'parts.pointsValueHint',
  wrong: 'engagement.needsWhole',
  empty: 'parts.asChallenge',
} as const;

export const goalFields = fieldsOf<Goal, NewGoal>()({
  title: { kind: 'text', isFirst: true, isWide: true, label: 'engagement.name', missing: 'engagement.needsTitle' },
  description: { kind: 'text', isLong: true, rows: 2, isWide: true, label: 'engagement.description' },
  category: { kind: 'text', label: 'engagement.category', hint: 'parts.categoryHint' },
  period: {
    kind: 'choice',
    look: 'select',
    label: 'parts.period',
    answers: (['week', 'day', 'challenge'] as const).map((id) => ({ id, label: PERIODS[id] })),
    start: 'week',
  },
  targetType: {
    kind: 'choice',
    look: 'select',
    label: 'parts.targetType',
    answers: (['boolean', 'count', 'quantity', 'duration'] as const).map((id) => ({ id, label: TARGETS[id] })),
    start: 'boolean',
    writes: ['targetType', 'defaultTarget', 'minTarget', 'maxTarget'],
  },
  direction: {
    kind: 'choice',
    look: 'select',
    label: 'parts.direction',
    answers: [
      { id: 'at_least', label: 'parts.atLeast' },
      { id: 'at_most', label: 'parts.atMost' },
    ],
    start: 'at_least',
    when: hasTarget,
  },
  defaultTarget: { ...TARGET, label: 'parts.defaultTarget', missing: 'parts.needsTarget' },
  unit: { kind: 'text', label: 'parts.unit', hint: 'parts.unitHint', empty: 'engagement.empty', when: hasTarget },
  minTarget: { ...TARGET, label: 'parts.minTarget' },
  maxTarget: { ...TARGET, label: 'parts.maxTarget' },
  pointsValue: PART_POINTS,
  commitBy: {
    kind: 'moment',
    label: 'parts.commitBy',
    hint: 'parts.firstPeriodHint',
    when: hasTarget,
    isLeftOut: true,
  },
  submitBy: { kind: 'moment', label: 'parts.submitBy', hint: 'parts.firstPeriodHint', isLeftOut: true },
});
