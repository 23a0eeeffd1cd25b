import { type Static, Type } from '@sinclair/typebox';
import { count, described, flag, id, instant, integer, listOf, nullable, object, shape } from '../../kernel/schemas.ts';

const rank = () => integer(1, Number.MAX_SAFE_INTEGER);
const value = () => described(Type.Number(), "Visits, points, weeks, minutes, or the metric's value in its base unit.");

/** A member in a list (records.md "Leaderboards"). */
const LeaderboardEntry = shape('LeaderboardEntry', () => ({
  id: id(),
  object: Type.Literal('leaderboard_entry'),
  rank: described(rank(), 'The rank. Members with the same value share a rank: 1, 2, 2, 4.'),
  displayName: described(
    Type.String(),
    'First name and initial; first and last name if `leaderboardVisibility` is visible, or is initials with a ' +
      '`displayConsent` in the challenge; Anonymous for members who have become hidden since a period closed.',
  ),
  value: value(),
  formattedValue: described(Type.String(), 'The value with its unit.'),
  isMe: described(flag(), 'Whether this is the member making the request.'),
  achievedAt: described(instant(), 'Time at which the value was reached. Ties are ordered by it, earliest first.'),
  siteName: described(Type.String(), 'The name of the home site.'),
}));
export const LeaderboardEntryList = listOf(LeaderboardEntry);

/** The rank of the member who asks (records.md "Leaderboards"). */
export const LeaderboardRank = shape('LeaderboardRank', () => ({
  object: Type.Literal('leaderboard_rank'),
  rank: described(nullable(rank()), '`null` without a value.'),
  value: described(nullable(Type.Number()), '`null` without a value.'),
  formattedValue: described(nullable(Type.String()), 'The value with its unit.'),
  percentile: described(
    nullable(Type.Number({ minimum: 0, maximum: 100 })),
    'The percentage of participants ranked below.',
  ),
  previousRank: described(nullable(rank()), 'The rank at the last midnight, or `null`.'),
  rankChange: described(
    nullable(Type.Integer()),
    'The number of ranks gained since then. Negative if the rank is worse.',
  ),
  participantCount: described(count(), 'The number of members in the ranking, including this one.'),
  gapToNext: described(
    nullable(value()),
    'The difference to the next better value. `null` for the first rank, and for hidden members.',
  ),
  neighbors: described(Type.Array(LeaderboardEntry), 'Two members on either side, in order.'),
  isParticipating: described(flag(), 'Whether the member has a value.'),
}));

/** The ranks of the member who asks on all leaderboards (records.md "Leaderboards"). */
export const LeaderboardSummary = shape('LeaderboardSummary', () => ({
  object: Type.Literal('leaderboard_summary'),
  boards: described(
    Type.Array(
      object({
        leaderboardId: id(),
        name: Type.String(),
        rank: described(nullable(rank()), '`null` without a value.'),
        value: described(nullable(Type.Number()), '`null` without a value.'),
        participantCount: described(count(), 'The number of ranked members.'),
        rankChange: described(nullable(Type.Integer()), 'The number of ranks gained since the last midnight.'),
      }),
    ),
    'All active leaderboards, oldest first.',
  ),
  bestRank: described(nullable(rank()), 'The best of all ranks. `null` without any.'),
}));

export type EntryResponse = Static<typeof LeaderboardEntry>;
export type RankResponse = Static<typeof LeaderboardRank>;
export type SummaryResponse = Static<typeof LeaderboardSummary>;
