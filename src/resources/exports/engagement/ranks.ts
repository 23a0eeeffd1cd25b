// Leaderboards with their scores, awards with their grants, streaks, and the facts that belong to no other record.

import { Type } from '@sinclair/typebox';
import { isNotNull, sql } from 'drizzle-orm';
import type { Read } from '../../../database/database.ts';
import { STREAK_TYPES } from '../../../events/enumerations.ts';
import {
  count,
  date,
  described,
  flag,
  id,
  instant,
  nullable,
  object,
  oneOf,
  type Static,
} from '../../../kernel/schemas.ts';
import { pagesOf } from '../../../records/pages.ts';
import { rankOfScore } from '../../../records/ranks.ts';
import { awardPage } from '../../awards/queries.ts';
import { Award, AwardGrant, type GrantRow } from '../../awards/record.ts';
import { sitesOfClients } from '../../clients/queries.ts';
import { type Fact, facts } from '../../facts/tables.ts';
import { boardPage } from '../../leaderboards/queries.ts';
import { Leaderboard, type LeaderboardRow } from '../../leaderboards/record.ts';
import { scoreOf } from '../../leaderboards/scores/scores.ts';
import { leaderboardScores, type ScoreRow } from '../../leaderboards/tables.ts';
import { whole } from '../../streaks/counting.ts';
import { streaksOf } from '../../streaks/queries.ts';
import {
  type ExportFamily,
  listed,
  ofClients,
  ofMembers,
  PAGE_SIZE,
  plain,
  valuesIn,
  viewed,
} from '../exported-family.ts';

const every = { direction: 'descending', filters: {} } as const;

export const boardPeriod = object(() => ({
  id: id(),
  label: Type.String(),
  startDate: described(date(), 'Its first local date.'),
  endDate: described(nullable(date()), 'The local date after its last date; null for no end.'),
  closedAt: described(nullable(instant()), 'Time at which it was closed. It no longer changes after that.'),
  createdAt: instant(),
  updatedAt: instant(),
}));

const exportedLeaderboard = object(() => {
  const { currentPeriodId, status, participantCount, ...board } = Leaderboard.schema.properties;
  return { ...board, periods: Type.Array(boardPeriod) };
});

const PERIODS = `select "id", "label", "startDate", "endDate", "closedAt", "createdAt", "updatedAt"
  from "leaderboardPeriods" where "leaderboardId" = ? order by "startsAt", "id"`;

export const leaderboardViews =
  (read: Read) =>
  (row: LeaderboardRow): object => ({
    ...Leaderboard.view(row),
    periods: read.db.query(PERIODS).all(row.id),
  });

const exportedScore = object(() => ({
  id: id(),
  object: Type.Literal('leaderboard_score'),
  leaderboardId: id(),
  periodId: id(),
  clientId: id(),
  division: described(nullable(Type.String()), '`null` without a value.'),
  rank: described(nullable(count()), 'null for an entry that only its owner sees.'),
  value: Type.Number(),
  achievedAt: instant(),
  createdAt: instant(),
  updatedAt: instant(),
  state: object({
    isRanked: described(flag(), 'Whether others see it.'),
    amount: described(Type.Number(), 'What the value is computed from.'),
    valueBefore: described(nullable(Type.Number()), 'The value at the beginning of `day`, or null.'),
    day: described(date(), 'The local date of the last change.'),
  }),
}));

const allScoresPage = pagesOf<ScoreRow>(leaderboardScores, () => ({
  direction: 'descending',
  filters: { hasValue: isNotNull(leaderboardScores.value) },
  sites: sitesOfClients(leaderboardScores.clientId),
}));

export const scoreViews = (read: Read, rows: readonly ScoreRow[]) => {
  const boards = new Map(
    Leaderboard.rows
      .findAll(read, [...new Set(rows.map(({ leaderboardId }) => leaderboardId))])
      .map((row) => [row.id, row]),
  );
  return (row: ScoreRow): object => {
    const { division, list, value, amount, valueBefore, day } = row;
    const of = boards.get(row.leaderboardId);
    return valuesIn(exportedScore, {
      ...row,
      object: 'leaderboard_score',
      division: division === '' ? null : division,
      rank: list === null || of === undefined ? null : rankOfScore(read, list, scoreOf(of, value ?? 0)),
      value: value ?? 0,
      state: { isRanked: list !== null, amount, valueBefore, day },
    });
  };
};

const exportedGrant = object(() => ({ ...AwardGrant.schema.properties, state: AwardGrant.state }));

const allGrantsPage = pagesOf<GrantRow>(AwardGrant.table, () => ({
  ...every,
  sites: sitesOfClients(AwardGrant.table.clientId),
}));

const exportedGrantView = (row: GrantRow): object => ({
  ...AwardGrant.view(row),
  state: AwardGrant.stateOf(row),
});

/** The kinds of facts that belong to no record of their own. */
export const OWN_FACTS = ['content_completed', 'watched_minutes'] as const;

