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
  clientId: described(nullable(id()), 'The client; null for who may not read the client, and for an erased client.'),
  displayName: described(
    Type.String(),
    'First and last name for who may read the client; for others the name that members read.',
  ),
};
const value = () =>
  described(Type.Number(), 'Visits, points, weeks, minutes, or the value of the metric in its base unit.');
const formattedValue = () => described(Type.String(), 'The value with its unit.');

/** A member in a list, as staff see it. */
const ManagedLeaderboardEntry = shape('ManagedLeaderboardEntry', () => ({
  id: id(),
  object: Type.Literal('leaderboard_entry'),
  leaderboardId: id(),
  rank: described(integer(1, Number.MAX_SAFE_INTEGER), 'Members with the same value have the same rank: 1, 2, 2, 4.'),
  ...named,
  isHidden: described(flag(), 'Whether the client has hidden since the period closed: members read Anonymous.'),
  value: value(),
  formattedValue: formattedValue(),
  achievedAt: described(instant(), 'When the value was reached. It orders a tie, the earlier first.'),
  siteName: described(Type.String(), 'The name of the home site.'),
}));
/** A leaderboard, as staff list it. */
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
    'The first of a closed period; null without anybody.',
  ),
}));
export const ManagedLeaderboardPeriodList = listOf(ManagedLeaderboardPeriod);
export const ListedLeaderboardList = listOf(ListedLeaderboard);

export type ManagedEntryResponse = Static<typeof ManagedLeaderboardEntry>;
