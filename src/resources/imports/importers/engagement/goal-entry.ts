import { Type } from '@sinclair/typebox';
import type { Tx } from '../../../../database/database.ts';
import type { Caller } from '../../../../kernel/caller.ts';
import { defined } from '../../../../kernel/objects.ts';
import { invalidParam, missingResource } from '../../../../kernel/problem.ts';
import { id, instant, integer, notes, nullable, object, optional, type Static } from '../../../../kernel/schemas.ts';
import { isErased, requireNotErased } from '../../../../records/erased.ts';
import { periodAt } from '../../../challenges/calendar.ts';
import { goalEntry, goalEntryRows } from '../../../challenges/goals/queries.ts';
import { ChallengeGoal, type GoalRow } from '../../../challenges/goals/record.ts';
import { isAchieved } from '../../../challenges/goals/submit.ts';
import { enrollmentOf } from '../../../challenges/queries.ts';
import { Challenge, ChallengeEnrollment, type ChallengeRow, type EnrollmentRow } from '../../../challenges/record.ts';
import { factDates } from '../../../exports/shapes.ts';
import { recordFact } from '../../../facts/facts.ts';
import type { ImportReactions } from '../../../reactions.ts';
import { clientReference } from '../../shapes.ts';
import { utc } from '../dates.ts';
import { factColumns } from '../facts.ts';
import { importFamily } from '../family.ts';
import { finderOf, idOf } from '../identity.ts';
import { clientOf, requireReach } from '../references.ts';
import { challengeReference, namedChallenge } from './challenge.ts';

const amount = () => optional(nullable(Type.Number({ minimum: 0, maximum: 1_000_000_000 })));
const time = () => optional(nullable(instant()));

const ImportGoalEntry = object(() => ({
  id: optional(id()),
  ...clientReference,
  ...challengeReference,
  goalId: id(),
  periodIndex: integer(0, 366),
  target: amount(),
  committedAt: time(),
  value: amount(),
  achieved: optional(nullable(Type.Boolean())),
  submittedAt: time(),
  note: optional(nullable(notes())),
  state: optional(object({ fact: optional(nullable(factDates)) })),
}));

type Row = Static<typeof ImportGoalEntry>;

const find = finderOf(goalEntryRows.find, undefined, [
  'goal and period',
  (read, row: Row, caller) => {
    const challenge = namedChallenge.find(read, caller, row);
    const enrollment = enrollmentOf(read, challenge.id, clientOf(read, caller, row).id);
    return enrollment && goalEntry(read, enrollment.id, row.goalId, row.periodIndex);
  },
]);

/** The challenge, the enrollment and the goal of a row. @throws Problem 400 */
const ownerOf = (
  tx: Tx,
  caller: Caller,
  row: Row,
): { challenge: ChallengeRow; enrollment: EnrollmentRow; goal: GoalRow } => {
  const client = clientOf(tx, caller, row);
  const challenge = namedChallenge.find(tx, caller, row);
  const enrollment = enrollmentOf(tx, challenge.id, client.id);
  if (enrollment === undefined) {
    const message = `The client never enrolled in '${challenge.title}'. Import the enrollment first.`;
    throw invalidParam('clientId', message, 'resource_missing');
  }
  const goal = ChallengeGoal.rows.find(tx, row.goalId);
  if (goal?.challengeId !== challenge.id) throw missingResource('goalId', 'goal', row.goalId);
  if (periodAt(goal.period, challenge, row.periodIndex) === undefined) {
    throw invalidParam('periodIndex', `The goal '${goal.title}' has no such period. Periods count from 0.`, {
      reason: 'not_accepted',
    });
  }
  return { challenge, enrollment, goal };
};

/** Achieving follows from the value; an erased client has no values. @throws Problem 400 */
const outcomeOf = (tx: Tx, row: Row, { goal, enrollment }: Pick<ReturnType<typeof ownerOf>, 'goal' | 'enrollment'>) => {
  const { value = null, target = null } = row;
  const submittedAt = utc(row.submittedAt) ?? null;
  if (submittedAt === null) {
    if (value === null && typeof row.achieved !== 'boolean') return { value: null, achieved: null, submittedAt };
    const message = "'submittedAt' is missing. Send when the client submitted it.";
    throw invalidParam('submittedAt', message, 'parameter_missing');
  }
  if (submittedAt > tx.now)
    throw invalidParam('submittedAt', "'submittedAt' must not be in the future.", { reason: 'in_the_future' });
  const isWithoutValue = goal.targetType === 'boolean' || (value === null && isErased(tx, enrollment.clientId));
  if (isWithoutValue) return { value: null, achieved: Number(row.achieved === true), submittedAt };
  if (value === null) {
    throw invalidParam('value', `A goal of type ${goal.targetType} needs 'value'.`, 'parameter_missing');
  }
  return { value, achieved: Number(isAchieved(goal, target, value)), submittedAt };
};

const create = (tx: Tx, caller: Caller, row: Row, _raising: Tx, reactions: ImportReactions): string => {
  const { challenge, enrollment, goal } = ownerOf(tx, caller, row);
  const { value, achieved, submittedAt } = outcomeOf(tx, row, { goal, enrollment });
  if (typeof row.note === 'string') requireNotErased(tx, enrollment.clientId, 'Leave out the note.');
  const sourceId = idOf(tx, row.id);
  goalEntryRows.insert(tx, {
    id: sourceId,
    enrollmentId: enrollment.id,
    goalId: goal.id,
    periodIndex: row.periodIndex,
    target: row.target ?? null,
    committedAt: utc(row.committedAt) ?? null,
    value,
    achieved,
    submittedAt,
    note: row.note ?? null,
  });
  if (submittedAt !== null) {
    const worth = achieved === 1 ? (goal.pointsValue ?? Challenge.view(challenge).pointsRules.perGoal) : 0;
    const counted = factColumns(tx, caller, row.state?.fact, 'state.fact');
    const { clientId } = enrollment;
    const fact = { kind: 'goal_submission', clientId, at: submittedAt, sourceId, value: worth, ...counted } as const;
    recordFact(tx, reactions, fact);
  }
  return sourceId;
};

/** What a member did for a goal in one of its periods, which identify it. */
export const importGoalEntries = importFamily(ImportGoalEntry, {
  rights: { create: ['updateClient', 'updateChallenge'], update: ['updateClient', 'updateChallenge'] },
  find,
  create,
  reach(tx, caller, { id: own, enrollmentId }) {
    const { clientId = '' } = ChallengeEnrollment.rows.find(tx, enrollmentId) ?? {};
    requireReach(tx, caller, 'goal entry', { id: own, clientId });
  },
  shown: (_tx, record) => ({ ...record, achieved: record.achieved === null ? null : record.achieved === 1 }),
  compared(_tx, _caller, row) {
    const { goalId, periodIndex, target, committedAt, value, achieved, submittedAt, note } = row;
    return defined({ goalId, periodIndex, target, committedAt, value, achieved, submittedAt, note });
  },
});
