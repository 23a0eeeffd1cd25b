import type { TextKey } from '../../../texts/translate.ts';
import type { Schemas } from '../../api/types.ts';
import { decimalOf, fieldsOf, wholeOf } from '../../forms/record-fields.ts';
import type { DraftOf } from '../../forms/specs.ts';

type Award = Schemas['Award'];
type NewAward = Schemas['CreateAwardRequest'];
export type AwardDraft = DraftOf<Award, NewAward, unknown>;
type Trigger = Award['trigger'];

export const TRIGGERS = ['visits', 'streak', 'metric', 'challenge', 'manual'] as const satisfies readonly Trigger[];
const TIERS = ['bronze', 'silver', 'gold', 'platinum'] as const;
const STREAKS = ['weekly_attendance', 'daily_activity', 'video'] as const;

export const TRIGGER_WORDS = {
  visits: 'awards.byVisits',
  streak: 'awards.byStreak',
  metric: 'awards.byMetric',
  challenge: 'awards.byChallenge',
  manual: 'awards.byHand',
} as const satisfies Record<Trigger, TextKey>;

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

/** Where what earns it changes, its whole rule is sent. */
const RULE = ['threshold', 'streakType', 'metricContentEntryId', 'challengeId', 'maxRank'] as const;

/** What a field of a rule says of the others: it is of some rules, and sent with all of them. */
const ofRules = (...triggers: readonly Trigger[]) =>
  ({
    when: ({ trigger }: AwardDraft): boolean => triggers.includes(trigger),
    otherwise: null,
    isLeftOut: true,
    writes: RULE,
  }) as const;

export const awardFields = fieldsOf<Award, NewAward>()({
  name: { kind: 'text', isFirst: true, isWide: true, label: 'engagement.name', missing: 'engagement.needsTitle' },
  description: {
    kind: 'text',
    isLong: true,
    rows: 2,
    isWide: true,
    label: 'engagement.description',
    hint: 'awards.descriptionHint',
  },
  category: { kind: 'text', label: 'engagement.category', hint: 'awards.categoryHint' },
  tier: {
    kind: 'choice',
    look: 'select',
    label: 'awards.tier',
    answers: TIERS.map((id) => ({ id, label: TIER_WORDS[id] })),
    none: 'awards.noTier',
    start: 'bronze',
  },
  trigger: {
    kind: 'choice',
    look: 'select',
    label: 'awards.trigger',
    answers: TRIGGERS.map((id) => ({ id, label: TRIGGER_WORDS[id] })),
    start: 'visits',
    writes: ['trigger', ...RULE],
  },
  streakType: {
    kind: 'choice',
    look: 'select',
    label: 'awards.streakType',
    answers: STREAKS.map((id) => ({ id, label: STREAK_WORDS[id] })),
    start: 'weekly_attendance',
    read: ({ streakType }) => streakType ?? 'weekly_attendance',
    ...ofRules('streak'),
  },
  metricContentEntryId: {
    kind: 'pick',
    label: 'boards.metric',
    none: 'boards.none',
    other: 'boards.otherMetric',
    missing: 'boards.needsMetric',
    ...ofRules('metric'),
  },
  threshold: {
    kind: 'number',
    isDecimal: true,
    least: Number.NEGATIVE_INFINITY,
    label: 'awards.threshold',
    hint: ({ trigger }) => (trigger === 'metric' ? 'awards.thresholdMetricHint' : 'awards.thresholdHint'),
    start: '10',
    problem: ({ trigger, threshold }) =>
      (trigger === 'metric' ? decimalOf : wholeOf)(threshold) === null ? 'engagement.needsNumber' : undefined,
    ...ofRules('visits', 'streak', 'metric'),
  },
  challengeId: {
    kind: 'pick',
    label: 'boards.challenge',
    none: 'awards.anyChallenge',
    other: 'boards.archivedChallenge',
    ...ofRules('challenge'),
  },
  maxRank: {
    kind: 'number',
    label: 'awards.maxRank',
    hint: 'awards.maxRankHint',
    wrong: 'engagement.needsWhole',
    ...ofRules('challenge'),
  },
  isRepeatable: {
    kind: 'switch',
    look: 'check',
    isWide: true,
    label: 'awards.repeatable',
    hint: 'awards.repeatableHint',
  },
  isHidden: { kind: 'switch', look: 'check', isWide: true, label: 'awards.hidden', hint: 'awards.hiddenHint' },
});
