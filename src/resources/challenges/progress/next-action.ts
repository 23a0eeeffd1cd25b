import type { Read } from '../../../database/database.ts';
import { articlesOf, readsOf, unlockOf } from '../articles/queries.ts';
import { assessmentsOf, submissionsOf } from '../assessments/queries.ts';
import { assessmentWindow } from '../assessments/view.ts';
import { type GoalPeriod, openToCommit, openToSubmit, windowOf } from '../goals/periods.ts';
import { goalEntry, goalsOf } from '../goals/queries.ts';
import { isClosed } from '../queries.ts';
import type { ChallengeRow, EnrollmentRow } from '../record.ts';
import { NEXT_ACTIONS, type NextAction } from '../shapes.ts';

const ofGoals = (read: Read, challenge: ChallengeRow, enrollmentId: string): NextAction[] =>
  goalsOf(read, challenge.id).flatMap((goal): NextAction[] => {
    const toCommit = openToCommit(challenge, goal, read.now);
    const toSubmit = openToSubmit(challenge, goal, read.now);
    const entryIn = ({ period }: GoalPeriod) => goalEntry(read, enrollmentId, goal.id, period.index);
    const actions: NextAction[] = [];
    if (toCommit !== undefined) {
      const { committedAt = null, submittedAt = null } = entryIn(toCommit) ?? {};
      const isOpen = committedAt === null && submittedAt === null;
      if (isOpen) actions.push({ type: 'commit', dueAt: windowOf(challenge, toCommit).commitBy, id: goal.id });
    }
    if (toSubmit !== undefined && (entryIn(toSubmit)?.submittedAt ?? null) === null) {
      actions.push({ type: 'submit', dueAt: windowOf(challenge, toSubmit).submitBy, id: goal.id });
    }
    return actions;
  });

const ofAssessments = (read: Read, challenge: ChallengeRow, enrollmentId: string): NextAction[] => {
  const submitted = submissionsOf(read, enrollmentId);
  return assessmentsOf(read, challenge.id).flatMap((row): NextAction[] => {
    const { opensAt, closesAt } = assessmentWindow(challenge, row);
    const isOpen = opensAt <= read.now && read.now <= closesAt && !submitted.has(row.id);
    return isOpen ? [{ type: 'assessment', dueAt: closesAt, id: row.id }] : [];
  });
};

const ofArticles = (read: Read, challenge: ChallengeRow, enrollmentId: string): NextAction[] => {
  const reads = readsOf(read, enrollmentId);
  return articlesOf(read, challenge.id).flatMap((row): NextAction[] => {
    const isOpen = unlockOf(challenge, row) <= read.now && !reads.has(row.id);
    return isOpen ? [{ type: 'article', dueAt: challenge.closesAt, id: row.id }] : [];
  });
};

const byDue = (left: NextAction, right: NextAction): number => {
  if (left.dueAt !== right.dueAt) return left.dueAt < right.dueAt ? -1 : 1;
  return NEXT_ACTIONS.indexOf(left.type) - NEXT_ACTIONS.indexOf(right.type);
};

/** What is open for a member and due first; null when nothing is. */
export const nextActionOf = (read: Read, challenge: ChallengeRow, { id }: EnrollmentRow): NextAction | null => {
  if (isClosed(challenge, read.now)) return null;
  const open = [
    ...ofGoals(read, challenge, id),
    ...ofAssessments(read, challenge, id),
    ...ofArticles(read, challenge, id),
  ];
  return open.sort(byDue)[0] ?? null;
};
