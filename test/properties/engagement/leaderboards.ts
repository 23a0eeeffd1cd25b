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
