import type { Tx } from '../../database/database.ts';
import { upperSnake } from '../../events/catalogue.ts';
import { STREAK_TYPES } from '../../events/enumerations.ts';
import { addDays } from '../../kernel/local-time.ts';
import type { FactSite } from '../facts/queries.ts';
import type { Fact } from '../facts/tables.ts';
import type { FactReactions } from '../reactions.ts';
import { amountIn, amountOf, reaches, recount, targetOf, withWeek } from './counting.ts';
import type { Owner } from './frozen.ts';
import { addToTotals } from './milestones/milestones.ts';
import { endOf, following, periodOf } from './periods.ts';
import { factsBetween, NO_STREAK, storeStreaks, streaksOf } from './queries.ts';
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

const change = (tx: Tx, fact: Fact, home: FactSite, sign: 1 | -1): void => {
  const owner = { clientId: fact.clientId, home };
  const before = streaksOf(tx, fact.clientId);
  const week = periodOf('weekly_attendance', fact.homeDate);
  const facts = factsBetween(tx, fact.clientId, week, addDays(week, 6));
  const visits = amountIn('weekly_attendance', week, facts);
  const isFirst = sign === 1 && fact.kind === 'visit' && visits === 1;
  const targets = isFirst ? withWeek(tx, owner, week, before.targets) : before.targets;
  const streaks = { ...before.streaks };
  for (const type of STREAK_TYPES) {
    const added = sign * amountOf(type, fact);
    if (added === 0) continue;
    const period = periodOf(type, fact.homeDate);
    const amount = amountIn(type, period, facts);
    const target = targetOf(tx, owner, type, period, { amount: Math.max(amount, 1), targets });
    const [was, is] = [reaches(amount - added, target), reaches(amount, target)];
    const state = streaks[type] ?? NO_STREAK;
    const changing = { tx, owner, type, targets };
    if (is && !was) streaks[type] = met(changing, state, period);
    if (was && !is) streaks[type] = checked(changing, recount(tx, owner, type, state, targets)).state;
  }
  storeStreaks(tx, { ...before, ...addToTotals(tx, owner, before, fact, sign), targets, streaks });
};

/** Moves the streaks and milestones of a member with their facts. Each event is raised once. */
export const streakReactions: FactReactions = {
  factRecorded: (tx, fact, home) => change(tx, fact, home, 1),
  factTakenBack: (tx, fact, home) => change(tx, fact, home, -1),
};
