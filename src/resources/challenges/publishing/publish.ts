import type { Read, Tx } from '../../../database/database.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { conflict, type Detail } from '../../../kernel/problem.ts';
import { storeChanges } from '../../../records/store-changes.ts';
import { wrongArticleWeek } from '../articles/articles.ts';
import { articlesOf } from '../articles/queries.ts';
import { wrongAssessmentTimes } from '../assessments/assessments.ts';
import { assessmentsOf } from '../assessments/queries.ts';
import { wrongGoalTimes } from '../goals/goals.ts';
import { goalsOf } from '../goals/queries.ts';
import { requireOwn } from '../parts.ts';
import { Challenge, type ChallengeRow } from '../record.ts';

/** What is wrong with the parts of one kind; `path` is their name in the path. */
const problemsOf = <Row>(path: string, rows: readonly Row[], wrong: (row: Row) => readonly Detail[]): Detail[] =>
  rows.flatMap((row, index) => wrong(row).map((detail) => ({ ...detail, param: `${path}[${index}].${detail.param}` })));

/**
 * A draft can move to other days after its parts were added. Publishing fixes both.
 * @throws Problem 409 `challenge_not_ready` with every part that does not fit the days.
 */
const requireFitting = (read: Read, challenge: ChallengeRow): void => {
  const details = [
    ...problemsOf('goals', goalsOf(read, challenge.id), (goal) => wrongGoalTimes(goal, challenge)),
    ...problemsOf('assessments', assessmentsOf(read, challenge.id), (row) => wrongAssessmentTimes(row, challenge)),
    ...problemsOf('articles', articlesOf(read, challenge.id), (article) => wrongArticleWeek(article, challenge)),
  ];
  if (details.length === 0) return;
  const message = `Parts of the challenge '${challenge.title}' do not fit its dates. Fix those in 'details' first.`;
  throw conflict('challenge_not_ready', message, details);
};

/** Publishing again changes nothing. @throws Problem 409 `challenge_archived`, `challenge_not_ready`. */
export const publishChallenge = (tx: Tx, caller: Caller, row: ChallengeRow): ChallengeRow => {
  requireOwn(caller, row);
  if (row.archivedAt !== null) {
    throw conflict('challenge_archived', `The challenge '${row.title}' is archived. Create another one.`);
  }
  if (row.publishedAt !== null) return row;
  requireFitting(tx, row);
  return storeChanges(tx, Challenge, row, { ...row, publishedAt: tx.now });
};
