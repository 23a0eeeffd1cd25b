import type { Tx } from '../../../database/database.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { startOfDate } from '../../../kernel/local-time.ts';
import { type Detail, invalid, invalidDetail } from '../../../kernel/problem.ts';
import { storeChanges } from '../../../records/store-changes.ts';
import { periodAt } from '../calendar.ts';
import { requireUnchanged } from '../challenges.ts';
import { requireOwn, requireRoom } from '../parts.ts';
import type { ChallengeRow } from '../record.ts';
import { goalsOf } from './queries.ts';
import { ChallengeGoal, type CreateGoalBody, type GoalRow, type UpdateGoalBody } from './record.ts';

/** As many as a member can commit to and submit at once. */
const MAX_GOALS = 50;

const wrongTargets = (row: GoalRow): Detail[] => {
  const { targetType, defaultTarget, minTarget, maxTarget } = row;
  const targets = { defaultTarget, minTarget, maxTarget };
  const given = Object.entries(targets).filter(([, target]) => target !== null);
  if (targetType === 'boolean') {
    return given.map(([name]) =>
      invalidDetail(name, `A goal of the type boolean has no targets. Leave '${name}' out.`),
    );
  }
  if (defaultTarget === null) {
    const message = "'defaultTarget' is missing. Only goals of the type boolean have no target.";
    return [{ param: 'defaultTarget', code: 'parameter_missing', message }];
  }
  if (minTarget !== null && defaultTarget < minTarget) {
    return [invalidDetail('defaultTarget', "'defaultTarget' must not be below 'minTarget'.")];
  }
  if (maxTarget !== null && defaultTarget > maxTarget) {
    return [invalidDetail('defaultTarget', "'defaultTarget' must not be above 'maxTarget'.")];
  }
  const isWhole = targetType !== 'count' || given.every(([, target]) => Number.isInteger(target));
  return isWhole ? [] : [invalidDetail('targetType', 'The targets of a goal of the type count must be whole numbers.')];
};

/** What is wrong with the times of a goal in its challenge. */
export const wrongGoalTimes = ({ period, commitBy, submitBy }: GoalRow, challenge: ChallengeRow): Detail[] => {
  const { timezone, closesAt } = challenge;
  const first = periodAt(period, challenge, 0)?.first ?? challenge.startDate;
  const start = startOfDate(first, timezone);
  const details: Detail[] = [];
  if (submitBy !== null && submitBy <= start) {
    details.push(invalidDetail('submitBy', `'submitBy' must be after the start of the first period: ${start}.`));
  }
  if (submitBy !== null && submitBy > closesAt) {
    details.push(
      invalidDetail('submitBy', `'submitBy' must be by ${closesAt}: an hour after the end of the challenge.`),
    );
  }
  if (commitBy !== null && submitBy !== null && commitBy > submitBy) {
    details.push(invalidDetail('commitBy', "'commitBy' must not be after 'submitBy'."));
  }
  return details;
};

const check = (row: GoalRow, challenge: ChallengeRow): void => {
  const details = [...wrongTargets(row), ...wrongGoalTimes(row, challenge)];
  if (details.length > 0) throw invalid(details);
};

/** Adds a goal to a challenge. @throws Problem 400 for its targets and times. */
export const createGoal = (
  tx: Tx,
  caller: Caller,
  challenge: ChallengeRow,
  body: CreateGoalBody,
  id: string = tx.id(),
): GoalRow => {
  requireOwn(caller, challenge);
  requireRoom(goalsOf(tx, challenge.id), MAX_GOALS, 'goals');
  const row = ChallengeGoal.make(tx, body, { id, challengeId: challenge.id });
  check(row, challenge);
  ChallengeGoal.rows.insert(tx, row);
  return row;
};

const FIXED = [
  ...(['targetType', 'unit', 'defaultTarget', 'minTarget', 'maxTarget', 'direction'] as const),
  ...(['period', 'commitBy', 'submitBy', 'pointsValue'] as const),
];

/** Updates a goal. Throws as `createGoal`, and 409 `challenge_published` for what members rely on. */
export const updateGoal = (
  tx: Tx,
  caller: Caller,
  challenge: ChallengeRow,
  row: GoalRow,
  body: UpdateGoalBody,
): GoalRow => {
  requireOwn(caller, challenge);
  const next = { ...row, ...ChallengeGoal.columns(body, row) };
  requireUnchanged(challenge, row, next, FIXED);
  check(next, challenge);
  return storeChanges(tx, ChallengeGoal, row, next);
};
