import type { Read } from '../../database/database.ts';
import { runAtOnce } from '../../kernel/slices.ts';
import { membershipSettings } from '../settings/queries.ts';
import type { Owner } from './frozen.ts';
import { following, periodOf } from './periods.ts';
import { type CountedFact, eachFact } from './queries.ts';
import { currentPeriod, isJoined } from './state.ts';
import type { StreakState, StreakType, WeekTargets } from './tables.ts';

const VIDEO_MINUTES = 5;
/** The rounding errors of minutes that are added up. */
const TOLERANCE = 1e-6;

export const reaches = (amount: number, target: number): boolean => amount >= target - TOLERANCE;

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

/** The target of a period: the target that its first fact found, or the current target when nothing is done in it. */
export const targetOf = (
  read: Read,
  owner: Owner,
  type: StreakType,
  period: string,
  { amount, targets }: { readonly amount: number; readonly targets: WeekTargets },
): number =>
  type === 'weekly_attendance' && amount === 0 ? weeklyTarget(read, owner) : storedTarget(type, period, targets);

/** The first Monday of all dates: a target from here on applies to the weeks before all others. */
const ALWAYS = '0001-01-01';

/** The targets of weeks after the first visit of a week: it keeps the current target, and all other weeks keep their target. */
export const withWeek = (read: Read, owner: Owner, week: string, targets: WeekTargets): WeekTargets => {
  const target = weeklyTarget(read, owner);
  const [first] = targets;
  if (first === undefined) return [[week, target]];
  const kept = storedTarget('weekly_attendance', week, targets);
  if (kept === target) return targets;
  const before = targets.filter(([monday]) => monday < week);
  const after = targets.filter(([monday]) => monday > week);
  const next = following('weekly_attendance', week);
  // Weeks after one that is not over have no visits yet.
  const isOver = next <= currentPeriod(read, owner, 'weekly_attendance');
  return [
    ...(before.length === 0 ? [[ALWAYS, first[1]] as const] : before),
    [week, target],
    ...(isOver && after[0]?.[0] !== next ? [[next, kept] as const] : []),
    ...after,
  ];
};

type Amounts = ReadonlyMap<string, number>;

/** The steps of adding up the facts of a member, for each type of streak. */
export function* amountsOf(
  read: Read,
  clientId: string,
  types: readonly StreakType[],
): Generator<void, ReadonlyMap<StreakType, Amounts>> {
  const sums = types.map((type) => [type, new Map<string, number>()] as const);
  for (const fact of eachFact(read, clientId)) {
    for (const [type, amounts] of sums) {
      const period = periodOf(type, fact.homeDate);
      amounts.set(period, (amounts.get(period) ?? 0) + AMOUNTS[type](fact));
    }
    yield;
  }
  return new Map(sums);
}

interface Counted {
  readonly state: StreakState;
  /** The last period of the streak before it; null when there is none. */
  readonly brokeAfter: string | null;
}

/** The steps of counting the newest streak and the longest length from what is done in each period. */
export function* countStreak(
  read: Read,
  owner: Owner,
  type: StreakType,
  before: StreakState,
  { amounts, targets }: { readonly amounts: Amounts; readonly targets: WeekTargets },
): Generator<void, Counted> {
  let [length, longestLength] = [0, 0];
  let startedOn: string | null = null;
  let lastOn: string | null = null;
  let brokeAfter: string | null = null;
  for (const [period, amount] of [...amounts].sort(([left], [right]) => (left < right ? -1 : 1))) {
    yield;
    if (!reaches(amount, storedTarget(type, period, targets))) continue;
    const goesOn = lastOn !== null && isJoined(read, owner, type, lastOn, period);
    length = goesOn ? length + 1 : 1;
    if (!goesOn) {
      startedOn = period;
      brokeAfter = lastOn;
    }
    lastOn = period;
    longestLength = Math.max(longestLength, length);
  }
  return { state: { ...before, length, longestLength, startedOn, lastOn }, brokeAfter };
}

/** The newest streak and the longest length, counted again from all facts. */
export const recount = (
  read: Read,
  owner: Owner,
  type: StreakType,
  before: StreakState,
  targets: WeekTargets,
): StreakState => {
  const amounts = runAtOnce(amountsOf(read, owner.clientId, [type])).get(type) ?? new Map();
  return runAtOnce(countStreak(read, owner, type, before, { amounts, targets })).state;
};
