import type { Read } from '../../database/database.ts';
import { notFound } from '../../kernel/problem.ts';
import { ContentEntry } from '../content/entries/record.ts';
import { valueType } from '../metrics/bests.ts';
import { metricOf } from '../metrics/definitions.ts';
import { bestOf } from '../metrics/queries.ts';
import { streaksOf } from '../streaks/queries.ts';
import { isBroken, ownerOf } from '../streaks/state.ts';
import { bannerOf, earnedBy, heldBy } from './queries.ts';
import { Award, type AwardRow } from './record.ts';
import type { MemberAwardResponse } from './shapes.ts';

/** The length of the streak that an award counts; 0 when it is broken. */
const streakLength = (read: Read, { streakType }: AwardRow, clientId: string): number => {
  const state = streakType === null ? undefined : streaksOf(read, clientId).streaks[streakType];
  if (streakType === null || state === undefined || state.lastOn === null) return 0;
  return isBroken(read, ownerOf(read, clientId), streakType, state.lastOn) ? 0 : state.length;
};

/** The best value of a member in the metric of an award, and how much of the threshold it is, from 0 to 1. */
const metricShare = (read: Read, award: AwardRow, clientId: string) => {
  const target = award.threshold ?? 0;
  const entry = ContentEntry.rows.find(read, award.metricContentEntryId ?? '');
  const metric = entry && metricOf(entry);
  const best = metric && bestOf(read, clientId, metric.id, valueType(metric));
  if (metric === undefined || best === undefined) return { current: 0, share: 0 };
  const isHigher = metric.direction === 'higher_is_better';
  const isReached = isHigher ? best.value >= target : best.value <= target;
  if (isReached) return { current: best.value, share: 1 };
  const [part, whole] = isHigher ? [best.value, target] : [target, best.value];
  return { current: best.value, share: whole > 0 && part > 0 ? part / whole : 0 };
};

const shareOf = (read: Read, award: AwardRow, clientId: string, times: number) => {
  const target = award.threshold ?? 1;
  if (award.trigger === 'metric') return metricShare(read, award, clientId);
  if (award.trigger === 'visits') {
    const { visits } = streaksOf(read, clientId);
    // Each further threshold earns it, whatever a person has granted or taken away.
    const done = award.isRepeatable === 1 ? earnedBy(read, clientId, award.id).times * target : 0;
    const current = Math.max(0, visits - done);
    return { current, share: current / target };
  }
  if (award.trigger === 'streak') {
    const current = streakLength(read, award, clientId);
    return { current, share: current / target };
  }
  const current = Number(times > 0);
  return { current, share: current };
};

const progressOf = (read: Read, award: AwardRow, clientId: string, times: number): MemberAwardResponse['progress'] => {
  const target = award.threshold ?? 1;
  const { current, share } = shareOf(read, award, clientId, times);
  const isDone = times > 0 && award.isRepeatable === 0;
  return { current, target, percent: isDone ? 100 : Math.min(100, Math.floor(share * 100)) };
};

export const memberAward = (read: Read, award: AwardRow, clientId: string): MemberAwardResponse => {
  const { times, earnedAt, dismissedAt } = heldBy(read, clientId, award.id);
  const { metadata: _metadata, externalId: _externalId, archivedAt: _archivedAt, ...shown } = Award.view(award);
  return {
    ...shown,
    isEarned: times > 0,
    earnedAt,
    timesEarned: times,
    progress: progressOf(read, award, clientId, times),
    dismissedAt,
  };
};

/** The award with this id. @throws Problem 404 for a hidden or archived one that the member has not earned. */
export const findMemberAward = (read: Read, { clientId }: { readonly clientId: string }, id: string): AwardRow => {
  const row = Award.rows.find(read, id);
  const isOpen = row !== undefined && row.archivedAt === null && row.isHidden === 0;
  if (row === undefined || !(isOpen || heldBy(read, clientId, id).times > 0)) throw notFound('award', id);
  return row;
};

export const bannerView = (read: Read, clientId: string) => {
  const award = bannerOf(read, clientId);
  return { object: 'award_banner', award: award === undefined ? null : memberAward(read, award, clientId) } as const;
};
