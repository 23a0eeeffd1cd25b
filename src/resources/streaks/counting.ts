import type { Read } from '../../database/database.ts';
import { membershipSettings } from '../settings/queries.ts';
import type { Owner } from './frozen.ts';
import { following, periodOf } from './periods.ts';
import { type CountedFact, factsBetween } from './queries.ts';
import { isJoined } from './state.ts';
import type { StreakState, StreakType, WeekTargets } from './tables.ts';

/** The minutes of a day that count in a streak of videos. */
const VIDEO_MINUTES = 5;
/** The rounding errors of minutes that are added up. */
const TOLERANCE = 1e-6;

/** Whether an amount reaches its target. */
export const reaches = (amount: number, target: number): boolean => amount >= target - TOLERANCE;

/** The whole units of an amount. */
export const whole = (amount: number): number => Math.floor(amount + TOLERANCE);

/** What a fact adds to its period of each type of streak. */
const AMOUNTS: Readonly<Record<StreakType, (fact: Pick<CountedFact, 'kind' | 'value'>) => number>> = {
  weekly_attendance: ({ kind }) => Number(kind === 'visit'),
  daily_activity: () => 1,
  video: ({ kind, value }) => (kind === 'watched_minutes' ? value : 0),
};

export const amountOf = (type: StreakType, fact: Pick<CountedFact, 'kind' | 'value'>): number => AMOUNTS[type](fact);

/** What is done in a period, of facts that include all of it. */
export const amountIn = (type: StreakType, period: string, facts: readonly CountedFact[]): number => {
  const end = following(type, period);
  let sum = 0;
  for (const fact of facts) if (fact.homeDate >= period && fact.homeDate < end) sum += AMOUNTS[type](fact);
  return sum;
};

/** The target that a week has that begins now. */
const weeklyTarget = (read: Read, { home }: Owner): number => membershipSettings(read, home.id).streakWeeklyTarget;

/** The target of a period in which something is done. */
export const storedTarget = (type: StreakType, period: string, targets: WeekTargets): number => {
  if (type !== 'weekly_attendance') return type === 'video' ? VIDEO_MINUTES : 1;
  return (targets.findLast(([monday]) => monday <= period) ?? targets[0])?.[1] ?? 1;
};

/** The target of a period: that which its first fact found, or that of now when nothing is done in it. */
export const targetOf = (
  read: Read,
  owner: Owner,
  type: StreakType,
  period: string,
  { amount, targets }: { readonly amount: number; readonly targets: WeekTargets },
): number =>
  type === 'weekly_attendance' && amount === 0 ? weeklyTarget(read, owner) : storedTarget(type, period, targets);

/**
 * The targets of weeks after the first visit of a week: it keeps the target of now. The weeks before the newest target
 * keep theirs.
 */
export const withWeek = (read: Read, owner: Owner, week: string, targets: WeekTargets): WeekTargets => {
  const last = targets.at(-1);
  if (last !== undefined && week < last[0]) return targets;
  const target = weeklyTarget(read, owner);
  if (last?.[1] === target) return targets;
  return [...targets.filter(([monday]) => monday !== week), [week, target]];
};

/** The newest streak and the longest length, counted again from all facts. */
export const recount = (
  read: Read,
  owner: Owner,
  type: StreakType,
  before: StreakState,
  targets: WeekTargets,
): StreakState => {
  const amounts = new Map<string, number>();
  for (const fact of factsBetween(read, owner.clientId)) {
    const period = periodOf(type, fact.homeDate);
    amounts.set(period, (amounts.get(period) ?? 0) + AMOUNTS[type](fact));
  }
  let [length, longestLength] = [0, 0];
  let startedOn: string | null = null;
  let lastOn: string | null = null;
  for (const [period, amount] of [...amounts].sort(([left], [right]) => (left < right ? -1 : 1))) {
    if (!reaches(amount, storedTarget(type, period, targets))) continue;
    const goesOn = lastOn !== null && isJoined(read, owner, type, lastOn, period);
    length = goesOn ? length + 1 : 1;
    if (!goesOn) startedOn = period;
    lastOn = period;
    longestLength = Math.max(longestLength, length);
  }
  return { ...before, length, longestLength, startedOn, lastOn };
};
