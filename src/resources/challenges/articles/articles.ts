import type { Tx } from '../../../database/database.ts';
import { type Detail, forbidden, invalidDetail, missingDetail } from '../../../kernel/problem.ts';
import { ContentEntry } from '../../content/entries/record.ts';
import { recordFact } from '../../facts/facts.ts';
import type { FactReactions } from '../../reactions.ts';
import { weeksOf } from '../calendar.ts';
import { partChanges } from '../parts.ts';
import { Challenge, type ChallengeRow, type EnrollmentRow } from '../record.ts';
import { articleReads, articlesOf, readsOf, unlockOf } from './queries.ts';
import { type ArticleRow, ChallengeArticle, type CreateArticleBody, type UpdateArticleBody } from './record.ts';

export const wrongArticleWeek = ({ weekNumber }: ArticleRow, challenge: ChallengeRow): Detail[] => {
  const weeks = weeksOf(challenge).length;
  const message = `The challenge has ${weeks} weeks. Send a week from 1 to ${weeks}.`;
  return weekNumber > weeks ? [invalidDetail('weekNumber', message, { reason: 'too_large', max: weeks })] : [];
};

export const { create: createArticle, update: updateArticle } = partChanges<
  ArticleRow,
  CreateArticleBody,
  UpdateArticleBody
>({
  record: ChallengeArticle,
  most: [200, 'articles'],
  fixed: ['contentEntryId', 'weekNumber', 'pointsValue'],
  all: articlesOf,
  wrong(tx, caller, row, challenge) {
    if (ContentEntry.lookUp(tx, caller, row.contentEntryId) === undefined) {
      return [missingDetail('contentEntryId', 'content entry', row.contentEntryId)];
    }
    return wrongArticleWeek(row, challenge);
  },
});

/** Marks an article as read by a member; the first time counts. @throws Problem 403 `content_locked`. */
export const readArticle = (
  tx: Tx,
  reactions: FactReactions,
  { challenge, enrollment }: { readonly challenge: ChallengeRow; readonly enrollment: EnrollmentRow },
  row: ArticleRow,
): void => {
  const unlocksAt = unlockOf(challenge, row);
  if (unlocksAt > tx.now) {
    throw forbidden(`The article opens at ${unlocksAt}, in week ${row.weekNumber} of the challenge.`, 'content_locked');
  }
  if (readsOf(tx, enrollment.id).has(row.id)) return;
  const id = tx.id();
  articleReads.insert(tx, { id, enrollmentId: enrollment.id, articleId: row.id, readAt: tx.now });
  const value = row.pointsValue ?? Challenge.view(challenge).pointsRules.perArticle;
  recordFact(tx, reactions, { kind: 'article_read', clientId: enrollment.clientId, at: tx.now, sourceId: id, value });
};
