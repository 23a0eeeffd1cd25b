import { asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Read } from '../../database/database.ts';
import { isoInstant } from '../../kernel/clock.ts';
import { pagesOf } from '../../records/pages.ts';
import { byColumn, named, query, selectRows } from '../../records/query.ts';
import { Challenge, ChallengeEnrollment } from '../challenges/record.ts';
import { AHEAD_MS } from '../facts/queries.ts';
import { Leaderboard, LeaderboardPeriod, type LeaderboardRow, type PeriodRow } from './record.ts';
import { leaderboardScores, type ScoreRow } from './tables.ts';

const { table: boards } = Leaderboard;
const { table: periods } = LeaderboardPeriod;

export const boardPage = pagesOf<LeaderboardRow>(boards, () => ({
  direction: 'descending',
  indexed: byColumn(boards, 'externalId', 'challengeId', 'rankBy'),
  filters: { live: isNull(boards.archivedAt) },
  sites: Leaderboard.sites,
}));

const { table: challenges } = Challenge;
const { table: enrollments } = ChallengeEnrollment;

/** The leaderboards of the whole brand and of the member's home site, of challenges that the member takes part in (`isChallengeOf`). */
export const memberBoardPage = pagesOf<LeaderboardRow>(boards, () => ({
  direction: 'descending',
  indexed: byColumn(boards, 'challengeId', 'rankBy'),
  filters: {
    live: isNull(boards.archivedAt),
    home: sql`(${boards.siteId} is null or ${boards.siteId} = ${named('home')})`,
    clientId: sql`(${boards.challengeId} is null
      or exists (select 1 from ${challenges} where ${challenges.id} = ${boards.challengeId}
        and (${challenges.siteIds} is null or ${named('home')} in (select value from json_each(${challenges.siteIds}))))
      or exists (select 1 from ${enrollments}
        where ${enrollments.challengeId} = ${boards.challengeId} and ${enrollments.clientId} = ${named('clientId')}))`,
  },
  sites: null,
}));

const byKey = query<LeaderboardRow>(() => selectRows(boards, 'key'));

export const boardOfKey = (read: Read, key: string): LeaderboardRow | undefined => byKey.get(read, { key });

const LIVE = 'select * from "leaderboards" where "archivedAt" is null order by "id"';

export const liveBoards = (read: Read): LeaderboardRow[] => read.db.query<LeaderboardRow, []>(LIVE).all();

/** The periods of a leaderboard, the newest first; the value of each filter of the status is the present time. */
export const periodPage = pagesOf<PeriodRow>(periods, () => ({
  orderBy: periods.startsAt,
  direction: 'descending',
  filters: {
    leaderboardId: eq(periods.leaderboardId, named('leaderboardId')),
    upcoming: sql`${periods.startsAt} > ${named('upcoming')}`,
    current: sql`${periods.startsAt} <= ${named('current')}
      and (${periods.endsAt} is null or ${periods.endsAt} > ${named('current')})`,
    closing: sql`${periods.endsAt} <= ${named('closing')} and ${periods.closesAt} > ${named('closing')}`,
    closed: sql`${periods.closesAt} <= ${named('closed')}`,
  },
  collection: 'leaderboardId',
  sites: null,
}));

const LAST = 'select * from "leaderboardPeriods" where "leaderboardId" = ? order by "startsAt" desc limit 1';

export const lastPeriod = (read: Read, leaderboardId: string): PeriodRow | undefined =>
  read.db.query<PeriodRow, [string]>(LAST).get(leaderboardId) ?? undefined;

const BEGUN = `select * from "leaderboardPeriods" where "leaderboardId" = ? and "startsAt" <= ?
  order by "startsAt" desc limit 1`;

export const periodBegunAt = (read: Read, leaderboardId: string, at: string): PeriodRow | undefined =>
  read.db.query<PeriodRow, [string, string]>(BEGUN).get(leaderboardId, at) ?? undefined;

export const periodAt = (read: Read, leaderboardId: string, at: string): PeriodRow | undefined => {
  const period = periodBegunAt(read, leaderboardId, at);
  return period === undefined || (period.endsAt !== null && period.endsAt <= at) ? undefined : period;
};

const OPEN = `select * from "leaderboardPeriods" where "leaderboardId" = ? and "startsAt" <= ?
  and ("closesAt" is null or "closesAt" > ?) order by "startsAt" desc limit 3`;

/** Newest first: periods that have begun, and the next shortly before, since a door's clock may be ahead. */
export const openPeriods = (read: Read, leaderboardId: string): PeriodRow[] =>
  read.db
    .query<PeriodRow, [string, string, string]>(OPEN)
    .all(leaderboardId, isoInstant(read.nowMs + AHEAD_MS), read.now);

const UNFINISHED =
  'select * from "leaderboardPeriods" where "leaderboardId" = ? and ("endsAt" is null or "endsAt" > ?)';

/** The period of now and those that come. They are made some time ahead, so that there are few. */
export const unfinishedPeriods = (read: Read, leaderboardId: string): PeriodRow[] =>
  read.db.query<PeriodRow, [string, string]>(UNFINISHED).all(leaderboardId, read.now);

const SCORE = 'select * from "leaderboardScores" where "clientId" = ? and "periodId" = ?';

export const scoreIn = (read: Read, periodId: string, clientId: string): ScoreRow | undefined =>
  read.db.query<ScoreRow, [string, string]>(SCORE).get(clientId, periodId) ?? undefined;

const isListed = () => eq(leaderboardScores.list, named('list'));

export const scorePage = pagesOf<ScoreRow>(leaderboardScores, () => ({
  orderBy: leaderboardScores.position,
  direction: 'ascending',
  filters: { list: isListed() },
  collection: 'list',
  sites: null,
}));

const place = () => sql`(${leaderboardScores.position}, ${leaderboardScores.id})`;
const given = sql`(${named('position')}, ${named('id')})`;
const beside = (side: '<' | '>', order: typeof asc) =>
  query<ScoreRow>(() =>
    selectRows(leaderboardScores, sql`${isListed()} and ${place()} ${sql.raw(side)} ${given}`)
      .orderBy(order(leaderboardScores.position), order(leaderboardScores.id))
      .limit(named('limit')),
  );
const aheadOf = beside('<', desc);
const behind = beside('>', asc);

interface ListPosition {
  readonly list: string;
  readonly position: string;
  readonly id: string;
}

export const scoresAround = (
  read: Read,
  where: ListPosition,
  limit: number,
): { ahead: ScoreRow[]; behind: ScoreRow[] } => ({
  ahead: aheadOf.all(read, { ...where, limit }).reverse(),
  behind: behind.all(read, { ...where, limit }),
});

/** The score directly before a place: the next better one when `position` has no instant. */
export const scoreAhead = (read: Read, where: ListPosition): ScoreRow | undefined =>
  aheadOf.get(read, { ...where, limit: 1 });

export const firstScores = (read: Read, listName: string, limit: number): ScoreRow[] =>
  behind.all(read, { list: listName, position: '', id: '', limit });
