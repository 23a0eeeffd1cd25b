import type { TextKey } from '../../../texts/translate.ts';
import type { Schemas } from '../../api/types.ts';
import { fieldsOf } from '../../forms/record-fields.ts';
import type { DraftOf } from '../../forms/specs.ts';

type Challenge = Schemas['Challenge'];
type NewChallenge = Schemas['CreateChallengeRequest'];
export type ChallengeDraft = DraftOf<Challenge, NewChallenge, unknown>;

const TYPES = ['points', 'attendance', 'goals', 'metric'] as const;

export const TYPE_WORDS = {
  points: 'engagement.typePoints',
  attendance: 'engagement.typeAttendance',
  goals: 'engagement.typeGoals',
  metric: 'engagement.typeMetric',
} as const satisfies Record<Challenge['type'], TextKey>;

/** What earns points, and how much of it counts. */
export const POINTS = [
  'pointsRules.perAttendance',
  'pointsRules.perGoal',
  'pointsRules.perAssessment',
  'pointsRules.perArticle',
  'pointsRules.maxAttendancePerDay',
  'pointsRules.dailyCap',
] as const;

/** What members rely on once a challenge is published. */
export const FIXED = ['type', 'startDate', 'endDate', 'siteIds', ...POINTS] as const;

const WHOLE = { kind: 'number', wrong: 'engagement.needsWhole', empty: 'engagement.empty' } as const;

/** A number of points: nothing stands for none, which is written as 0. A new challenge leaves it to the server. */
const points = (name: Exclude<keyof Challenge['pointsRules'], 'dailyCap'>, label: TextKey, start: string) =>
  ({
    ...WHOLE,
    none: 0,
    label,
    start,
    isLeftOut: true,
    read: ({ pointsRules }: Challenge) => String(pointsRules[name]),
  }) as const;

const LONG = { kind: 'text', isLong: true, isWide: true } as const;

export const challengeFields = fieldsOf<Challenge, NewChallenge>()({
  title: { kind: 'text', isFirst: true, isWide: true, label: 'engagement.name', missing: 'engagement.needsTitle' },
  type: {
    kind: 'choice',
    look: 'select',
    label: 'engagement.type',
    hint: 'engagement.typeHint',
    answers: TYPES.map((id) => ({ id, label: TYPE_WORDS[id] })),
    start: 'points',
  },
  imageUrl: { kind: 'text', input: 'url', label: 'engagement.imageUrl', hint: 'engagement.imageHint' },
  summary: { ...LONG, rows: 2, label: 'engagement.summary', hint: 'engagement.summaryHint' },
  description: { ...LONG, label: 'engagement.description' },
  rules: { ...LONG, label: 'engagement.rules', hint: 'engagement.rulesHint' },
  startDate: { kind: 'date', label: 'engagement.startDate', missing: 'engagement.needsStart' },
  endDate: {
    kind: 'date',
    label: 'engagement.endDate',
    hint: 'engagement.endHint',
    missing: 'engagement.needsEnd',
    problem: ({ startDate, endDate }) =>
      endDate !== '' && startDate !== '' && endDate < startDate ? 'engagement.endsBefore' : undefined,
  },
  enrollmentOpensAt: { kind: 'moment', label: 'engagement.opensAt', hint: 'engagement.opensHint', isLeftOut: true },
  enrollmentClosesAt: { kind: 'moment', label: 'engagement.closesAt', hint: 'engagement.closesHint', isLeftOut: true },
  siteIds: {
    kind: 'ids',
    ofSites: true,
    look: 'chips',
    isWide: true,
    label: 'engagement.sites',
    hint: 'engagement.sitesHint',
    none: 'engagement.allSites',
    other: 'engagement.otherSite',
  },
  capacity: { ...WHOLE, label: 'engagement.capacity', hint: 'engagement.capacityHint', empty: 'engagement.noLimit' },
  targetPerWeek: { ...WHOLE, label: 'engagement.targetPerWeek', hint: 'engagement.targetHint' },
  'pointsRules.perAttendance': points('perAttendance', 'engagement.perAttendance', '10'),
  'pointsRules.perGoal': points('perGoal', 'engagement.perGoal', '0'),
  'pointsRules.perAssessment': points('perAssessment', 'engagement.perAssessment', '0'),
  'pointsRules.perArticle': points('perArticle', 'engagement.perArticle', '0'),
  'pointsRules.maxAttendancePerDay': points('maxAttendancePerDay', 'engagement.maxPerDay', '1'),
  'pointsRules.dailyCap': { ...WHOLE, label: 'engagement.dailyCap', hint: 'engagement.dailyCapHint' },
  leaderboardId: {
    kind: 'pick',
    label: 'engagement.board',
    hint: 'engagement.boardHint',
    none: 'engagement.noBoard',
    other: 'engagement.archivedBoard',
  },
  awardIds: {
    kind: 'ids',
    look: 'chips',
    isWide: true,
    label: 'engagement.awardsToWin',
    hint: 'engagement.awardsHint',
    none: 'engagement.empty',
    other: 'engagement.archivedAward',
  },
  prizeDescription: { ...LONG, rows: 2, label: 'engagement.prize' },
});
