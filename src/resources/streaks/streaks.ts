import type { Tx } from '../../database/database.ts';
import { STREAK_TYPES } from '../../events/enumerations.ts';
import { upperSnake } from '../../events/payload-fields.ts';
import { addDays } from '../../kernel/local-time.ts';
import type { FactHome } from '../facts/queries.ts';
import type { Fact } from '../facts/tables.ts';
import type { FactReactions } from '../reactions.ts';
import { amountIn, amountOf, reaches, recount, storedTarget, withWeek } from './counting.ts';
import type { Owner } from './frozen.ts';
import { addToTotals } from './milestones/milestones.ts';
import { endOf, following, periodOf } from './periods.ts';
import { type CountedFact, factsBetween, type MemberStreaks, NO_STREAK, readStreaks, storeStreaks } from './queries.ts';
import { isBroken, isJoined } from './state.ts';
import type { StreakState, StreakType, WeekTargets } from './tables.ts';

/** A streak of a member that changes. */
interface Changing {
  readonly tx: Tx;
  readonly owner: Owner;
  readonly type: StreakType;
  readonly targets: WeekTargets;
}

/** The later one of two local dates, the first of which may be missing. */
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
  /** The facts of the week of the fact, which are read only where the streaks do not tell enough. */
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

/** Moves the streaks and milestones of a member with their facts. Each event is raised once. */
export const streakReactions: FactReactions = {
  factRecorded: (tx, fact, home) => change(tx, fact, home, 1),
  factTakenBack: (tx, fact, home) => change(tx, fact, home, -1),
};
