import { startOfDate } from '../../../kernel/local-time.ts';
import { type Detail, invalidDetail } from '../../../kernel/problem.ts';
import { periodAt } from '../calendar.ts';
import { partChanges } from '../parts.ts';
import type { ChallengeRow } from '../record.ts';
import { goalsOf } from './queries.ts';
import { ChallengeGoal, type CreateGoalBody, type GoalRow, type UpdateGoalBody } from './record.ts';

const wrongTargets = (row: GoalRow): Detail[] => {
  const { targetType, defaultTarget, minTarget, maxTarget } = row;
  const targets = { defaultTarget, minTarget, maxTarget };
  const given = Object.entries(targets).filter(([, target]) => target !== null);
  if (targetType === 'boolean') {
    return given.map(([name]) =>
      invalidDetail(name, `A goal of type boolean has no targets. Leave out '${name}'.`, { reason: 'not_applicable' }),
    );
  }
  if (defaultTarget === null) {
    const message = "'defaultTarget' is missing. Only goals of type boolean have no target.";
    return [invalidDetail('defaultTarget', message, 'parameter_missing')];
  }
  if (minTarget !== null && defaultTarget < minTarget) {
    return [
      invalidDetail('defaultTarget', "'defaultTarget' must not be below 'minTarget'.", { reason: 'outside_limits' }),
    ];
  }
  if (maxTarget !== null && defaultTarget > maxTarget) {
    return [
      invalidDetail('defaultTarget', "'defaultTarget' must not be above 'maxTarget'.", { reason: 'outside_limits' }),
    ];
  }
  const isWhole = targetType !== 'count' || given.every(([, target]) => Number.isInteger(target));
  return isWhole
    ? []
    : [
        invalidDetail('targetType', 'The targets of a goal of type count must be whole numbers.', {
          reason: 'not_a_whole_number',
        }),
      ];
};

export const wrongGoalTimes = ({ period, commitBy, submitBy }: GoalRow, challenge: ChallengeRow): Detail[] => {
  const { timezone, closesAt } = challenge;
  const first = periodAt(period, challenge, 0)?.first ?? challenge.startDate;
  const start = startOfDate(first, timezone);
  const details: Detail[] = [];
  if (submitBy !== null && submitBy <= start) {
    details.push(
      invalidDetail('submitBy', `'submitBy' must be after the start of the first period: ${start}.`, {
        reason: 'before_challenge',
      }),
    );
  }
  if (submitBy !== null && submitBy > closesAt) {
    const message = `'submitBy' must not be later than ${closesAt}: an hour after the end of the challenge.`;
    details.push(invalidDetail('submitBy', message, { reason: 'after_challenge' }));
  }
  if (commitBy !== null && submitBy !== null && commitBy > submitBy) {
    details.push(invalidDetail('commitBy', "'commitBy' must not be after 'submitBy'.", { reason: 'end_before_start' }));
  }
  return details;
};

export const { create: createGoal, update: updateGoal } = partChanges<GoalRow, CreateGoalBody, UpdateGoalBody>({
  record: ChallengeGoal,
  /** As many as a member can commit to and submit in one request. */
  most: [50, 'goals'],
  fixed: [
    'targetType',
    'unit',
    'defaultTarget',
    'minTarget',
    'maxTarget',
    'direction',
    'period',
    'commitBy',
    'submitBy',
    'pointsValue',
  ],
  all: goalsOf,
  wrong: (_tx, _caller, row, challenge) => [...wrongTargets(row), ...wrongGoalTimes(row, challenge)],
});
