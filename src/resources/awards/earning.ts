// What earns awards: for each trigger, the instants at which a member earned one.

import type { Read } from '../../database/database.ts';
import { textsOf } from '../../records/query.ts';
import { ContentEntry } from '../content/entries/record.ts';
import { metricOf } from '../metrics/definitions.ts';
import { reachedLengths } from '../streaks/lengths.ts';
import { NO_STREAK, streaksOf } from '../streaks/queries.ts';
import { type Earned, earnedBy, earnedInstants, heldBy } from './queries.ts';
import type { AwardRow, AwardTrigger } from './record.ts';

const VISITS = `select "at" from "facts" where "clientId" = ? and "kind" = 'visit' and "takenBackAt" is null
  order by "at"`;

/** How many times a member can earn an award, and how many times one slice grants. */
interface Most {
  readonly most: number;
  readonly atOnce: number;
}

type Earning = (read: Read, award: AwardRow, clientId: string, earned: Earned, most: Most) => string[];

const byVisits: Earning = (read, { threshold }, clientId, { times }, { most, atOnce }) => {
  const each = threshold ?? 1;
  const reached = Math.min(Math.floor(streaksOf(read, clientId).visits / each), most);
  if (reached <= times) return [];
  const visits = textsOf(read, VISITS, clientId);
  const last = Math.min(reached, times + atOnce);
  return Array.from({ length: last - times }, (_, index) => visits[(times + index + 1) * each - 1] ?? []).flat();
};

/** A streak of any kind earns an award once; repeatable ones go to each streak that is newest at that length. */
const byStreak: Earning = (read, { streakType, threshold }, clientId, { times, lastAt }, { most, atOnce }) => {
  if (streakType === null || threshold === null || times >= most) return [];
  const { longestLength } = streaksOf(read, clientId).streaks[streakType] ?? NO_STREAK;
  if (longestLength < threshold) return [];
  const reached = reachedLengths(read, clientId, streakType, threshold);
  // A home that has moved west begins its days later, also that of the streak which has earned the award before.
  const fresh = reached.filter(({ startedAt, at }) => lastAt === null || (startedAt > lastAt && at > lastAt));
  return fresh.slice(0, Math.min(most - times, atOnce)).map(({ at }) => at);
};

const ENTRIES = `select "recordedAt" "at" from "metricEntries" where "clientId" = ? and "contentEntryId" = ?`;
const REACHING = {
  higher_is_better: `${ENTRIES} and "normalizedValue" >= ? order by "recordedAt"`,
  lower_is_better: `${ENTRIES} and "normalizedValue" <= ? order by "recordedAt"`,
} as const;

const byMetric: Earning = (read, award, clientId, { times }, { most, atOnce }) => {
  const { metricContentEntryId, threshold } = award;
  if (metricContentEntryId === null || threshold === null || times >= most) return [];
  const entry = ContentEntry.rows.find(read, metricContentEntryId);
  const metric = entry && metricOf(entry);
  if (metric === undefined) return [];
  const reaching = textsOf(read, REACHING[metric.direction], clientId, metricContentEntryId, threshold);
  const due = Math.min(most, reaching.length, times + atOnce) - times;
  if (due <= 0 || times === 0) return reaching.slice(0, Math.max(0, due));
  // One that is entered late is due with its own instant.
  const earned = Map.groupBy(earnedInstants(read, clientId, award.id), (at) => at);
  return reaching.filter((at) => earned.get(at)?.pop() === undefined).slice(0, due);
};

const COMPLETED = `select "completedAt" "at" from "challengeEnrollments" where "clientId" = ?1 and "status" = 'completed'
  and (?2 is null or "challengeId" = ?2) and (?3 is null or "finalRank" <= ?3) order by "completedAt"`;

const byChallenge: Earning = (read, { challengeId, maxRank }, clientId, { times }, { most, atOnce }) => {
  const completed = textsOf(read, COMPLETED, clientId, challengeId, maxRank);
  return completed.slice(times, Math.min(most, times + atOnce));
};

const EARNING: Readonly<Record<AwardTrigger, Earning>> = {
  visits: byVisits,
  streak: byStreak,
  metric: byMetric,
  challenge: byChallenge,
  manual: () => [],
};

/** The instants at which a member earned an award and that are not granted yet, the earliest first; at most `atOnce`. */
export const dueGrants = (read: Read, award: AwardRow, clientId: string, atOnce: number): readonly string[] => {
  const earned = earnedBy(read, clientId, award.id);
  const isRepeatable = award.isRepeatable === 1;
  if (!isRepeatable && (earned.times > 0 || heldBy(read, clientId, award.id).times > 0)) return [];
  const most = isRepeatable ? Number.POSITIVE_INFINITY : 1;
  return EARNING[award.trigger](read, award, clientId, earned, { most, atOnce });
};
