import type { Database } from 'bun:sqlite';

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

const OPEN_PERIODS = `select "leaderboardPeriods".*, "rankBy", "metricContentEntryId", "siteId"
  from "leaderboardPeriods" inner join "leaderboards" on "leaderboards"."id" = "leaderboardId"
  where "archivedAt" is null and ("closesAt" is null or "closesAt" > ?) and "rankBy" in ('attendance', 'metric')`;

/** The values of boards of visits and of metrics, in the periods that are open, that differ from their recount. */
export const check = ({ db, time }: { readonly db: Database; readonly time: { now(): number } }): string[] => {
  const homes = db.query("select id, homeLocationId from clients where status = 'active'").all() as Row[];
  const shown = db.query("select id from clients where leaderboardVisibility <> 'hidden'").all() as Row[];
  return (db.query(OPEN_PERIODS).all(new Date(time.now()).toISOString()) as Row[]).flatMap((period) => {
    const { id = '', rankBy, metricContentEntryId = '', siteId = null, startsAt = '', endsAt = null } = period;
    const taking = new Set(
      homes.filter(({ homeLocationId }) => siteId === null || homeLocationId === siteId).map((client) => client.id),
    );
    const values =
      rankBy === 'metric'
        ? [...bestValues(db, metricContentEntryId, startsAt, endsAt)]
        : recount(db, startsAt, endsAt).map(({ clientId, ...each }) => [clientId, each] as const);
    const expected = values
      .filter(([clientId]) => taking.has(clientId) && shown.some((client) => client.id === clientId))
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
