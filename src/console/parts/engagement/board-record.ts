import type { TextKey } from '../../../texts/translate.ts';
import type { Schemas } from '../../api/types.ts';
import { fieldsOf } from '../../forms/record-fields.ts';
import type { DraftOf } from '../../forms/specs.ts';

type Board = Schemas['Leaderboard'];
type NewBoard = Schemas['CreateLeaderboardRequest'];

/** What the form has in another way than the board. */
interface Own {
  /** A division in each line. */
  readonly divisions: string;
}
export type BoardDraft = DraftOf<Board, NewBoard, Own>;

export const RANKED_BY = {
  attendance: 'boards.byAttendance',
  points: 'boards.byPoints',
  metric: 'boards.byMetric',
  streak: 'boards.byStreak',
  watch_time: 'boards.byWatchTime',
} as const satisfies Record<Board['rankBy'], TextKey>;
export const RANKED = ['attendance', 'points', 'metric', 'streak', 'watch_time'] as const;

export const PERIOD_TYPES = {
  weekly: 'boards.weekly',
  monthly: 'boards.monthly',
  daily: 'boards.daily',
  challenge: 'boards.ofChallenge',
  all_time: 'boards.allTime',
} as const satisfies Record<Board['periodType'], TextKey>;
const PERIODS = ['weekly', 'monthly', 'daily', 'challenge', 'all_time'] as const;

/** What a board ranks by stays: the values that members saw would mean something else. */
export const FIXED = [
  'rankBy',
  'metricContentEntryId',
  'challengeId',
  'siteId',
  'periodType',
  'startDate',
  'divisions',
  'order',
] as const;

const isOfChallenge = ({ rankBy, periodType }: BoardDraft): boolean =>
  rankBy === 'points' || periodType === 'challenge';
const hasDays = ({ periodType }: BoardDraft): boolean => periodType !== 'challenge';

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

export const boardFields = fieldsOf<Board, NewBoard, Own>()({
  name: { kind: 'text', isFirst: true, isWide: true, label: 'engagement.name', missing: 'engagement.needsTitle' },
  description: { kind: 'text', isLong: true, rows: 2, isWide: true, label: 'engagement.description' },
  rankBy: {
    kind: 'choice',
    look: 'select',
    label: 'boards.rankBy',
    answers: RANKED.map((id) => ({ id, label: RANKED_BY[id] })),
    start: 'attendance',
  },
  metricContentEntryId: {
    kind: 'pick',
    label: 'boards.metric',
    none: 'boards.none',
    other: 'boards.otherMetric',
    missing: 'boards.needsMetric',
    when: ({ rankBy }) => rankBy === 'metric',
    isLeftOut: true,
  },
  periodType: {
    kind: 'choice',
    look: 'select',
    label: 'boards.periodType',
    hint: 'boards.periodHint',
    answers: PERIODS.map((id) => ({ id, label: PERIOD_TYPES[id] })),
    start: 'monthly',
  },
  challengeId: {
    kind: 'pick',
    label: 'boards.challenge',
    hint: 'boards.challengeHint',
    none: 'boards.none',
    other: 'boards.archivedChallenge',
    missing: 'boards.needsChallenge',
    when: (draft) => isOfChallenge(draft) || draft.challengeId !== '',
    isLeftOut: true,
  },
  order: {
    kind: 'choice',
    look: 'select',
    label: 'boards.order',
    answers: [
      { id: 'desc', label: 'boards.highestFirst' },
      { id: 'asc', label: 'boards.lowestFirst' },
    ],
    none: 'boards.betterFirst',
    isLeftOut: true,
  },
  divisions: {
    kind: 'text',
    isLong: true,
    isWide: true,
    label: 'boards.divisions',
    hint: 'boards.divisionsHint',
    empty: 'engagement.empty',
    when: isOfChallenge,
    isLeftOut: true,
    read: ({ divisions }) => divisions.join('\n'),
    writes: ['divisions'],
    send: ({ divisions }) => ({ divisions: linesOf(divisions) }),
  },
  siteId: {
    kind: 'pick',
    label: 'boards.scope',
    hint: 'boards.scopeHint',
    none: 'boards.wholeBrand',
    other: 'engagement.otherSite',
    start: ({ ownSites = [] }) => ownSites[0] ?? '',
    send: ({ siteId }) => (siteId === '' ? {} : { scope: 'site', siteId }),
  },
  isOptInRequired: { kind: 'switch', look: 'check', isWide: true, label: 'boards.optIn', hint: 'boards.optInHint' },
  startDate: { kind: 'date', label: 'boards.startDate', hint: 'boards.startHint', when: hasDays, isLeftOut: true },
  endDate: {
    kind: 'date',
    label: 'boards.endDate',
    hint: 'boards.endHint',
    empty: 'boards.noEnd',
    when: hasDays,
    isLeftOut: true,
    problem: ({ startDate, endDate }) =>
      endDate !== '' && startDate !== '' && endDate < startDate ? 'engagement.endsBefore' : undefined,
  },
});
