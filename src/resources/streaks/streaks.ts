import type { Tx } from '../../database/database.ts';
import { STREAK_TYPES } from '../../events/enumerations.ts';
import { upperSnake } from '../../events/payload-fields.ts';
import { addDays } from '../../kernel/local-time.ts';
import { type FactHome, homeSite } from '../facts/queries.ts';
import type { Fact } from '../facts/tables.ts';
import type { FactFamily, FactMove } from '../reactions.ts';
import { amountIn, amountOf, amountsOf, countStreak, reaches, recount, storedTarget, withWeek } from './counting.ts';
import type { Owner } from './frozen.ts';
import { addToTotals, type Totals, totalsAfter } from './milestones/milestones.ts';
import { endOf, following, periodOf } from './periods.ts';
import { type CountedFact, factsBetween, type MemberStreaks, NO_STREAK, readStreaks, storeStreaks } from './queries.ts';
import { isBroken, isJoined } from './state.ts';
import type { StreakState, StreakType, WeekTargets } from './tables.ts';

interface Changing {
  readonly tx: Tx;
  readonly owner: Owner;
  readonly type: StreakType;
  readonly targets: WeekTargets;
}

/** The later of two local dates; the first may be missing. */
const later = (left: string | null, right: string): string => (left !== null && left > right ? left : right);

/** The state after the break of a streak, which is raised once. */
export const broken = ({ tx, owner, type }: Omit<Changing, 'targets'>, state: StreakState): StreakState => {
  const { length, lastOn, brokenOn } = state;
  if (lastOn === null || (brokenOn !== null && brokenOn >= lastOn)) return state;
  tx.raise('streak.broken', owner.home.id, { type: upperSnake(type), clientId: owner.clientId, length });
  return { ...state, brokenOn: lastOn };
};

/** The streak with a period that is newer than all others. */
const extended = (changing: Changing, state: StreakState, period: string): StreakState => {
  const { tx, owner, type } = changing;
  const goesOn = state.lastOn !== null && isJoined(tx, owner, type, state.lastOn, period);
  const before = goesOn ? state : broken(changing, state);
  const length = goesOn ? state.length + 1 : 1;
  const startedOn = goesOn ? state.startedOn : period;
  return { ...before, length, startedOn, lastOn: period, longestLength: Math.max(state.longestLength, length) };
};

/** Whether a streak lives. One that was over before it was recorded raises nothing. */
const checked = ({ tx, owner, type }: Changing, state: StreakState): { state: StreakState; lives: boolean } => {
  const { lastOn, brokenOn } = state;
  if (lastOn === null) return { state, lives: false };
  // The usual case, without a look at the periods between: this period or the last one is met.
  const end = endOf(type, following(type, lastOn), owner.home.timezone);
  if (end <= tx.nowMs && isBroken(tx, owner, type, lastOn)) {
    return { state: { ...state, brokenOn: later(brokenOn, lastOn) }, lives: false };
  }
  return { state, lives: true };
};

/** The streak after a period has reached its target. `streak.extended` is raised once for a period, the newest. */
const met = (changing: Changing, before: StreakState, period: string): StreakState => {
  const { tx, owner, type, targets } = changing;
  const isNewest = before.lastOn === null || period > before.lastOn;
  const next = isNewest ? extended(changing, before, period) : recount(tx, owner, type, before, targets);
  const { state, lives } = checked(changing, next);
  const isRaised = state.raisedOn !== null && state.raisedOn >= period;
  if (!lives || isRaised || state.startedOn === null || period < state.startedOn) return state;
  const { clientId, home } = owner;
  tx.raise('streak.extended', home.id, { type: upperSnake(type), clientId, length: state.length });
  return { ...state, raisedOn: period };
};

/** A fact that is recorded (1) or taken back (-1), and what the member had before it. */
interface Moving {
  readonly tx: Tx;
  readonly owner: Owner;
  readonly fact: Fact;
  readonly sign: 1 | -1;
  readonly before: MemberStreaks;
  /** The facts of the week of the fact, which are read only where the streaks do not show enough. */
  readonly facts: () => readonly CountedFact[];
}

/** Whether a period is newer than all that are met: then it was not met before the fact. */
const isNewer = (state: StreakState, period: string): boolean => state.lastOn === null || period > state.lastOn;

/** Whether a fact is the first visit of its week. A week with the target 1 that was not met had no visit. */
const isFirstVisit = ({ fact, sign, before, facts }: Moving, week: string): boolean => {
  if (sign === -1 || fact.kind !== 'visit') return false;
  const state = before.streaks.weekly_attendance ?? NO_STREAK;
  if (state.lastOn === week) return false;
  if (isNewer(state, week) && storedTarget('weekly_attendance', week, before.targets) === 1) return true;
  return amountIn('weekly_attendance', week, facts()) === 1;
};

/** Whether the period of a fact reached its target before it, and after it. */
const reached = ({ fact, sign, facts }: Moving, { type, targets }: Changing, state: StreakState, period: string) => {
  const target = storedTarget(type, period, targets);
  if (sign === 1) {
    if (state.lastOn === period) return { was: true, is: true };
    if (target === 1 && isNewer(state, period)) return { was: false, is: true };
  }
  const amount = amountIn(type, period, facts());
  return { was: reaches(amount - sign * amountOf(type, fact), target), is: reaches(amount, target) };
};

