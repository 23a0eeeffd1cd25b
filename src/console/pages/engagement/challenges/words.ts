import { useQuery } from '@tanstack/react-query';
import { Archive, CircleCheck, CirclePlay, Clock, DoorOpen, type LucideIcon, PencilLine } from 'lucide-react';
import type { TextKey } from '../../../../texts/translate.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { awardNamesQuery, boardNamesQuery, type ChallengeStatus } from '../../../parts/engagement/challenge-queries.ts';
import { useCan, useMe } from '../../../session/session.ts';
import type { Tone } from '../../../ui/notices/status.tsx';

interface StateWords {
  readonly label: TextKey;
  readonly icon: LucideIcon;
  readonly tone?: Tone;
}

/** The states of a challenge as words, shapes and colors. */
export const STATES: Readonly<Record<ChallengeStatus, StateWords>> = {
  draft: { label: 'engagement.stateDraft', icon: PencilLine },
  upcoming: { label: 'engagement.stateUpcoming', icon: Clock, tone: 'info' },
  enrolling: { label: 'engagement.stateEnrolling', icon: DoorOpen, tone: 'waiting' },
  active: { label: 'engagement.stateActive', icon: CirclePlay, tone: 'positive' },
  completed: { label: 'engagement.stateCompleted', icon: CircleCheck },
  archived: { label: 'engagement.stateArchived', icon: Archive },
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

/** What a challenge names: its sites, the boards that may show its points, and the awards that can be won in it. */
export const useChallengeChoices = (challengeId?: string) => {
  const { sites } = useMe();
  const { data: boards = [] } = useQuery(boardNamesQuery);
  const { data: awards = [] } = useQuery({ ...awardNamesQuery, enabled: useCan()('awards:manage') });
  const isOwn = (board: (typeof boards)[number]): boolean =>
    board.challengeId === null || board.challengeId === challengeId;
  return { siteIds: sites, leaderboardId: boards.filter(isOwn), awardIds: awards };
};
