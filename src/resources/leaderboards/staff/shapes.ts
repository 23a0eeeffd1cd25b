import { type Static, Type } from '@sinclair/typebox';
import {
  described,
  flag,
  id,
  instant,
  integer,
  listOf,
  nullable,
  object,
  optional,
  shape,
} from '../../../kernel/schemas.ts';
import { Leaderboard, LeaderboardPeriod } from '../record.ts';

const named = {
  clientId: described(nullable(id()), 'The client. `null` if you cannot read the client, and for an erased client.'),
  displayName: described(
    Type.String(),
    'First and last name if you can read the client; otherwise the name members see.',
  ),
};
const value = () => described(Type.Number(), "Visits, points, weeks, minutes, or the metric's value in its base unit.");
const formattedValue = () => described(Type.String(), 'The value with its unit.');

/** A member in a list, as staff see it. */
const ManagedLeaderboardEntry = shape('ManagedLeaderboardEntry', () => ({
  id: id(),
  object: Type.Literal('leaderboard_entry'),
  leaderboardId: id(),
  rank: described(
    integer(1, Number.MAX_SAFE_INTEGER),
    'The rank. Members with the same value share a rank: 1, 2, 2, 4.',
  ),
  ...named,
  isHidden: described(flag(), 'Whether the client has become hidden since the period closed. Members see Anonymous.'),
  value: value(),
  formattedValue: formattedValue(),
  achievedAt: described(instant(), 'Time at which the value was reached. Ties are ordered by it, earliest first.'),
  siteName: described(Type.String(), 'The name of the home site.'),
}));
const ListedLeaderboard = shape('ListedLeaderboard', () => ({
  ...Leaderboard.schema.properties,
  /** With `expand[]=leader`: the first of the current period. */
  leader: optional(nullable(ManagedLeaderboardEntry)),
}));

export const ManagedLeaderboardEntryList = listOf(ManagedLeaderboardEntry);

/** A period of a leaderboard, as staff see it. */
const ManagedLeaderboardPeriod = shape('ManagedLeaderboardPeriod', () => ({
  ...LeaderboardPeriod.schema.properties,
  leaderboardId: id(),
  winner: described(
    nullable(object({ ...named, value: value(), formattedValue: formattedValue() })),
    'The winner of a closed period. `null` if there is none.',
  ),
}));
export const ManagedLeaderboardPeriodList = listOf(ManagedLeaderboardPeriod);
export const ListedLeaderboardList = listOf(ListedLeaderboard);

export type ManagedEntryResponse = Static<typeof ManagedLeaderboardEntry>;
