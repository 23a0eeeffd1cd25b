import type { Tx } from '../../../database/database.ts';
import { textsOf } from '../../../records/query.ts';
import { visitsBetween } from '../../facts/queries.ts';
import { ChangedPoints, type Moving } from '../points/points.ts';
import { countVisitIn } from '../points/reactions.ts';
import { isClosed } from '../queries.ts';
import { Challenge, ChallengeEnrollment, type EnrollmentRow } from '../record.ts';
import { countEnrolled, type Enrolling } from './enroll.ts';

/** What a member did in a challenge, by enrollment. */
const PARTS = ['challengeGoalEntries', 'challengeAssessmentSubmissions', 'challengeArticleReads'] as const;

const SOURCES = PARTS.map((table) => `select "id" from "${table}" where "enrollmentId" = ?1`).join(' union all ');

export const sourcesOf = (tx: Tx, enrollmentId: string): string[] => textsOf(tx, SOURCES, enrollmentId);

/** The rows that belong to an enrollment, by table, for the audit log. */
export const partsOf = (tx: Tx, enrollmentId: string): Readonly<Record<string, readonly object[]>> =>
  Object.fromEntries(
    [...PARTS, 'challengePoints'].map((table) => [
      table,
      tx.db.query<object, [string]>(`select * from "${table}" where "enrollmentId" = ?`).all(enrollmentId),
    ]),
  );

/** Removes an enrollment with all that belongs to it. Facts must be taken back before. */
export const removeEnrollment = (tx: Tx, reactions: Enrolling, { id }: EnrollmentRow): void => {
  const row = ChallengeEnrollment.rows.find(tx, id);
  if (row === undefined) return;
  for (const table of [...PARTS, 'challengePoints']) {
    tx.db.query(`delete from "${table}" where "enrollmentId" = ?`).run(id);
  }
  // Leaderboards that name the challenge follow.
  ChallengeEnrollment.rows.update(tx, id, { status: 'withdrawn' });
  if (row.status === 'withdrawn') reactions.enrollmentChanged(tx, id);
  else countEnrolled(tx, reactions, row, -1);
  tx.db.query('delete from "challengeEnrollments" where "id" = ?').run(id);
};

/** Counts the visits of a member in an enrollment that was another client's before, until its challenge closes. */
export function* countVisitsOf(
  tx: Tx,
  reactions: Moving,
  { id, challengeId, clientId }: EnrollmentRow,
): Generator<void, void> {
  const challenge = Challenge.rows.find(tx, challengeId);
  const row = ChallengeEnrollment.rows.find(tx, id);
  if (challenge === undefined || row === undefined || challenge.archivedAt !== null || isClosed(challenge, tx.now))
    return;
  const points = new ChangedPoints(tx);
  for (const fact of visitsBetween(tx, clientId, challenge.startsAt, challenge.endsAt)) {
    countVisitIn(points, challenge, row, fact);
    yield;
  }
  yield* points.settle(reactions);
}