/** Something that a member did and no other record says. */
const exportedFact = object(() => ({
  id: id(),
  object: Type.Literal('fact'),
  kind: oneOf(...OWN_FACTS),
  clientId: id(),
  siteId: described(id(), 'Where it happened, else the home site.'),
  at: instant(),
  localDate: described(date(), 'The local date of that site, in the time zone that it had then.'),
  homeDate: described(date(), 'The same of the home site that the client had then.'),
  value: described(Type.Number(), 'watched_minutes: how many; content_completed: 1.'),
}));

const ownFactsPage = pagesOf<Fact>(facts, () => ({
  direction: 'descending',
  filters: {
    own: sql`${facts.kind} in ('content_completed', 'watched_minutes') and ${facts.takenBackAt} is null`,
  },
  sites: sitesOfClients(facts.clientId),
}));

export const exportedFactView = (row: Fact): object => valuesIn(exportedFact, { ...row, object: 'fact' });

export const storedStreak = object(() => ({
  type: oneOf(...STREAK_TYPES),
  length: count(),
  longestLength: count(),
  startedOn: nullable(date()),
  lastOn: described(nullable(date()), 'The first date of its newest period.'),
  raisedOn: described(nullable(date()), 'The newest period for which streak.extended was raised.'),
  brokenOn: described(nullable(date()), 'The newest period after which streak.broken was raised.'),
}));

export const raisedAnniversary = object(() => ({
  type: Type.Literal('anniversary'),
  threshold: count(),
  raisedAt: described(instant(), 'When milestone.reached was raised.'),
}));

/** The streaks and milestones of a member. They follow from the facts, but for targets and what was raised. */
const exportedStreaks = object(() => ({
  object: Type.Literal('member_streaks'),
  clientId: id(),
  visits: count(),
  minutes: count(),
  most: described(
    object({ visits: count(), minutes: count() }),
    'The most that there have ever been: milestones up to them are raised.',
  ),
  weekTargets: described(
    Type.Array(object({ from: date(), target: Type.Number() })),
    'The visits that weeks need: each from its Monday on.',
  ),
  streaks: Type.Array(storedStreak),
  milestones: described(Type.Array(raisedAnniversary), 'The anniversaries that are raised.'),
}));

const SOME = `select "id", ("activity" is not null
      or exists (select 1 from "milestonesRaised" where "milestonesRaised"."clientId" = "clients"."id"))
    and (?3 is null or "homeLocationId" in (select "value" from json_each(?3))) "isActive"
  from "clients" where "id" > ?1 order by "id" limit ?2`;
const MILESTONES = `select "type", "threshold", "raisedAt" from "milestonesRaised" where "clientId" = ?
  order by "type", "threshold"`;

export const streaksView = (read: Read, clientId: string): Static<typeof exportedStreaks> => {
  const { visits, minutes, most, targets, streaks } = streaksOf(read, clientId);
  return {
    object: 'member_streaks',
    clientId,
    visits,
    minutes: whole(minutes),
    most: { visits: most[0], minutes: most[1] },
    weekTargets: targets.map(([from, target]) => ({ from, target })),
    streaks: STREAK_TYPES.flatMap((type) => {
      const state = streaks[type];
      return state === undefined ? [] : [{ type, ...state }];
    }),
    milestones: read.db.query<Static<typeof raisedAnniversary>, [string]>(MILESTONES).all(clientId),
  };
};

/** The streaks of the members among some clients, in the order of clients; `after` is the last one. */
const streaksPage: ExportFamily['page'] = (read, siteIds, after) => {
  const rows = read.db
    .query<{ id: string; isActive: number }, [string, number, string | null]>(SOME)
    .all(after ?? '', PAGE_SIZE, siteIds === null ? null : JSON.stringify(siteIds));
  const next = rows.length < PAGE_SIZE ? undefined : rows.at(-1)?.id;
  const active = rows.filter(({ isActive }) => isActive === 1);
  return { records: active.map(({ id }) => streaksView(read, id)), next };
};

export const factFamily = plain(
  ofMembers('facts'),
  { schema: exportedFact, view: exportedFactView },
  (read, request, _filters, siteIds) => ownFactsPage(read, request, { own: 1 }, siteIds),
);

/** What members have of what they did, after all that it is derived from. */
export const rankFamilies: readonly ExportFamily[] = [
  viewed(listed('leaderboards', 'manageListLeaderboards'), exportedLeaderboard, boardPage, leaderboardViews),
  viewed(
    ofClients('leaderboard_scores', 'manageListLeaderboards'),
    exportedScore,
    (read, request, _filters, siteIds) => allScoresPage(read, request, { hasValue: 1 }, siteIds),
    scoreViews,
  ),
  plain(listed('awards', 'listManagedAwards'), Award, awardPage),
  plain(
    ofClients('award_grants', 'listAwardGrants'),
    { schema: exportedGrant, view: exportedGrantView },
    allGrantsPage,
  ),
  { ...listed('streaks', 'listClients'), shape: exportedStreaks, page: streaksPage },
];
