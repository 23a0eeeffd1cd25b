import { CalendarClock, CalendarX, CircleCheck, type LucideIcon } from 'lucide-react';
import type { TextKey } from '../../../texts/translate.ts';
import { keysOf } from '../../base/objects.ts';
import type { Tone } from '../../ui/notices/status.tsx';
import type { Banner, Feature } from './queries.ts';

type Place = Banner['placement'];

/** Where in an app something stands. */
export const PLACE_WORDS = {
  home: 'content.placeHome',
  on_demand: 'content.placeOnDemand',
  challenges: 'content.placeChallenges',
} as const satisfies Record<Place, TextKey>;
export const PLACES = keysOf<Place>(PLACE_WORDS);

type Action = Banner['action']['type'];

/** What a press on a banner opens. */
export const ACTION_WORDS = {
  none: 'content.actionNone',
  entry: 'content.actionEntry',
  category: 'content.actionCategory',
  challenge: 'content.actionChallenge',
  session: 'content.actionSession',
  url: 'content.actionUrl',
} as const satisfies Record<Action, TextKey>;
export const ACTIONS = keysOf<Action>(ACTION_WORDS);

/** The parts of an app. */
export const FEATURE_WORDS = {
  challenges: 'content.featureOfChallenges',
  metrics: 'content.featureOfMetrics',
  leaderboards: 'content.featureOfLeaderboards',
  awards: 'content.featureOfAwards',
  streaks: 'content.featureOfStreaks',
  video: 'content.featureOfVideo',
  favorites: 'content.featureOfFavorites',
  watch_later: 'content.featureOfWatchLater',
} as const satisfies Record<Feature['key'], TextKey>;

interface Look {
  readonly state: 'now' | 'later' | 'over';
  readonly icon: LucideIcon;
  readonly tone: Tone | undefined;
}

/** Whether a banner is shown at a moment. */
export const lookOf = ({ startsAt, endsAt }: Banner, now: number): Look => {
  if (startsAt !== null && Date.parse(startsAt) > now) return { state: 'later', icon: CalendarClock, tone: 'info' };
  if (endsAt !== null && Date.parse(endsAt) <= now) return { state: 'over', icon: CalendarX, tone: undefined };
  return { state: 'now', icon: CircleCheck, tone: 'positive' };
};
