import type { Tx } from '../../../database/database.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { type Detail, forbidden, invalid, missingResource } from '../../../kernel/problem.ts';
import { storeChanges } from '../../../records/store-changes.ts';
import { ContentEntry } from '../../content/entries/record.ts';
import { recordFact } from '../../facts/facts.ts';
import type { FactReactions } from '../../reactions.ts';
import { weeksOf } from '../calendar.ts';
import { requireUnchanged } from '../challenges.ts';
import { requireOwn, requireRoom } from '../parts.ts';
import { Challenge, type ChallengeRow, type EnrollmentRow } from '../record.ts';
import type { ArticleReadRow } from '../tables.ts';
import { articlesOf, readsOf } from './queries.ts';
import { type ArticleRow, ChallengeArticle, type CreateArticleBody, type UpdateArticleBody } from './record.ts';
import { unlockOf } from './unlock.ts';

const MAX_ARTICLES = 200;

/** What is wrong with the week of an article in its challenge. */
export const wrongArticleWeek = ({ weekNumber }: ArticleRow, challenge: ChallengeRow): Detail[] => {
  const weeks = weeksOf(challenge).length;
  const message = `The challenge has ${weeks} weeks. Send a week from 1 to ${weeks}.`;
  return weekNumber > weeks ? [{ param: 'weekNumber', code: 'parameter_invalid', message }] : [];
};

const check = (tx: Tx, caller: Caller, row: ArticleRow, challenge: ChallengeRow): void => {
  const { contentEntryId } = row;
  const entry = ContentEntry.rows.find(tx, contentEntryId);
  if (entry === undefined || !ContentEntry.canAccess(caller, entry)) {
    throw missingResource('contentEntryId', 'content entry', contentEntryId);
  }
  const details = wrongArticleWeek(row, challenge);
  if (details.length > 0) throw invalid(details);
};

/** Adds an article to a challenge. @throws Problem 400 for its entry and its week. */
export const createArticle = (
  tx: Tx,
  caller: Caller,
  challenge: ChallengeRow,
  body: CreateArticleBody,
  id: string = tx.id(),
): ArticleRow => {
  requireOwn(caller, challenge);
  requireRoom(articlesOf(tx, challenge.id), MAX_ARTICLES, 'articles');
  const row = ChallengeArticle.make(tx, body, { id, challengeId: challenge.id });
  check(tx, caller, row, challenge);
  ChallengeArticle.rows.insert(tx, row);
  return row;
};

const FIXED = ['contentEntryId', 'weekNumber', 'pointsValue'] as const;

/** Updates an article. Throws as `createArticle`, and 409 `challenge_published` for what members rely on. */
export const updateArticle = (
  tx: Tx,
  caller: Caller,
  challenge: ChallengeRow,
  row: ArticleRow,
  body: UpdateArticleBody,
): ArticleRow => {
  requireOwn(caller, challenge);
  const next = { ...row, ...ChallengeArticle.columns(body, row) };
  requireUnchanged(challenge, row, next, FIXED);
  check(tx, caller, next, challenge);
  return storeChanges(tx, ChallengeArticle, row, next);
};

const INSERT = 'insert into "challengeArticleReads" ("id", "enrollmentId", "articleId", "readAt") values (?, ?, ?, ?)';

export const insertArticleRead = (tx: Tx, { id, enrollmentId, articleId, readAt }: ArticleReadRow): void => {
  tx.db.query(INSERT).run(id, enrollmentId, articleId, readAt);
};

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
  insertArticleRead(tx, { id, enrollmentId: enrollment.id, articleId: row.id, readAt: tx.now });
  const value = row.pointsValue ?? Challenge.view(challenge).pointsRules.perArticle;
  recordFact(tx, reactions, { kind: 'article_read', clientId: enrollment.clientId, at: tx.now, sourceId: id, value });
};