const change = (tx: Tx, fact: Fact, home: FactHome, sign: 1 | -1): void => {
  const owner = { clientId: fact.clientId, home };
  const before = readStreaks(fact.clientId, home.activity);
  const week = periodOf('weekly_attendance', fact.homeDate);
  let found: readonly CountedFact[] | undefined;
  const facts = () => {
    found ??= factsBetween(tx, fact.clientId, week, addDays(week, 6));
    return found;
  };
  const moving: Moving = { tx, owner, fact, sign, before, facts };
  const targets = isFirstVisit(moving, week) ? withWeek(tx, owner, week, before.targets) : before.targets;
  const streaks = { ...before.streaks };
  for (const type of STREAK_TYPES) {
    if (amountOf(type, fact) === 0) continue;
    const period = periodOf(type, fact.homeDate);
    const state = streaks[type] ?? NO_STREAK;
    const changing = { tx, owner, type, targets };
    const { was, is } = reached(moving, changing, state, period);
    if (is && !was) streaks[type] = met(changing, state, period);
    if (was && !is) streaks[type] = checked(changing, recount(tx, owner, type, state, targets)).state;
  }
  storeStreaks(tx, { ...addToTotals(tx, owner, before, fact, sign), clientId: fact.clientId, targets, streaks });
};

/** The targets of weeks after imported facts: the first visit of a week keeps the target of now, in their order. */
const targetsAfter = (
  tx: Tx,
  owner: Owner,
  moves: readonly FactMove[],
  before: WeekTargets,
  amounts: ReadonlyMap<string, number> | undefined,
): WeekTargets => {
  const visits = moves.flatMap(({ fact: { kind, homeDate }, sign }) =>
    kind === 'visit' ? [{ week: periodOf('weekly_attendance', homeDate), sign }] : [],
  );
  const counts = new Map<string, number>();
  for (const { week, sign } of visits) counts.set(week, (counts.get(week) ?? amounts?.get(week) ?? 0) - sign);
  let targets = before;
  for (const { week, sign } of visits) {
    const count = (counts.get(week) ?? 0) + sign;
    counts.set(week, count);
    if (sign === 1 && count === 1) targets = withWeek(tx, owner, week, targets);
  }
  return targets;
};

/** The newest period that imported facts have met, and whether they have changed whether any is met. */
const metByAll = (
  { type, targets }: Changing,
  moves: readonly FactMove[],
  before: WeekTargets,
  amounts: ReadonlyMap<string, number>,
) => {
  const added = new Map<string, number>();
  for (const { fact, sign } of moves) {
    const period = periodOf(type, fact.homeDate);
    added.set(period, (added.get(period) ?? 0) + sign * amountOf(type, fact));
  }
  let newest: string | undefined;
  let isChanged = false;
  for (const [period, change] of added) {
    const amount = amounts.get(period) ?? 0;
    const was = reaches(amount - change, storedTarget(type, period, before));
    const is = reaches(amount, storedTarget(type, period, targets));
    if (is !== was) isChanged = true;
    if (is && !was && (newest === undefined || period > newest)) newest = period;
  }
  return { newest, isChanged };
};

/** The steps of counting the streaks and totals of a member after imported facts. They raise nothing. */
function* countImported(tx: Tx, clientId: string, moves: readonly FactMove[]): Generator<void, void> {
  const home = homeSite(tx, clientId);
  const owner = { clientId, home };
  const before = readStreaks(clientId, home.activity);
  const types = STREAK_TYPES.filter((type) => moves.some(({ fact }) => amountOf(type, fact) !== 0));
  const amountsBy = yield* amountsOf(tx, clientId, types);
  const targets = targetsAfter(tx, owner, moves, before.targets, amountsBy.get('weekly_attendance'));
  const streaks = { ...before.streaks };
  for (const [type, amounts] of amountsBy) {
    const changing = { tx, owner, type, targets };
    const { newest, isChanged } = metByAll(changing, moves, before.targets, amounts);
    if (!isChanged) continue;
    const { state: counted, brokeAfter } = yield* countStreak(tx, owner, type, streaks[type] ?? NO_STREAK, {
      amounts,
      targets,
    });
    const lasting = brokeAfter === null ? counted : { ...counted, brokenOn: later(counted.brokenOn, brokeAfter) };
    const { state, lives } = checked(changing, lasting);
    const isRaised = lives && newest !== undefined && state.startedOn !== null && newest >= state.startedOn;
    streaks[type] = isRaised ? { ...state, raisedOn: later(state.raisedOn, newest) } : state;
  }
  let totals: Totals = before;
  for (const { fact, sign } of moves) totals = totalsAfter(totals, fact, sign);
  const { visits, minutes, most } = totals;
  storeStreaks(tx, { visits, minutes, most, clientId, targets, streaks });
}

/** Moves the streaks and milestones of a member with their facts. Each event is raised once. */
export const streakReactions: FactFamily = {
  factRecorded: (tx, fact, home) => change(tx, fact, home, 1),
  factTakenBack: (tx, fact, home) => change(tx, fact, home, -1),
  factsImported: countImported,
};
