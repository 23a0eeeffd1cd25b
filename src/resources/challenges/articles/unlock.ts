import { startOfDate } from '../../../kernel/local-time.ts';
import { periodAt } from '../calendar.ts';
import type { ChallengeRow } from '../record.ts';
import type { ArticleRow } from './record.ts';

/** When an article opens: at the local start of its week. After the last week of a draft it never does. */
export const unlockOf = (challenge: ChallengeRow, { weekNumber }: ArticleRow): string => {
  const week = periodAt('week', challenge, weekNumber - 1);
  return week === undefined ? challenge.endsAt : startOfDate(week.first, challenge.timezone);
};
