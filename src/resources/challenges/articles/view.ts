import type { Read } from '../../../database/database.ts';
import { ContentEntry, type EntryRow } from '../../content/entries/record.ts';
import type { PicturesOf } from '../../content/entries/view.ts';
import type { ChallengeRow } from '../record.ts';
import { readsOf, unlockOf } from './queries.ts';
import { type ArticleResponse, type ArticleRow, ChallengeArticle } from './record.ts';

const WORDS_PER_MINUTE = 200;

const minutesOf = ({ durationSeconds, body }: EntryRow): number | null => {
  if (durationSeconds !== null) return Math.max(1, Math.ceil(durationSeconds / 60));
  return body === null ? null : Math.max(1, Math.ceil(body.split(/\s+/).length / WORDS_PER_MINUTE));
};

export const articleViews = (
  read: Read,
  challenge: ChallengeRow,
  rows: readonly ArticleRow[],
  enrollmentId: string | undefined,
  picturesOf: PicturesOf,
) => {
  const ids = [...new Set(rows.map(({ contentEntryId }) => contentEntryId))];
  const entries = new Map(ContentEntry.rows.findAll(read, ids).map((entry) => [entry.id, entry]));
  const pictureOf = picturesOf(read, [...entries.values()]);
  const reads = readsOf(read, enrollmentId);
  return (row: ArticleRow): ArticleResponse => {
    const entry = entries.get(row.contentEntryId);
    const unlocksAt = unlockOf(challenge, row);
    return {
      ...ChallengeArticle.view(row),
      title: entry?.title ?? '',
      summary: entry?.summary ?? null,
      imageUrl: entry === undefined ? null : pictureOf(entry),
      unlocksAt,
      isUnlocked: unlocksAt <= read.now,
      readAt: reads.get(row.id)?.readAt ?? null,
      estimatedMinutes: row.estimatedMinutes ?? (entry === undefined ? null : minutesOf(entry)),
    };
  };
};
