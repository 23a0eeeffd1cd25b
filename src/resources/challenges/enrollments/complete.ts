import type { Tx } from '../../../database/database.ts';
import type { Store } from '../../../database/store.ts';
import { changeSome } from '../../../kernel/slices.ts';
import { homeSiteId } from '../../facts/queries.ts';
import type { Reactions } from '../../reactions.ts';
import { challengeToComplete, someEnrolled } from '../queries.ts';
import { Challenge, ChallengeEnrollment } from '../record.ts';
import { rankOf } from '../view.ts';

type Completing = Pick<Reactions, 'challengeCompleted'>;

/** How many enrolments one transaction completes at most. */
const BATCH = 50;

/** Stores the final ranks of some of those who take part in a challenge that is over. Returns whether more is left. */
const completeSome = (tx: Tx, reactions: Completing): boolean => {
  const challenge = challengeToComplete(tx);
  if (challenge === undefined) return false;
  const { id: challengeId, closesAt } = challenge;
  const rows = someEnrolled(tx, challengeId, BATCH);
  const count = changeSome(rows, (row) => {
    const { id: enrollmentId, clientId, pointsTotal } = row;
    // Nothing changes the counts of the ranks any more, so that each slice sees the same.
    const finalRank = rankOf(tx, row);
    const end = { status: 'completed' as const, completedAt: closesAt, finalRank, updatedAt: tx.now };
    ChallengeEnrollment.rows.update(tx, enrollmentId, end);
    const data = { challengeId, clientId, enrollmentId, pointsTotal, finalRank };
    tx.raise('challenge.completed', homeSiteId(tx, clientId), data);
    reactions.challengeCompleted(tx, clientId);
  });
  if (count === rows.length && rows.length < BATCH) Challenge.rows.update(tx, challengeId, { completedAt: tx.now });
  return true;
};

/** Completes the challenges that ended an hour ago: freezes their ranks, and raises `challenge.completed` once for each member. */
export const completeChallenges = async (store: Store, signal: AbortSignal, reactions: Completing): Promise<void> => {
  while (!signal.aborted && store.read((read) => challengeToComplete(read)) !== undefined) {
    await store.write((tx) => completeSome(tx, reactions));
  }
};
