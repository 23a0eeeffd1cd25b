import type { Static } from '@sinclair/typebox';
import type { ArticleResponse } from '../../../resources/challenges/articles/record.ts';
import type { AssessmentResponse } from '../../../resources/challenges/assessments/record.ts';
import type { GoalResponse } from '../../../resources/challenges/goals/record.ts';
import type { MemberChallenge } from '../../../resources/challenges/record.ts';
import type { AttendanceResponse, ProgressResponse } from '../../../resources/challenges/shapes.ts';
import type { LeaderboardPeriod, MemberLeaderboard } from '../../../resources/leaderboards/record.ts';
import type { EntryResponse, RankResponse } from '../../../resources/leaderboards/shapes.ts';
import type { MemberVisit } from '../visit.ts';

// What the API answers to a member, as the pages of challenges and boards read it.

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

/** As many as a page shows of the parts of a challenge. */
export const MOST = 100;

export const challengeOf = ({ callApi, param }: MemberVisit): Promise<Challenge> =>
  callApi('getChallenge', { path: { id: param('id') } });
