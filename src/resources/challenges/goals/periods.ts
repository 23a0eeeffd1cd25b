import { addDays, earlierOf, startOfDate } from '../../../kernel/local-time.ts';
import { dateAt, endOf, movedTo, nearestDate, type Period, periodAt, periodOn, totalDays } from '../calendar.ts';
import type { ChallengeRow } from '../record.ts';
import type { GoalRow } from './record.ts';

export interface GoalPeriod {
  readonly goal: GoalRow;
  readonly period: Period;
}

export interface GoalWindow {
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly commitBy: string;
  readonly submitBy: string;
}

/** The times of a goal in a period. None is later than the close of the challenge; no one commits after submitting ends. */
export const windowOf = (challenge: ChallengeRow, { goal, period }: GoalPeriod): GoalWindow => {
  const { timezone, closesAt } = challenge;
  const periodEnd = endOf(period.last, timezone);
  const by = (instant: string | null): string =>
    instant === null ? periodEnd : earlierOf(movedTo(instant, goal.period, period.index, challenge), closesAt);
  const periodStart = startOfDate(period.first, timezone);
  const submitBy = by(goal.submitBy);
  return { periodStart, periodEnd, commitBy: earlierOf(by(goal.commitBy), submitBy), submitBy };
};

/** The period of a goal at an instant: the first one before the challenge, the last one after it. */
export const currentPeriod = (challenge: ChallengeRow, goal: GoalRow, at: string): GoalPeriod => ({
  goal,
  period: periodOn(goal.period, challenge, nearestDate(at, challenge)),
});

/** Every period of every goal, by their first day and then the position of the goal. */
export const allPeriods = (challenge: ChallengeRow, goals: readonly GoalRow[]): GoalPeriod[] => {
  const all: GoalPeriod[] = [];
  for (let offset = 0; offset < totalDays(challenge); offset += 1) {
    const date = addDays(challenge.startDate, offset);
    const [day, week, whole] = (['day', 'week', 'challenge'] as const).map((kind) => periodOn(kind, challenge, date));
    const beginning = { day, week, challenge: whole };
    for (const goal of goals) {
      const period = beginning[goal.period];
      if (period?.first === date) all.push({ goal, period });
    }
  }
  return all;
};

export const pastPeriods = (challenge: ChallengeRow, goals: readonly GoalRow[], at: string): GoalPeriod[] => {
  const today = dateAt(at, challenge);
  return allPeriods(challenge, goals)
    .filter(({ period }) => period.last < today)
    .reverse();
};

const next = (challenge: ChallengeRow, { goal, period }: GoalPeriod): GoalPeriod | undefined => {
  const following = periodAt(goal.period, challenge, period.index + 1);
  return following && { goal, period: following };
};

/** Where one commits before a period begins, the next that can still be committed to; undefined without any. */
export const openToCommit = (challenge: ChallengeRow, goal: GoalRow, at: string): GoalPeriod | undefined => {
  const isOpen = (each: GoalPeriod): boolean => at <= windowOf(challenge, each).commitBy;
  const current = currentPeriod(challenge, goal, at);
  if (isOpen(current)) return current;
  const { commitBy, periodStart } = windowOf(challenge, current);
  const following = commitBy <= periodStart ? next(challenge, current) : undefined;
  return following && isOpen(following) ? following : undefined;
};

/** The period for which a member can submit now: the one with the index, or the latest that has begun. */
export const openToSubmit = (
  challenge: ChallengeRow,
  goal: GoalRow,
  at: string,
  index?: number,
): GoalPeriod | undefined => {
  const given = index === undefined ? undefined : periodAt(goal.period, challenge, index);
  if (index !== undefined && given === undefined) return undefined;
  const asked = given === undefined ? currentPeriod(challenge, goal, at) : { goal, period: given };
  const { periodStart, submitBy } = windowOf(challenge, asked);
  return periodStart <= at && at <= submitBy ? asked : undefined;
};
