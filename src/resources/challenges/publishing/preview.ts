import { type Static, Type } from '@sinclair/typebox';
import type { Tx } from '../../../database/database.ts';
import type { Call, DryRun } from '../../../http/operations/call.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { count, described, id, instant, oneOf, shape } from '../../../kernel/schemas.ts';
import { articlesOf } from '../articles/queries.ts';
import { assessmentsOf } from '../assessments/queries.ts';
import { goalsOf } from '../goals/queries.ts';
import { statusAt } from '../queries.ts';
import { CHALLENGE_STATUSES, type ChallengeRow } from '../record.ts';
import { publishChallenge } from './publish.ts';

const ChallengePublishPreview = shape('ChallengePublishPreview', () => ({
  object: Type.Literal('challenge_publish_preview'),
  challengeId: id(),
  status: described(oneOf(...CHALLENGE_STATUSES), 'The status once it is published.'),
  enrollmentOpensAt: described(instant(), 'Time at which enrollment opens.'),
  enrollmentClosesAt: described(instant(), 'Time at which enrollment closes.'),
  goalCount: described(count(), 'The number of goals.'),
  assessmentCount: described(count(), 'The number of assessments.'),
  articleCount: described(count(), 'The number of articles.'),
}));

/** What publishing would do: refused as publishing would be. */
export const publishPreview: DryRun<Call<Caller, object, object, ChallengeRow>> = {
  response: ChallengePublishPreview,
  preview(tx: Tx, { caller, record }): Static<typeof ChallengePublishPreview> {
    const row = publishChallenge(tx, caller, record);
    return {
      object: 'challenge_publish_preview',
      challengeId: row.id,
      status: statusAt(row, tx.now),
      enrollmentOpensAt: row.enrollmentOpensAt,
      enrollmentClosesAt: row.enrollmentClosesAt,
      goalCount: goalsOf(tx, row.id).length,
      assessmentCount: assessmentsOf(tx, row.id).length,
      articleCount: articlesOf(tx, row.id).length,
    };
  },
};
