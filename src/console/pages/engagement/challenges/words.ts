import { useQuery } from '@tanstack/react-query';
import { Archive, CircleCheck, CirclePlay, Clock, DoorOpen, type LucideIcon, PencilLine } from 'lucide-react';
import type { TextKey } from '../../../../texts/translate.ts';
import type { FieldWords } from '../../../edit/conflict-view.tsx';
import { useFormats } from '../../../formats.ts';
import { useCan, useMe } from '../../../session.ts';
import { useText } from '../../../texts.tsx';
import type { Tone } from '../../../ui/status.tsx';
import { idsOf } from '../form/form.ts';
import { useUntil } from '../use-days.ts';
import { awardNamesQuery, boardNamesQuery, type Challenge, type ChallengeStatus } from './queries.ts';

interface StateWords {
  readonly label: TextKey;
  readonly icon: LucideIcon;
  readonly tone?: Tone;
}

/** The states of a challenge as words, shapes and colours. */
export const STATES: Readonly<Record<ChallengeStatus, StateWords>> = {
  draft: { label: 'engagement.stateDraft', icon: PencilLine },
  upcoming: { label: 'engagement.stateUpcoming', icon: Clock, tone: 'info' },
  enrolling: { label: 'engagement.stateEnrolling', icon: DoorOpen, tone: 'waiting' },
  active: { label: 'engagement.stateActive', icon: CirclePlay, tone: 'positive' },
  completed: { label: 'engagement.stateCompleted', icon: CircleCheck },
  archived: { label: 'engagement.stateArchived', icon: Archive },
};

export const TYPE_WORDS = {
  points: 'engagement.typePoints',
  attendance: 'engagement.typeAttendance',
  goals: 'engagement.typeGoals',
  metric: 'engagement.typeMetric',
} as const satisfies Record<Challenge['type'], TextKey>;

export const NAMES: Readonly<Record<string, TextKey>> = {
  title: 'engagement.name',
  summary: 'engagement.summary',
  description: 'engagement.description',
  rules: 'engagement.rules',
  prizeDescription: 'engagement.prize',
  imageUrl: 'engagement.imageUrl',
  type: 'engagement.type',
  startDate: 'engagement.startDate',
  endDate: 'engagement.endDate',
  enrollmentOpensAt: 'engagement.opensAt',
  enrollmentClosesAt: 'engagement.closesAt',
  siteIds: 'engagement.sites',
  capacity: 'engagement.capacity',
  targetPerWeek: 'engagement.targetPerWeek',
  'pointsRules.perAttendance': 'engagement.perAttendance',
  'pointsRules.maxAttendancePerDay': 'engagement.maxPerDay',
  'pointsRules.perGoal': 'engagement.perGoal',
  'pointsRules.perAssessment': 'engagement.perAssessment',
  'pointsRules.perArticle': 'engagement.perArticle',
  'pointsRules.dailyCap': 'engagement.dailyCap',
  leaderboardId: 'engagement.board',
  awardIds: 'engagement.awardsToWin',
};

/** The sites of a record in words: all of them where none is named. */
export const useSiteWords = (): ((siteIds: readonly string[]) => string) => {
  const t = useText();
  const { list } = useFormats();
  const { sites } = useMe();
  return (siteIds) =>
    siteIds.length === 0
      ? t('engagement.allSites')
      : list(siteIds.map((id) => sites.find((site) => site.id === id)?.name ?? t('engagement.otherSite')));
};

/** The names and values of the fields of a challenge, in words. @param zone the zone of its days */
export const useChallengeWords = (zone: string): FieldWords => {
  const t = useText();
  const { dayTime, number, list } = useFormats(zone);
  const until = useUntil(zone);
  const { date } = useFormats('UTC');
  const sitesOf = useSiteWords();
  const { data: boards } = useQuery(boardNamesQuery);
  const { data: awards } = useQuery({ ...awardNamesQuery, enabled: useCan()('awards:manage') });
  const awardsOf = (ids: readonly string[]): string =>
    list(ids.map((id) => awards?.find((award) => award.id === id)?.name ?? t('engagement.archivedAward')));
  return {
    nameOf: (path) => t(NAMES[path] ?? 'engagement.otherField'),
    shownOf: (path, value) => {
      if (path === 'siteIds') return sitesOf(idsOf(value));
      if (value === '') return t(path === 'capacity' ? 'engagement.noLimit' : 'engagement.empty');
      if (path === 'type') return t(TYPE_WORDS[value as Challenge['type']]);
      if (path === 'startDate' || path === 'endDate') return date(`${value}T00:00:00Z`);
      if (path === 'enrollmentClosesAt') return until(value);
      if (path === 'enrollmentOpensAt') return dayTime(value);
      if (path === 'leaderboardId')
        return boards?.find(({ id }) => id === value)?.name ?? t('engagement.archivedBoard');
      if (path === 'awardIds') return awardsOf(idsOf(value));
      return path === 'capacity' || path.startsWith('pointsRules.') ? number(Number(value)) : value;
    },
  };
};
