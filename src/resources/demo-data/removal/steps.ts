// How the rows of the demo data go that nothing keeps: a few rows of a table at a time, each table after those that refer to it.
import type { SQLQueryBindings } from 'bun:sqlite';
import type { Tx } from '../../../database/database.ts';
import { removeScore } from '../../../records/ranks.ts';
import { unindexClient } from '../../clients/search.ts';
import { dropScore } from '../../leaderboards/scores/merge.ts';
import type { ScoreRow } from '../../leaderboards/tables.ts';
import { columnsOf, LOOSE } from '../graph.ts';
import type { DemoRow } from './going.ts';

export interface DemoStep {
  readonly table: string;
  readonly rows: readonly DemoRow[];
}

const text = (value: SQLQueryBindings | undefined): string => String(value ?? '');

const RECOUNT = `update "sessions" set
  "confirmedCount" = (select count(*) from "bookings" where "sessionId" = "sessions"."id" and "status" = 'confirmed'),
  "attendedCount" = (select count(*) from "bookings" where "sessionId" = "sessions"."id" and "status" = 'attended'),
  "noShowCount" = (select count(*) from "bookings" where "sessionId" = "sessions"."id" and "status" = 'noshow'),
  "waitlistedCount" = (select count(*) from "bookings" where "sessionId" = "sessions"."id" and "status" = 'waitlisted'),
  "offersHeld" = (select count(*) from "bookings" where "sessionId" = "sessions"."id" and "status" = 'waitlisted' and "holdsSeat" = 1)
  where "id" = ?`;
const LEFT_CHALLENGE = 'update "challenges" set "participantCount" = max(0, "participantCount" - 1) where "id" = ?';
const UNINDEX = 'delete from "contentSearch" where "rowid" = ?';
const SCORE = 'select * from "leaderboardScores" where "id" = ?';
const RANKS = `delete from "rankCounts" where "list" = ?1 or "list" like ?1 || '/%'`;

/** What follows from a row that goes, before it does. */
const BEFORE: Readonly<Record<string, (tx: Tx, row: DemoRow['values']) => void>> = {
  clients: (tx, { id }) => unindexClient(tx, { id: text(id) }),
  contentEntries: (tx, { rowId }) => tx.db.query(UNINDEX).run(Number(rowId)),
  leaderboardScores(tx, { id }) {
    const score = tx.db.query<ScoreRow, [string]>(SCORE).get(text(id));
    if (score !== null) dropScore(tx, score);
  },
  leaderboardPeriods: (tx, { id }) => tx.db.query(RANKS).run(text(id)),
  challenges: (tx, { id }) => tx.db.query(RANKS).run(text(id)),
  challengeEnrollments(tx, { challengeId, pointsTotal, status }) {
    if (status === 'withdrawn') return;
    tx.db.query(LEFT_CHALLENGE).run(text(challengeId));
    removeScore(tx, text(challengeId), Number(pointsTotal));
  },
};

/** Ends the references to some rows that do not keep them. */
const unlink = (tx: Tx, table: string, rows: readonly DemoRow[]): void => {
  const ids = JSON.stringify(rows.map(({ values }) => values.id));
  for (const loose of LOOSE.filter(({ parent }) => parent === table)) {
    const { table: of, column } = loose;
    tx.db.query(`update "${of}" set "${column}" = null where "${column}" in (select value from json_each(?))`).run(ids);
  }
};

export const removeRows = (tx: Tx, { table, rows }: DemoStep): void => {
  const keys = columnsOf(tx.db, table).filter(({ pk }) => pk > 0);
  const statement = `delete from "${table}" where ${keys.map(({ name }) => `"${name}" = ?`).join(' and ')}`;
  unlink(tx, table, rows);
  for (const { values } of rows) {
    BEFORE[table]?.(tx, values);
    tx.db.query(statement).run(...keys.map(({ name }) => values[name] ?? null));
  }
  if (table !== 'bookings') return;
  for (const sessionId of new Set(rows.map(({ values }) => text(values.sessionId))))
    tx.db.query(RECOUNT).run(sessionId);
};

const COUNTS = [
  `update "contentTags" set "entryCount" = (select count(*) from "contentEntryTags" join "contentEntries" on "id" = "entryId"
    where "tagId" = "contentTags"."id" and "contentEntries"."isCounted" = 1)`,
  `update "contentEntries" set "favoriteCount" = (select count(*) from "contentStatuses"
    where "contentEntryId" = "contentEntries"."id" and "favoritedAt" is not null)
    where "favoriteCount" <> (select count(*) from "contentStatuses"
      where "contentEntryId" = "contentEntries"."id" and "favoritedAt" is not null)`,
  `update "contentFeatures" set "entryIds" = (select json_group_array("value") from json_each("entryIds")
    where "value" in (select "id" from "contentEntries")) where "entryIds" is not null`,
];
const UNUSED = `update "mediaFiles" set "unusedSince" = ?1, "updatedAt" = ?1 where "unusedSince" is null and "id" not in
  (select "fileSha256" from "contentMedia" where "fileSha256" is not null
    union select "posterSha256" from "contentMedia" where "posterSha256" is not null)`;

/** What is counted of rows that went, among those that stay. */
export const countAgain = (tx: Tx): void => {
  for (const statement of COUNTS) tx.db.run(statement);
  tx.db.query(UNUSED).run(tx.now);
};
