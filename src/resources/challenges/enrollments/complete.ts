import type { Read } from '../../../database/database.ts';
import type { Store } from '../../../database/store.ts';
import { nothingDue, sweep } from '../../../database/sweep.ts';
import { homeSiteId } from '../../facts/queries.ts';
import type { Reactions } from '../../reactions.ts';
import { challengesToComplete, someEnrolled } from '../queries.ts';
import { Challenge, ChallengeEnrollment, type ChallengeRow, type EnrollmentRow } from '../record.ts';
import { rankOf } from '../view.ts';

type Completing = Pick<Reactions, 'challengeCompleted'>;

interface Ended {
  readonly challenge: ChallengeRow;
  readonly row?: EnrollmentRow;
}

const nextEnded = (read: Read, limit: number): Ended[] => {
  const found: Ended[] = [];
  for (const challenge of challengesToComplete(read, limit)) {
    const rows = someEnrolled(read, challenge.id, limit);
    found.push(...(rows.length === 0 ? [{ challenge }] : rows.map((row) => ({ challenge, row }))));
    if (found.length >= limit) break;
  }
  return found;
};

export const noChallengeEnded = nothingDue(nextEnded);

/** Completes the challenges that ended an hour ago: freezes their ranks, and raises `challenge.completed` once for each member. */
export const completeChallenges = (store: Store, signal: AbortSignal, reactions: Completing): Promise<number> =>
  sweep(
    store,
    {
      rows: nextEnded,
      change(tx, { challenge: { id: challengeId, closesAt }, row }) {
        if (row === undefined) return Challenge.rows.update(tx, challengeId, { completedAt: tx.now });
        const { id: enrollmentId, clientId, pointsTotal } = row;
        // The counts of the ranks no longer change, so that each transaction sees the same.
        const finalRank = rankOf(tx, row);
        const end = { status: 'completed' as const, completedAt: closesAt, finalRank, updatedAt: tx.now };
        ChallengeEnrollment.rows.update(tx, enrollmentId, end);
        const data = { challengeId, clientId, enrollmentId, pointsTotal, finalRank };
        tx.raise('challenge.completed', homeSiteId(tx, clientId), data);
        return reactions.challengeCompleted(tx, clientId);
      },
    },
    signal,
  );
