import type { Static } from '@sinclair/typebox';
import type { ArticleResponse } from '../../../resources/challenges/articles/record.ts';
import type { AssessmentResponse } from '../../../resources/challenges/assessments/record.ts';
import type { GoalResponse } from '../../../resources/challenges/goals/record.ts';
import type { MemberChallenge } from '../../../resources/challenges/record.ts';
import type { AttendanceResponse, ProgressResponse } from '../../../resources/challenges/shapes.ts';
import type { LeaderboardPeriod, MemberLeaderboard } from '../../../resources/leaderboards/record.ts';
import type { EntryResponse, RankResponse, SummaryResponse } from '../../../resources/leaderboards/shapes.ts';
import type { MemberVisit } from '../visit.ts';

// What the interface answers to a member, as the pages of challenges and boards read it.

export type Challenge = Static<typeof MemberChallenge>;
export type Goal = GoalResponse;
export type Article = ArticleResponse;
export type Assessment = AssessmentResponse;
export type Attendance = AttendanceResponse;
export type Progress = ProgressResponse;
export type Board = Static<typeof MemberLeaderboard>;
export type BoardPeriod = Static<typeof LeaderboardPeriod.schema>;
export type BoardEntry = EntryResponse;
export type OwnRank = RankResponse;
export type Ranks = SummaryResponse;

export interface ListOf<Item> {
  readonly data: readonly Item[];
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

/** As many as a page shows of the parts of a challenge. */
export const MOST = '100';

const partPath = ({ param }: MemberVisit, rest = ''): string =>
  `/v2/member/challenges/${encodeURIComponent(param('id'))}${rest}`;

/** Something of the challenge that the address names. */
export const askChallenge = <Response>(
  visit: MemberVisit,
  rest = '',
  query: Readonly<Record<string, string | undefined>> = {},
): Promise<Response> => visit.ask<Response>('GET', partPath(visit, rest), { query });

/** Does something in the challenge that the address names. */
export const actInChallenge = (
  visit: MemberVisit,
  method: 'POST' | 'PUT' | 'DELETE',
  rest: string,
  sent: { readonly body?: object; readonly key?: string } = {},
): Promise<unknown> => visit.ask(method, partPath(visit, rest), sent);
