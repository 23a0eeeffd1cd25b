import { Type } from '@sinclair/typebox';
import { count, instant, integer, listOf, nullable } from '../../../kernel/schemas.ts';
import * as field from '../../../records/fields.ts';
import { type CreateOf, type PatchOf, type ResponseOf, type RowOf, record } from '../../../records/record.ts';
import { pointsValue, position } from '../shapes.ts';

/** An article of a challenge: an entry of the content that opens in one of its weeks (records.md "Challenges"). */
export const ChallengeArticle = record('challenge_article', 'challengeArticles', () => ({
  challengeId: field.id().readOnly(),
  contentEntryId: field.id().described('The entry of the content.'),
  title: field.derived(Type.String()).described('The title of the entry.'),
  summary: field.derived(nullable(Type.String())).described('The summary of the entry.'),
  imageUrl: field
    .derived(nullable(Type.String()))
    .described('The small picture of the entry, or else the large picture.'),
  weekNumber: field
    .integer(integer(1, 54))
    .default(1)
    .described('The week in which it opens, from 1. Weeks begin on Monday.'),
  unlocksAt: field.derived(instant()).described('When it opens: the local start of its week.'),
  isUnlocked: field.derived(Type.Boolean()).described('Whether it has opened.'),
  readAt: field.derived(nullable(instant())).described('When the member read it; null if not yet.'),
  pointsValue: pointsValue("The points for reading it; 'perArticle' of the challenge by default."),
  estimatedMinutes: field
    .integer(integer(1, 1000))
    .nullable()
    .derivedAs(nullable(count()))
    .described('How long it takes; by default the length of the entry, or the time to read its text.'),
  position: position(),
  archivedAt: field.archivedAt(),
}));

export const ChallengeArticleList = listOf(ChallengeArticle.schema);

export type ArticleRow = RowOf<typeof ChallengeArticle>;
export type ArticleResponse = ResponseOf<typeof ChallengeArticle>;
export type CreateArticleBody = CreateOf<typeof ChallengeArticle>;
export type UpdateArticleBody = PatchOf<typeof ChallengeArticle>;
