import type { Read } from '../../../database/database.ts';
import { startOfDate } from '../../../kernel/local-time.ts';
import { tableRows } from '../../../records/query.ts';
import { periodAt } from '../calendar.ts';
import { liveChallengeIds } from '../queries.ts';
import { Challenge, type ChallengeRow } from '../record.ts';
import { type ArticleReadRow, challengeArticleReads } from '../tables.ts';
import type { ArticleRow } from './record.ts';

const ARTICLES = `select * from "challengeArticles" where "challengeId" = ? and "archivedAt" is null
  order by "weekNumber", "position", "id"`;

export const articlesOf = (read: Read, challengeId: string): ArticleRow[] =>
  read.db.query<ArticleRow, [string]>(ARTICLES).all(challengeId);

/** When an article opens: at the local start of its week. After the last week of a draft it never does. */
export const unlockOf = (challenge: ChallengeRow, { weekNumber }: ArticleRow): string => {
  const week = periodAt('week', challenge, weekNumber - 1);
  return week === undefined ? challenge.endsAt : startOfDate(week.first, challenge.timezone);
};

/** The content entries that the enrollments of a client open: the articles, in their weeks, of challenges that are not over. */
export const openArticleEntries = (read: Read, clientId: string): ReadonlySet<string> => {
  const challenges = Challenge.rows.findAll(read, [...liveChallengeIds(read, clientId)]);
  const open = challenges.flatMap((challenge) =>
    articlesOf(read, challenge.id).filter((article) => unlockOf(challenge, article) <= read.now),
  );
  return new Set(open.map(({ contentEntryId }) => contentEntryId));
};

export const articleReads = tableRows(challengeArticleReads);

const READS = 'select * from "challengeArticleReads" where "enrollmentId" = ?';

/** What a member has read, by the id of the article. */
export const readsOf = (read: Read, enrollmentId: string | undefined): Map<string, ArticleReadRow> => {
  if (enrollmentId === undefined) return new Map();
  const rows = read.db.query<ArticleReadRow, [string]>(READS).all(enrollmentId);
  return new Map(rows.map((row) => [row.articleId, row]));
};
