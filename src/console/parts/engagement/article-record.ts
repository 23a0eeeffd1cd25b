import type { Schemas } from '../../api/types.ts';
import { fieldsOf } from '../../forms/record-fields.ts';
import type { DraftOf } from '../../forms/specs.ts';
import { PART_POINTS } from './goal-record.ts';

type Article = Schemas['ChallengeArticle'];
type NewArticle = Schemas['CreateChallengeArticleRequest'];
export type ArticleDraft = DraftOf<Article, NewArticle, unknown>;

/** What stays once a challenge is published, beside its entry, which always does. */
export const ARTICLE_FIXED = ['weekNumber', 'pointsValue'] as const;

const WHOLE = { kind: 'number', wrong: 'engagement.needsWhole' } as const;

export const articleFields = fieldsOf<Article, NewArticle>()({
  contentEntryId: { kind: 'pick', isWide: true, label: 'parts.entry', missing: 'parts.needsEntry' },
  weekNumber: {
    ...WHOLE,
    label: 'parts.week',
    hint: 'parts.weekHint',
    missing: 'engagement.needsWhole',
    start: '1',
  },
  pointsValue: PART_POINTS,
  estimatedMinutes: { ...WHOLE, label: 'parts.minutes', hint: 'parts.minutesHint' },
});
