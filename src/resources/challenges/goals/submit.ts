import type { Tx } from '../../../database/database.ts';
import { conflict, type Detail, invalid, invalidDetail, missingDetail } from '../../../kernel/problem.ts';
import type { Because } from '../../../kernel/reasons.ts';
import type { Static } from '../../../kernel/schemas.ts';
import { recordFact, takeBackFact } from '../../facts/facts.ts';
import { homeSiteId } from '../../facts/queries.ts';
import type { FactReactions } from '../../reactions.ts';
import { pointsOf, totalOf } from '../queries.ts';
import { Challenge, type ChallengeRow, type EnrollmentRow } from '../record.ts';
import type { GoalEntryRow } from '../tables.ts';
import { type GoalPeriod, openToCommit, openToSubmit } from './periods.ts';
import { goalEntry, goalEntryRows, goalsOf } from './queries.ts';
import type { CommitToGoals, GoalRow, SubmitGoals } from './record.ts';

type Commit = Static<typeof CommitToGoals>['goals'][number];
type Submit = Static<typeof SubmitGoals>['goals'][number];

interface Participation {
  readonly challenge: ChallengeRow;
  readonly enrollment: EnrollmentRow;
  readonly reactions: FactReactions;
}

const wrongTarget = ({ targetType, minTarget: min, maxTarget: max }: GoalRow, { target }: Commit, param: string) => {
  const wrong = (message: string, why: Because) => [invalidDetail(`${param}.target`, message, why)];
  if (target === undefined) return [];
  if (targetType === 'boolean') {
    return wrong('A goal of type boolean has no target. Leave it out.', { reason: 'not_applicable' });
  }
  if (targetType === 'count' && !Number.isInteger(target)) {
    return wrong('The target of this goal must be a whole number.', { reason: 'not_a_whole_number' });
  }
  if (min !== null && target < min) return wrong(`The target must be at least ${min}.`, { reason: 'too_small', min });
  return max !== null && target > max ? wrong(`The target must be at most ${max}.`, { reason: 'too_large', max }) : [];
};

/** What is wrong with a submission: boolean goals take `achieved`, the others `value`. */
const wrongSubmission = ({ targetType }: GoalRow, { value, achieved }: Submit, param: string): Detail[] => {
  const [wanted, other] =
    targetType === 'boolean' ? (['achieved', 'value'] as const) : (['value', 'achieved'] as const);
  const given = { value, achieved };
  const details: Detail[] = [];
  if (given[wanted] === undefined) {
    details.push(
      invalidDetail(`${param}.${wanted}`, `A goal of type ${targetType} needs '${wanted}'.`, 'parameter_missing'),
    );
  }
  if (given[other] !== undefined) {
    details.push(
      invalidDetail(`${param}.${other}`, `A goal of type ${targetType} takes '${wanted}'. Leave this out.`, {
        reason: 'not_accepted',
      }),
    );
  }
  if (targetType === 'count' && value !== undefined && !Number.isInteger(value)) {
    details.push(
      invalidDetail(`${param}.value`, 'The value of this goal must be a whole number.', {
        reason: 'not_a_whole_number',
      }),
    );
  }
  return details;
};

/** The goals that a list names. @throws Problem 400 with everything that is wrong with the list. */
const named = <Item extends { readonly goalId: string }>(
  tx: Tx,
  challenge: ChallengeRow,
  items: readonly Item[],
  problemsOf: (goal: GoalRow, item: Item, param: string) => readonly Detail[],
): { readonly goal: GoalRow; readonly item: Item }[] => {
  const goals = new Map(goalsOf(tx, challenge.id).map((goal) => [goal.id, goal]));
  const details: Detail[] = [];
  const seen = new Set<string>();
  const found = items.flatMap((item, index) => {
    const param = `goals[${index}]`;
    const id = item.goalId.toLowerCase();
    const goal = goals.get(id);
    if (goal === undefined) details.push(missingDetail(`${param}.goalId`, 'goal', item.goalId));
    if (seen.has(id))
      details.push(
        invalidDetail(`${param}.goalId`, 'This goal is already in the list. Send it once.', { reason: 'duplicate' }),
      );
    seen.add(id);
    if (goal === undefined) return [];
    details.push(...problemsOf(goal, item, param));
    return [{ goal, item }];
  });
  if (details.length > 0) throw invalid(details);
  return found;
};

