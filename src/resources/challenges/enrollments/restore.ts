// Enrollments that come from another studio, with what the members did there. Points and ranks are counted from it.

import type { Tx } from '../../../database/database.ts';
import { runAtOnce } from '../../../kernel/slices.ts';
import { addScore } from '../../../records/ranks.ts';
import { recordFact } from '../../facts/facts.ts';
import { visitsBetween } from '../../facts/queries.ts';
import type { Fact } from '../../facts/tables.ts';
import type { FactReactions, Reactions } from '../../reactions.ts';
import { articleReads } from '../articles/queries.ts';
import { submissionRows } from '../assessments/queries.ts';
import { ChangedPoints } from '../points/points.ts';
import { countVisitIn } from '../points/reactions.ts';
import { Challenge, ChallengeEnrollment, type ChallengeRow, type EnrollmentRow } from '../record.ts';
import type { ArticleReadRow, SubmissionRow } from '../tables.ts';

/** Where and when something counts; derived where it is not known. */
type CountedAt = Pick<Fact, 'id' | 'siteId' | 'at' | 'localDate' | 'homeDate'>;

/** The row of something that a member did, and what it counts. */
type Counted<Row> = Omit<Row, 'enrollmentId'> & { readonly worth: number; readonly counted: CountedAt | undefined };

/** What a member did, besides goals. */
interface Done {
  readonly submissions: readonly Counted<SubmissionRow>[];
  readonly reads: readonly Counted<ArticleReadRow>[];
  /** The visits that count in a challenge that no longer changes; null to find them among all visits. */
  readonly visits: readonly Pick<Fact, 'id' | 'at' | 'sourceId'>[] | null;
}

type Restoring = FactReactions & Pick<Reactions, 'enrollmentChanged' | 'pointsChanged'>;

/** Leaderboards follow once, when all visits are counted. */
const unfollowed = { pointsChanged() {} };

/** Stores an enrollment with what the member did, and counts its points. The goals follow one by one. */
export const restoreEnrollment = (
  tx: Tx,
  reactions: Restoring,
  challenge: ChallengeRow,
  row: EnrollmentRow,
  { submissions, reads, visits }: Done,
): void => {
  const { id: enrollmentId, clientId, status } = row;
  // The rank is stored at the end, once for all points.
  ChallengeEnrollment.rows.insert(tx, { ...row, status: 'withdrawn' });
  for (const { worth, counted, ...submission } of submissions) {
    submissionRows.insert(tx, { ...submission, enrollmentId });
    const { id: sourceId, createdAt: at } = submission;
    recordFact(tx, reactions, { kind: 'assessment', clientId, at, sourceId, value: worth, ...counted });
  }
  for (const { worth, counted, ...read } of reads) {
    articleReads.insert(tx, { ...read, enrollmentId });
    const { id: sourceId, readAt: at } = read;
    recordFact(tx, reactions, { kind: 'article_read', clientId, at, sourceId, value: worth, ...counted });
  }
  const base = Challenge.view(challenge).pointsRules.perAttendance;
  const points = new ChangedPoints(tx);
  for (const fact of visits ?? []) points.count(challenge, enrollmentId, { fact, part: 'attendance', base });
  if (visits === null) {
    const { startsAt, endsAt } = challenge;
    for (const fact of visitsBetween(tx, clientId, startsAt, endsAt)) {
      countVisitIn(points, challenge, row, fact);
    }
  }
  runAtOnce(points.settle(unfollowed));
  ChallengeEnrollment.rows.update(tx, enrollmentId, { status, updatedAt: row.updatedAt });
  if (status !== 'withdrawn') {
    const { pointsTotal = 0 } = ChallengeEnrollment.rows.find(tx, enrollmentId) ?? {};
    const { participantCount = 0 } = Challenge.rows.find(tx, challenge.id) ?? {};
    Challenge.rows.update(tx, challenge.id, { participantCount: participantCount + 1 });
    addScore(tx, challenge.id, pointsTotal);
  }
  reactions.enrollmentChanged(tx, enrollmentId);
};
