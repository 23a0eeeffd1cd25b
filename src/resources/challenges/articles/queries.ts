import type { Read } from '../../../database/database.ts';
import type { ArticleReadRow } from '../tables.ts';
import type { ArticleRow } from './record.ts';

const ARTICLES = `select * from "challengeArticles" where "challengeId" = ? and "archivedAt" is null
  order by "weekNumber", "position", "id"`;

/** The articles of a challenge that are not archived, by week and position. */
export const articlesOf = (read: Read, challengeId: string): ArticleRow[] =>
  read.db.query<ArticleRow, [string]>(ARTICLES).all(challengeId);

const READS = 'select * from "challengeArticleReads" where "enrollmentId" = ?';

/** What a member has read, by the id of the article. */
export const readsOf = (read: Read, enrollmentId: string | undefined): Map<string, ArticleReadRow> => {
  if (enrollmentId === undefined) return new Map();
  const rows = read.db.query<ArticleReadRow, [string]>(READS).all(enrollmentId);
  return new Map(rows.map((row) => [row.articleId, row]));
};
