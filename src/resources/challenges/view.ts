import type { Read } from '../../database/database.ts';
import { withoutIntegrationFields } from '../../records/member-fields.ts';
import { rankOfScore } from '../../records/ranks.ts';
import { enrollmentsOf, isClosed, statusAt } from './queries.ts';
import {
  Challenge,
  ChallengeEnrollment,
  type ChallengeRow,
  type EnrollmentResponse,
  type EnrollmentRow,
} from './record.ts';

/** The rank of someone who takes part, among all of them by points (1, 2, 2, 4). */
export const rankOf = (read: Read, { challengeId, pointsTotal, finalRank }: EnrollmentRow): number =>
  finalRank ?? rankOfScore(read, challengeId, pointsTotal);

/** An enrollment in responses. It is completed when the challenge closes, also before the job has stored it. */
export const enrollmentView = (read: Read, row: EnrollmentRow, challenge: ChallengeRow): EnrollmentResponse => {
  const { status, completedAt, finalRank } = row;
  const ends = status === 'enrolled' && challenge.archivedAt === null && isClosed(challenge, read.now);
  const end = ends
    ? { status: 'completed' as const, completedAt: challenge.closesAt, finalRank: rankOf(read, row) }
    : { status, completedAt, finalRank };
  return { ...ChallengeEnrollment.view(row), ...end };
};

/** An enrollment as staff see it, with the rank of who takes part. */
export const rankedEnrollmentView = (read: Read, row: EnrollmentRow, challenge: ChallengeRow) => ({
  ...enrollmentView(read, row, challenge),
  rank: row.status === 'withdrawn' ? null : rankOf(read, row),
});

export const challengeView = (read: Read, row: ChallengeRow) => ({
  ...Challenge.view(row),
  status: statusAt(row, read.now),
  enrollment: null,
});

/** The views of challenges for a member, with the member's enrollments: one query for all of them. */
export const memberChallengeViews = (read: Read, clientId: string, rows: readonly ChallengeRow[]) => {
  const enrollments = enrollmentsOf(
    read,
    clientId,
    rows.map(({ id }) => id),
  );
  return (row: ChallengeRow) => {
    const own = enrollments.get(row.id);
    const enrollment = own === undefined ? null : enrollmentView(read, own, row);
    return { ...withoutIntegrationFields(challengeView(read, row)), enrollment };
  };
};
