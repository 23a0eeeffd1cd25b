import { Type } from '@sinclair/typebox';
import { count, instant, integer, listOf, nullable } from '../../../kernel/schemas.ts';
import * as field from '../../../records/fields.ts';
import { type CreateOf, type PatchOf, type ResponseOf, type RowOf, record } from '../../../records/record.ts';
import { pointsValue, position } from '../shapes.ts';

/** An article of a challenge: an entry of the content that opens in one of its weeks (records.md "Challenges"). */
export const ChallengeArticle = record('challenge_article', 'challengeArticles', () => ({
  challengeId: field.id().readOnly(),
  contentEntryId: field.id().described('The content entry.'),
  title: field.derived(Type.String()).described("The entry's title."),
  summary: field.derived(nullable(Type.String())).described("The entry's summary."),
  imageUrl: field.derived(nullable(Type.String())).described("The entry's small picture, or else its large one."),
  weekNumber: field
    .integer(integer(1, 54))
    .default(1)
    .described('The week in which it opens, starting at 1. Weeks start on Monday.'),
  unlocksAt: field.derived(instant()).described('Time at which it opens: the local start of its week.'),
  isUnlocked: field.derived(Type.Boolean()).described('Whether it is unlocked.'),
  readAt: field.derived(nullable(instant())).described('Time at which the member read it. `null` if they have not.'),
  pointsValue: pointsValue("Points for reading it. Defaults to the challenge's `perArticle`."),
  estimatedMinutes: field
    .integer(integer(1, 1000))
    .nullable()
    .derivedAs(nullable(count()))
    .described(
      'The estimated reading time. Defaults to the duration of the entry, or the time needed to read its text.',
    ),
  position: position(),
  archivedAt: field.archivedAt(),
}));

export const ChallengeArticleList = listOf(ChallengeArticle.schema);

export type ArticleRow = RowOf<typeof ChallengeArticle>;
export type ArticleResponse = ResponseOf<typeof ChallengeArticle>;
export type CreateArticleBody = CreateOf<typeof ChallengeArticle>;
export type UpdateArticleBody = PatchOf<typeof ChallengeArticle>;
