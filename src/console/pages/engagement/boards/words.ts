import { useQuery } from '@tanstack/react-query';
import { Archive, CircleCheck, CirclePlay, Clock, type LucideIcon } from 'lucide-react';
import type { TextKey } from '../../../../texts/translate.ts';
import type { FieldWords } from '../../../edit/conflict-view.tsx';
import { useFormats } from '../../../formats.ts';
import { useCan, useMe } from '../../../session.ts';
import { useText } from '../../../texts.tsx';
import type { Tone } from '../../../ui/status.tsx';
import { challengeNamesQuery } from '../challenges/queries.ts';
import { type Board, metricsQuery, type Period } from './queries.ts';

export const RANKED_BY = {
  attendance: 'boards.byAttendance',
  points: 'boards.byPoints',
  metric: 'boards.byMetric',
  streak: 'boards.byStreak',
  watch_time: 'boards.byWatchTime',
} as const satisfies Record<Board['rankBy'], TextKey>;

export const PERIOD_TYPES = {
  weekly: 'boards.weekly',
  monthly: 'boards.monthly',
  daily: 'boards.daily',
  challenge: 'boards.ofChallenge',
  all_time: 'boards.allTime',
} as const satisfies Record<Board['periodType'], TextKey>;

export const ORDERS = { desc: 'boards.highestFirst', asc: 'boards.lowestFirst' } as const;

interface StateWords {
  readonly label: TextKey;
  readonly icon: LucideIcon;
  readonly tone?: Tone;
}

export const BOARD_STATES: Readonly<Record<Board['status'], StateWords>> = {
  upcoming: { label: 'boards.stateUpcoming', icon: Clock, tone: 'info' },
  active: { label: 'boards.stateActive', icon: CirclePlay, tone: 'positive' },
  ended: { label: 'boards.stateEnded', icon: CircleCheck },
  archived: { label: 'boards.stateArchived', icon: Archive },
};

export const NAMES: Readonly<Record<string, TextKey>> = {
  name: 'engagement.name',
  description: 'engagement.description',
  key: 'boards.key',
  rankBy: 'boards.rankBy',
  metricContentEntryId: 'boards.metric',
  challengeId: 'boards.challenge',
  siteId: 'boards.scope',
  periodType: 'boards.periodType',
  startDate: 'boards.startDate',
  endDate: 'boards.endDate',
  divisions: 'boards.divisions',
  order: 'boards.order',
  isOptInRequired: 'boards.optIn',
};

/** Writes the value of a board in words: 12 visits. The server knows the unit of a metric. */
export const useValueWords = (): ((board: Pick<Board, 'rankBy'>, value: number, formatted: string) => string) => {
  const t = useText();
  const words = {
    attendance: 'boards.visits',
    points: 'engagement.pointCount',
    streak: 'boards.weeks',
    watch_time: 'laterWords.minutes',
  } as const;
  return ({ rankBy }, value, formatted) => (rankBy === 'metric' ? formatted : t(words[rankBy], { count: value }));
};

/** Writes a period in words: the week from 2 March 2026, March 2026. */
export const usePeriodWords = (board: Pick<Board, 'periodType' | 'timezone'>): ((period: Period) => string) => {
  const t = useText();
  const { date, month, day } = useFormats(board.timezone);
  const { periodType } = board;
  return ({ startsAt, endsAt }) => {
    if (periodType === 'all_time') return t('boards.allTime');
    if (periodType === 'monthly') return month(startsAt);
    if (periodType === 'daily') return day(startsAt);
    // The end is the first instant after it.
    const last = endsAt === null ? undefined : date(Date.parse(endsAt) - 1);
    if (last === undefined) return t('boards.from', { date: date(startsAt) });
    return t('engagement.fromTo', { from: date(startsAt), to: last });
  };
};

/** The names and values of the fields of a board, in words. */
export const useBoardWords = (): FieldWords => {
  const t = useText();
  const { date, list } = useFormats('UTC');
  const { sites } = useMe();
  const challenges = useQuery(challengeNamesQuery);
  const metrics = useQuery({ ...metricsQuery, enabled: useCan()('content:manage') });
  return {
    nameOf: (path) => t(NAMES[path] ?? 'engagement.otherField'),
    shownOf: (path, value) => {
      if (path === 'siteId') {
        return value === ''
          ? t('boards.wholeBrand')
          : (sites.find(({ id }) => id === value)?.name ?? t('engagement.otherSite'));
      }
      if (path === 'isOptInRequired') return t(value === 'yes' ? 'boards.optInYes' : 'boards.optInNo');
      if (path === 'endDate' && value === '') return t('boards.noEnd');
      if (value === '') return t('engagement.empty');
      if (path === 'rankBy') return t(RANKED_BY[value as Board['rankBy']]);
      if (path === 'periodType') return t(PERIOD_TYPES[value as Board['periodType']]);
      if (path === 'order') return t(ORDERS[value as Board['order']]);
      if (path === 'startDate' && value === '1970-01-01') return t('boards.always');
      if (path === 'startDate' || path === 'endDate') return date(`${value}T00:00:00Z`);
      if (path === 'challengeId')
        return challenges.data?.find(({ id }) => id === value)?.title ?? t('boards.archivedChallenge');
      if (path === 'metricContentEntryId')
        return metrics.data?.find(({ id }) => id === value)?.title ?? t('boards.otherMetric');
      return path === 'divisions' ? list(value.split('\n')) : value;
    },
  };
};
