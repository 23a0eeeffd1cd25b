import type { Tx } from '../../../database/database.ts';
import { memberOperations } from '../../../http/operations/declare.ts';
import { at } from '../../../http/operations/example.ts';
import { id, oneOf, optional, withDefault } from '../../../kernel/schemas.ts';
import { CHALLENGES, GOALS } from '../../demo-ids.ts';
import type { FactReactions } from '../../reactions.ts';
import { onChallenge as on, requireEnrolled } from '../member.ts';
import { enrollmentOf } from '../queries.ts';
import type { ChallengeRow, EnrollmentRow } from '../record.ts';
import { goalList } from './lists.ts';
import { allPeriods, currentPeriod, type GoalPeriod, pastPeriods } from './periods.ts';
import { goalsOf } from './queries.ts';
import { ChallengeGoalList, CommitToGoals, SubmitGoals } from './record.ts';
import { commitToGoals, submitGoals } from './submit.ts';
import { goalView } from './view.ts';

const spring = at(CHALLENGES.spring);

const namedGoals = (tx: Tx, challenge: ChallengeRow, enrollment: EnrollmentRow, periods: readonly GoalPeriod[]) => ({
  object: 'list' as const,
  url: `/v2/member/challenges/${challenge.id}/goals`,
  data: periods.map((each) => goalView(tx, challenge, enrollment, each)),
  hasMore: false,
  nextCursor: null,
  previousCursor: null,
});

export const goalOperations = ({ reactions }: { readonly reactions: FactReactions }) =>
  memberOperations(({ list, write }) => [
    list(
      'GET /v2/member/challenges/:id/goals',
      'listChallengeGoals',
      {
        summary: "List a challenge's goals",
        description:
          'Returns each goal in its current period, or in `all` of its periods by period and position, with the ' +
          "member's commitment and submission. A goal keeps its ID in every period, so page through `all` with " +
          '`nextCursor`: the ID of a goal that appears several times is not a valid cursor.',
        on,
        filters: { period: optional(withDefault(oneOf('current', 'all'), 'current')) },
        response: ChallengeGoalList,
        example: { ...spring, query: { period: 'all' } },
      },
      (read, { caller, record, query: { period }, page }) => {
        const goals = goalsOf(read, record.id);
        const periods =
          period === 'all'
            ? allPeriods(record, goals)
            : goals
                .map((goal) => currentPeriod(record, goal, read.now))
                .sort(
                  (left, right) =>
                    (left.period.first < right.period.first ? -1 : 1) *
                    Number(left.period.first !== right.period.first),
                );
        const enrollment = enrollmentOf(read, record.id, caller.clientId);
        return goalList(read, record, enrollment, { periods, comesOnce: period !== 'all', page });
      },
    ),
    write(
      'POST /v2/member/challenges/:id/goals/commit',
      'commitToChallengeGoals',
      {
        summary: 'Commit to goals',
        description:
          'Commits to goals for their open period and replaces an earlier commitment. All succeed or none. Fails ' +
          'with 409 `not_enrolled` or `commitment_closed`.',
        on,
        body: CommitToGoals,
        response: ChallengeGoalList,
        example: { ...spring, body: { goals: [{ goalId: GOALS.walk, target: 40 }] } },
      },
      (tx, { caller, record, body }) => {
        const enrollment = requireEnrolled(tx, record, caller.clientId);
        const periods = commitToGoals(tx, { challenge: record, enrollment, reactions }, body.goals);
        return namedGoals(tx, record, enrollment, periods);
      },
    ),
    write(
      'POST /v2/member/challenges/:id/goals/submit',
      'submitChallengeGoals',
      {
        summary: 'Submit goals',
        description:
          'Submits goals for the latest period that has started, or for `periodIndex`. Replaces an earlier ' +
          'submission for that period. All succeed or none. Fails with 409 `not_enrolled` or `submission_closed`.',
        on,
        body: SubmitGoals,
        response: ChallengeGoalList,
        example: {
          ...spring,
          body: {
            goals: [
              { goalId: GOALS.walk, value: 45, note: 'In the park' },
              { goalId: GOALS.sleep, achieved: true },
            ],
          },
        },
      },
      (tx, { caller, record, body }) => {
        const enrollment = requireEnrolled(tx, record, caller.clientId);
        const periods = submitGoals(tx, { challenge: record, enrollment, reactions }, body.goals);
        return namedGoals(tx, record, enrollment, periods);
      },
    ),
    list(
      'GET /v2/member/challenges/:id/goals/history',
      'listPastChallengeGoals',
      {
        summary: 'List past goal periods',
        description:
          "Returns the member's commitments and submissions, newest first. Page with `nextCursor`: the ID of a " +
          'goal that appears several times is not a valid cursor.',
        on,
        filters: { goal_id: optional(id()) },
        response: ChallengeGoalList,
        example: { ...spring, query: { goal_id: GOALS.walk } },
      },
      (read, { caller, record, query: { goal_id }, page }) => {
        const goals = goalsOf(read, record.id).filter(
          (goal) => goal_id === undefined || goal.id === goal_id.toLowerCase(),
        );
        const periods = pastPeriods(record, goals, read.now);
        const enrollment = enrollmentOf(read, record.id, caller.clientId);
        return goalList(read, record, enrollment, { periods, comesOnce: false, page });
      },
    ),
  ]);
