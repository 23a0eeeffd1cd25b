import type { Read } from '../../database/database.ts';
import { STREAK_TYPES } from '../../events/enumerations.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { addDays, localDateAt } from '../../kernel/local-time.ts';
import { numberFormat } from '../../kernel/locale-formats.ts';
import { Client } from '../clients/record.ts';
import { amountIn, targetOf, whole } from './counting.ts';
import type { Owner } from './frozen.ts';
import { anniversaryOf, yearsBetween } from './milestones/anniversaries.ts';
import { type MilestoneList, nextThreshold, thresholdsBetween } from './milestones/lists.ts';
import { milestoneLists } from './milestones/milestones.ts';
import { endOf, following, startOf } from './periods.ts';
import { factsBetween, NO_STREAK, streaksOf, timedFacts } from './queries.ts';
import type { MilestoneResponse, StreakResponse } from './shapes.ts';
import { currentPeriod, ownerOf, statusOf } from './state.ts';
import type { MilestoneType, StreakType } from './tables.ts';

const streakResponse = (read: Read, owner: Owner, type: StreakType): StreakResponse => {
  const { streaks, targets } = streaksOf(read, owner.clientId);
  const row = streaks[type] ?? NO_STREAK;
  const status = statusOf(read, owner, type, row);
  const period = currentPeriod(read, owner, type);
  const facts = factsBetween(read, owner.clientId, period, addDays(following(type, period), -1));
  const amount = amountIn(type, period, facts);
  const { timezone } = owner.home;
  const isOver = status === 'broken';
  return {
    id: type,
    object: 'streak',
    type,
    length: isOver ? 0 : row.length,
    longestLength: row.longestLength,
    startedOn: isOver ? null : row.startedOn,
    periodStart: isoInstant(startOf(period, timezone)),
    periodEnd: isoInstant(endOf(type, period, timezone)),
    targetPerPeriod: targetOf(read, owner, type, period, { amount, targets }),
    currentPeriodCount: whole(amount),
    status,
  };
};

/** The streaks of a member now; of one type when it is given. */
export const streakResponses = (read: Read, clientId: string, type?: StreakType): StreakResponse[] => {
  const owner = ownerOf(read, clientId);
  return STREAK_TYPES.filter((each) => type === undefined || each === type).map((each) =>
    streakResponse(read, owner, each),
  );
};

const UNITS: Readonly<Record<MilestoneType, readonly [one: string, more: string]>> = {
  visits: ['visit', 'visits'],
  minutes: ['minute', 'minutes'],
  anniversary: ['year', 'years'],
};

const nameOf = (type: MilestoneType, threshold: number): string =>
  `${numberFormat('en-US').format(threshold)} ${UNITS[type][threshold === 1 ? 0 : 1]}`;

const milestone = (
  type: MilestoneType,
  threshold: number,
  reachedAt: string | null,
  current: number,
  next: number | undefined,
): MilestoneResponse => ({
  id: `${type}_${threshold}`,
  object: 'milestone',
  type,
  threshold,
  name: nameOf(type, threshold),
  reachedAt,
  progress: { current, target: threshold, percent: Math.min(100, Math.floor((current / threshold) * 100)) },
  next: next ?? null,
});

const reachedAt = (read: Read, clientId: string, type: 'visits' | 'minutes', list: MilestoneList) => {
  const found = new Map<number, string>();
  let total = 0;
  for (const { kind, at, value } of timedFacts(read, clientId)) {
    const amount = type === 'minutes' ? value : Number(kind === 'visit');
    for (const threshold of thresholdsBetween(list, whole(total), whole(total + amount))) {
      found.set(threshold, at);
    }
    total += amount;
  }
  return found;
};

const counted = (read: Read, clientId: string, type: 'visits' | 'minutes'): MilestoneResponse[] => {
  const list = milestoneLists(read)[type];
  const current = whole(streaksOf(read, clientId)[type]);
  const instants = reachedAt(read, clientId, type, list);
  const next = nextThreshold(list, current);
  const all = [...thresholdsBetween(list, 0, current), ...(next === undefined ? [] : [next])];
  return all.map((threshold) =>
    milestone(type, threshold, instants.get(threshold) ?? null, current, nextThreshold(list, threshold)),
  );
};

const anniversaries = (read: Read, { clientId, home: { timezone } }: Owner): MilestoneResponse[] => {
  const joinedAt = Client.rows.find(read, clientId)?.joinedAt ?? read.now;
  const joinedOn = localDateAt(epochOf(joinedAt), timezone);
  const years = yearsBetween(joinedOn, localDateAt(read.nowMs, timezone));
  return Array.from({ length: years + 1 }, (_, index) => {
    const year = index + 1;
    const at = year > years ? null : isoInstant(startOf(anniversaryOf(joinedOn, year), timezone));
    return milestone('anniversary', year, at, years, year + 1);
  });
};

/** The reached ones first, the newest of them first; then the next one of each type. */
const byTime = (left: MilestoneResponse, right: MilestoneResponse): number => {
  if (left.reachedAt === right.reachedAt) return 0;
  return (left.reachedAt ?? '') > (right.reachedAt ?? '') ? -1 : 1;
};

/** The milestones that a member has reached, and the next one of each type; of one type when it is given. */
export const milestoneResponses = (read: Read, clientId: string, type?: MilestoneType): MilestoneResponse[] => {
  const owner = ownerOf(read, clientId);
  const all = {
    visits: () => counted(read, clientId, 'visits'),
    minutes: () => counted(read, clientId, 'minutes'),
    anniversary: () => anniversaries(read, owner),
  };
  const found = type === undefined ? Object.values(all).flatMap((of) => of()) : all[type]();
  return found.toSorted(byTime);
};
