import type { Read } from '../../../database/database.ts';
import type { ChallengeRow, EnrollmentRow } from '../record.ts';
import type { GoalEntryRow } from '../tables.ts';
import { type GoalPeriod, windowOf } from './periods.ts';
import { goalEntry } from './queries.ts';
import { ChallengeGoal, type GoalResponse } from './record.ts';

const commitmentOf = ({ target, committedAt }: GoalEntryRow): GoalResponse['commitment'] =>
  committedAt === null ? null : { target, committedAt };

const submissionOf = ({ value, achieved, submittedAt, note }: GoalEntryRow): GoalResponse['submission'] =>
  submittedAt === null ? null : { value, achieved: achieved === 1, submittedAt, note };

/** A goal in one of its periods, with what the member did in it. */
export const goalView = (
  read: Read,
  challenge: ChallengeRow,
  enrollment: EnrollmentRow | undefined,
  each: GoalPeriod,
): GoalResponse => {
  const { goal, period } = each;
  const entry = enrollment && goalEntry(read, enrollment.id, goal.id, period.index);
  return {
    ...ChallengeGoal.view(goal),
    ...windowOf(challenge, each),
    periodIndex: period.index,
    commitment: entry === undefined ? null : commitmentOf(entry),
    submission: entry === undefined ? null : submissionOf(entry),
  };
};
