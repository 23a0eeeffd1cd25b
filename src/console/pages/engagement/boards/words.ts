import { useQuery } from '@tanstack/react-query';
import { Archive, CircleCheck, CirclePlay, Clock, type LucideIcon } from 'lucide-react';
import type { TextKey } from '../../../../texts/translate.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { type Challenge, challengeNamesQuery } from '../../../parts/engagement/challenge-queries.ts';
import { useCan, useMe } from '../../../session/session.ts';
import type { Choice } from '../../../ui/choices/select.tsx';
import type { Tone } from '../../../ui/notices/status.tsx';
import { type Board, metricsQuery, type Period } from './queries.ts';

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

/** Writes the value of a board in words: 12 visits. The server knows the unit of a metric. */
export const useValueWords = (): ((board: Pick<Board, 'rankBy'>, value: number, formatted: string) => string) => {
  const t = useText();
  const words = {
    attendance: 'boards.visits',
    points: 'engagement.pointCount',
    streak: 'boards.weeks',
    watch_time: 'common.minutes',
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

/** What a board can be about: the challenges, by default all, the metrics and the sites. */
export const useBoardChoices = (isOffered: (challenge: Challenge) => boolean = () => true) => {
  const { sites } = useMe();
  const challenges = useQuery(challengeNamesQuery);
  const metrics = useQuery({ ...metricsQuery, enabled: useCan()('content:manage') });
  const titled = ({ id, title }: { readonly id: string; readonly title: string }): Choice => ({ id, name: title });
  return {
    siteId: sites,
    challengeId: (challenges.data ?? []).filter(isOffered).map(titled),
    metricContentEntryId: (metrics.data ?? []).map(titled),
  };
};
