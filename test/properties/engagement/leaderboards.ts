import type { Database } from 'bun:sqlite';
import { reachedWeeks } from './streaks.ts';

/** A value of a client in a period, counted from the facts alone. */
export interface Recounted {
  readonly clientId: string;
  readonly value: number;
  readonly achievedAt: string;
  readonly rank: number;
}

/** The visits of all clients who are shown on a leaderboard of the brand, in a period that is not closed. */
export const recount = (db: Database, startsAt: string, endsAt: string | null): Recounted[] => {
  const clients = db
    .query("select id from clients where status = 'active' and leaderboardVisibility <> 'hidden'")
    .all() as { id: string }[];
  const facts = db.query("select clientId, at from facts where takenBackAt is null and kind = 'visit'").all() as {
    clientId: string;
    at: string;
  }[];
  const values = clients.flatMap(({ id }) => {
    const own = facts.filter(
      ({ clientId, at }) => clientId === id && at >= startsAt && (endsAt === null || at < endsAt),
    );
    const achievedAt = own
      .map(({ at }) => at)
      .toSorted()
      .at(-1);
    return achievedAt === undefined ? [] : [{ clientId: id, value: own.length, achievedAt }];
  });
  return values.map((each) => ({ ...each, rank: 1 + values.filter(({ value }) => value > each.value).length }));
};

type Row = Readonly<Record<string, string>>;

/** The best shared values of a metric in a period; the earliest keeps a tie. */
const bestValues = (db: Database, metricId: string, startsAt: string, endsAt: string | null) => {
  const entries = db
    .query(
      "select * from metricEntries where contentEntryId = ? and visibility = 'leaderboard' order by recordedAt, id",
    )
    .all(metricId) as { clientId: string; normalizedValue: number; recordedAt: string }[];
  const bests = new Map<string, { value: number; achievedAt: string }>();
  for (const { clientId, normalizedValue, recordedAt } of entries) {
    const isInside = recordedAt >= startsAt && (endsAt === null || recordedAt < endsAt);
    if (!isInside || normalizedValue <= (bests.get(clientId)?.value ?? Number.NEGATIVE_INFINITY)) continue;
    bests.set(clientId, { value: normalizedValue, achievedAt: recordedAt });
  }
  return bests;
};

type Values = (readonly [clientId: string, { readonly value: number; readonly achievedAt: string }])[];

const isIn = (at: string, startsAt: string, endsAt: string | null): boolean =>
  at >= startsAt && (endsAt === null || at < endsAt);

/** The whole watched minutes of all clients in a period. */
const watched = (db: Database, startsAt: string, endsAt: string | null): Values => {
  const sql =
    "select clientId, at, value from facts where takenBackAt is null and kind = 'watched_minutes' order by at";
  const facts = db.query(sql).all() as { clientId: string; at: string; value: number }[];
  const sums = new Map<string, { minutes: number; achievedAt: string }>();
  for (const { clientId, at, value } of facts) {
    if (!isIn(at, startsAt, endsAt)) continue;
    sums.set(clientId, { minutes: (sums.get(clientId)?.minutes ?? 0) + value, achievedAt: at });
  }
  return [...sums].map(([id, { minutes, achievedAt }]) => [id, { value: Math.floor(minutes + 1e-4), achievedAt }]);
};

/** The longest of the streaks of weeks that clients reached in a period, and when they reached it first. */
const longestStreaks = (studio: Clocked, startsAt: string, endsAt: string | null): Values =>
  (studio.db.query('select id from clients').all() as { id: string }[]).flatMap(({ id }) => {
    const inside = reachedWeeks(studio, id).filter(({ at }) => isIn(at, startsAt, endsAt));
    const value = Math.max(...inside.map(({ length }) => length));
    const [achievedAt] = inside
      .filter(({ length }) => length === value)
      .map(({ at }) => at)
      .toSorted();
    return achievedAt === undefined ? [] : [[id, { value, achievedAt }] as const];
  });

interface Clocked {
  readonly db: Database;
  readonly time: { now(): number };
  readonly zone?: string;
}

const OPEN_PERIODS = `select "leaderboardPeriods".*, "rankBy", "metricContentEntryId", "siteId", "isOptInRequired"
  from "leaderboardPeriods" inner join "leaderboards" on "leaderboards"."id" = "leaderboardId"
  where "archivedAt" is null and ("closesAt" is null or "closesAt" > ?) and "rankBy" <> 'points'`;

/** The values of boards, but of points, in the periods that are open, that differ from their recount. */
export const check = (studio: Clocked): string[] => {
  const { db, time } = studio;
  const homes = db.query("select id, homeLocationId from clients where status = 'active'").all() as Row[];
  const visibility = new Map(
    (db.query('select id, leaderboardVisibility from clients').all() as Row[]).map((row) => [row.id, row]),
  );
  return (db.query(OPEN_PERIODS).all(new Date(time.now()).toISOString()) as Row[]).flatMap((period) => {
    const {
      id = '',
      rankBy,
      metricContentEntryId = '',
      siteId = null,
      startsAt = '',
      endsAt = null,
      isOptInRequired,
    } = period;
    const taking = new Set(
      homes.filter(({ homeLocationId }) => siteId === null || homeLocationId === siteId).map((client) => client.id),
    );
    const values: Values =
      rankBy === 'metric'
        ? [...bestValues(db, metricContentEntryId, startsAt, endsAt)]
        : rankBy === 'watch_time'
          ? watched(db, startsAt, endsAt)
          : rankBy === 'streak'
            ? longestStreaks(studio, startsAt, endsAt)
            : recount(db, startsAt, endsAt).map(({ clientId, ...each }) => [clientId, each] as const);
    const isShown = (clientId: string): boolean => {
      const { leaderboardVisibility = 'hidden' } = visibility.get(clientId) ?? {};
      return Number(isOptInRequired) === 1 ? leaderboardVisibility === 'visible' : leaderboardVisibility !== 'hidden';
    };
    const expected = values
      .filter(([clientId]) => taking.has(clientId) && isShown(clientId))
      .map(([clientId, { value, achievedAt }]) => JSON.stringify([clientId, value, achievedAt]));
    const found = db
      .query('select clientId, value, achievedAt from leaderboardScores where list = ?')
      .values(`${id}/`)
      .map((row) => JSON.stringify(row));
    const wrong = [
      ...expected.filter((each) => !found.includes(each)).map((each) => `not there: ${each}`),
      ...found.filter((each) => !expected.includes(each)).map((each) => `should not be there: ${each}`),
    ];
    return wrong.map((each) => `${rankBy} ${startsAt}: ${each}`);
  });
};