/** What the member did for a goal in a period, made if there is nothing yet. */
const entryOf = (tx: Tx, { id: enrollmentId }: EnrollmentRow, { goal, period }: GoalPeriod): GoalEntryRow => {
  const found = goalEntry(tx, enrollmentId, goal.id, period.index);
  if (found !== undefined) return found;
  const none = { target: null, committedAt: null, value: null, achieved: null, submittedAt: null, note: null };
  const made = { id: tx.id(), enrollmentId, goalId: goal.id, periodIndex: period.index, ...none };
  goalEntryRows.insert(tx, made);
  return made;
};

type Outcome = Pick<GoalEntryRow, 'value' | 'achieved' | 'note'>;

/** Whether a value achieves a goal, by the target that the member committed to or its own. */
export const isAchieved = (goal: GoalRow, target: number | null, value: number | null): boolean => {
  const wanted = target ?? goal.defaultTarget ?? 0;
  return value !== null && (goal.direction === 'at_least' ? value >= wanted : value <= wanted);
};

/** Stores what was submitted. Points follow, and the event is raised, unless it is what was submitted before. */
const store = (
  tx: Tx,
  { challenge, enrollment, reactions }: Participation,
  goal: GoalRow,
  entry: GoalEntryRow,
  next: Outcome,
) => {
  const { value, achieved, note } = next;
  const isSame =
    entry.submittedAt !== null && value === entry.value && achieved === entry.achieved && note === entry.note;
  if (isSame) return;
  goalEntryRows.update(tx, entry.id, { ...next, submittedAt: tx.now });
  const { clientId, id: enrollmentId, challengeId } = enrollment;
  // Another value that is worth the same stays on the day on which it was submitted first.
  if (entry.submittedAt === null || achieved !== entry.achieved) {
    const worth = achieved === 1 ? (goal.pointsValue ?? Challenge.view(challenge).pointsRules.perGoal) : 0;
    takeBackFact(tx, reactions, { kind: 'goal_submission', sourceId: entry.id });
    const fact = { kind: 'goal_submission' as const, clientId, at: tx.now, sourceId: entry.id, value: worth };
    recordFact(tx, reactions, fact);
  }
  tx.raise('challenge.goal_submitted', homeSiteId(tx, clientId), {
    challengeId,
    clientId,
    enrollmentId,
    goalId: goal.id,
    achieved: achieved === 1,
    points: pointsOf(tx, enrollmentId, entry.id),
    pointsTotal: totalOf(tx, enrollmentId),
  });
};

/** Replaces earlier commitments of open periods, all or nothing. @throws Problem 400, 409 `commitment_closed`. */
export const commitToGoals = (tx: Tx, member: Participation, items: readonly Commit[]): GoalPeriod[] => {
  const { challenge, enrollment } = member;
  const all = named(tx, challenge, items, wrongTarget);
  return all.map(({ goal, item }) => {
    const open = openToCommit(challenge, goal, tx.now);
    if (open === undefined) {
      throw conflict('commitment_closed', `The time to commit to the goal '${goal.title}' is over for this period.`);
    }
    const entry = entryOf(tx, enrollment, open);
    const target = item.target ?? goal.defaultTarget;
    goalEntryRows.update(tx, entry.id, { target, committedAt: tx.now });
    if (entry.submittedAt !== null && goal.targetType !== 'boolean') {
      const { value, note } = entry;
      store(tx, member, goal, entry, { value, achieved: Number(isAchieved(goal, target, value)), note });
    }
    return open;
  });
};

/** Replaces what was submitted before, all or nothing. @throws Problem 400, 409 `submission_closed`. */
export const submitGoals = (tx: Tx, member: Participation, items: readonly Submit[]): GoalPeriod[] => {
  const { challenge, enrollment } = member;
  return named(tx, challenge, items, wrongSubmission).map(({ goal, item }) => {
    const open = openToSubmit(challenge, goal, tx.now, item.periodIndex);
    if (open === undefined) {
      const message = `The goal '${goal.title}' does not accept submissions for this period now. Submit from its 'periodStart' to its 'submitBy'.`;
      throw conflict('submission_closed', message);
    }
    const entry = entryOf(tx, enrollment, open);
    const value = item.value ?? null;
    const achieved = goal.targetType === 'boolean' ? item.achieved === true : isAchieved(goal, entry.target, value);
    store(tx, member, goal, entry, { value, achieved: Number(achieved), note: item.note ?? null });
    return open;
  });
};
