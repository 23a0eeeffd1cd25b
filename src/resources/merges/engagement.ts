// Enrollments, awards, and what members did with content.

import type { Read, Tx } from '../../database/database.ts';
import { textsOf } from '../../records/query.ts';
import { countVisitsOf, partsOf, removeEnrollment, sourcesOf } from '../challenges/enrollments/merge.ts';
import { ChallengeEnrollment, type EnrollmentRow } from '../challenges/record.ts';
import { recountPrograms } from '../library/progress/advance.ts';
import { recountDerived } from '../metrics/bests.ts';
import { storedMetric } from '../metrics/definitions.ts';
import type { Reactions } from '../reactions.ts';
import { packSeen, unpackSeen, withPart } from '../video/watching/seen.ts';
import type { Pair } from './pair.ts';

const BOTH = `select "own"."id" "own", "other"."id" "other" from "challengeEnrollments" "other"
  cross join "challengeEnrollments" "own" on "own"."clientId" = ?1 and "own"."challengeId" = "other"."challengeId"
  where "other"."clientId" = ?2 order by "other"."id"`;

/** The enrollments to delete: the younger of two in one challenge, or the merged client's if both are equally old. */
export const youngerEnrollments = (read: Read, { kept, merged }: Pair): EnrollmentRow[] =>
  read.db
    .query<{ own: string; other: string }, [string, string]>(BOTH)
    .all(kept.id, merged.id)
    .flatMap((ids) => {
      const [own, other] = [ids.own, ids.other].map((id) => ChallengeEnrollment.rows.find(read, id));
      if (own === undefined || other === undefined) return [];
      return [other.enrolledAt < own.enrolledAt ? own : other];
    });

/** What members did in enrollments, by the ids that facts come from. */
export const sourcesIn = (tx: Tx, rows: readonly EnrollmentRow[]): Set<string> =>
  new Set(rows.flatMap(({ id }) => sourcesOf(tx, id)));

/** Removes enrollments. Returns what they had, for the audit log. */
export function* removeEnrollments(
  tx: Tx,
  rows: readonly EnrollmentRow[],
  reactions: Pick<Reactions, 'enrollmentChanged'>,
): Generator<void, object[]> {
  const removed: object[] = [];
  for (const row of rows) {
    removed.push({ ...ChallengeEnrollment.rows.find(tx, row.id), ...partsOf(tx, row.id) });
    removeEnrollment(tx, reactions, row);
    yield;
  }
  return removed;
}

const OF_CLIENT = 'select * from "challengeEnrollments" where "clientId" = ? order by "id"';

export const enrollmentsOf = (read: Read, clientId: string): EnrollmentRow[] =>
  read.db.query<EnrollmentRow, [string]>(OF_CLIENT).all(clientId);

/** Counts in enrollments that have moved what the client who stays did meanwhile. */
export function* countMoved(
  tx: Tx,
  rows: readonly EnrollmentRow[],
  {
    clientId,
    reactions,
  }: { readonly clientId: string; readonly reactions: Pick<Reactions, 'pointsChanged' | 'enrollmentChanged'> },
): Generator<void, void> {
  for (const row of rows) {
    yield* countVisitsOf(tx, reactions, { ...row, clientId });
    reactions.enrollmentChanged(tx, row.id);
  }
}

const AWARDED = `from "awardGrants" "other" where "clientId" = ?2 and exists (
  select 1 from "awardGrants" "own" where "own"."clientId" = ?1 and "own"."awardId" = "other"."awardId" and (
    "own"."ordinal" = "other"."ordinal" or ("own"."ordinal" is null or "other"."ordinal" is null)
      and "own"."revokedAt" is null and "other"."revokedAt" is null))`;

/** The grants that the client who stays has, too. */
export const doubleGrants = (read: Read, { kept, merged }: Pair): object[] =>
  read.db.query<object, [string, string]>(`select * ${AWARDED}`).all(kept.id, merged.id);

const DROP_GRANTS = `delete from "awardGrants" where "id" in (select "id" ${AWARDED})`;

export const dropGrants = (tx: Tx, { kept, merged }: Pair): void => {
  tx.db.query(DROP_GRANTS).run(kept.id, merged.id);
};

const METRICS = 'select distinct "contentEntryId" from "metricEntries" where "clientId" = ?';

/** Moves the values of metrics, and finds the bests of one person. */
export function* mergeMetrics(tx: Tx, { kept, merged }: Pair): Generator<void, void> {
  const metrics = textsOf(tx, METRICS, merged.id);
  for (const table of ['metricBests', 'metricCounts']) {
    tx.db.query(`delete from "${table}" where "clientId" = ?`).run(merged.id);
  }
  tx.db.query('update "metricEntries" set "clientId" = ?1 where "clientId" = ?2').run(kept.id, merged.id);
  tx.db.query('update "metricShares" set "clientId" = ?1 where "clientId" = ?2').run(kept.id, merged.id);
  for (const id of metrics) yield* recountDerived(tx, kept.id, storedMetric(tx, id));
}

const STATUS_ORDER = `case "status" when 'completed' then 2 when 'in_progress' then 1 else 0 end`;
const IS_FAVORITE_OF_BOTH = `update "contentEntries" set "favoriteCount" = "favoriteCount" - 1 where "id" in (
  select "other"."contentEntryId" from "contentStatuses" "other" join "contentStatuses" "own"
    on "own"."clientId" = ?1 and "own"."contentEntryId" = "other"."contentEntryId" and "own"."favoritedAt" is not null
  where "other"."clientId" = ?2 and "other"."favoritedAt" is not null)`;
const latest = (column: string) => `max(coalesce("own"."${column}", ''), coalesce("other"."${column}", ''))`;
const earliest = (column: string) =>
  `min(coalesce("own"."${column}", "other"."${column}"), coalesce("other"."${column}", "own"."${column}"))`;
const isOtherLater = `coalesce("other"."lastViewedAt", '') > coalesce("own"."lastViewedAt", '')`;
const orderOf = (name: string) => STATUS_ORDER.replace('"status"', `"${name}"."status"`);
const MERGE_STATUSES = `update "contentStatuses" AS "own" set
    "status" = iif(${orderOf('other')} > ${orderOf('own')}, "other"."status", "own"."status"),
    "progressPercent" = max("own"."progressPercent", "other"."progressPercent"),
    "positionSeconds" = iif(${isOtherLater}, "other"."positionSeconds", "own"."positionSeconds"),
    "startedAt" = ${earliest('startedAt')},
    "completedAt" = nullif(${latest('completedAt')}, ''),
    "lastViewedAt" = nullif(${latest('lastViewedAt')}, ''),
    "completionCount" = "own"."completionCount" + "other"."completionCount",
    "favoritedAt" = coalesce("own"."favoritedAt", "other"."favoritedAt"),
    "watchLaterAt" = coalesce("own"."watchLaterAt", "other"."watchLaterAt"),
    "rating" = coalesce("own"."rating", "other"."rating"),
    "viewedOn" = nullif(${latest('viewedOn')}, ''),
    "updatedAt" = max("own"."updatedAt", "other"."updatedAt")
  from "contentStatuses" "other"
  where "own"."clientId" = ?1 and "other"."clientId" = ?2 and "own"."contentEntryId" = "other"."contentEntryId"`;
const MOVE_STATUSES = `update or ignore "contentStatuses" set "clientId" = ?1 where "clientId" = ?2`;

const COMPLETED = `select "contentEntryId" from "contentStatuses" where "clientId" = ? and "status" = 'completed'`;

/** What the client who goes has rated otherwise than the one who stays. */
const OTHER_RATINGS = `select "other"."contentEntryId", "other"."rating" from "contentStatuses" "other"
  join "contentStatuses" "own" on "own"."clientId" = ?1 and "own"."contentEntryId" = "other"."contentEntryId"
  where "other"."clientId" = ?2 and "other"."rating" <> "own"."rating"`;

/**
 * Unites progress, favorites and ratings: the further one of both counts, and programs count the children of both.
 * @returns the ratings that are lost.
 */
export function* mergeContent(tx: Tx, { kept, merged }: Pair): Generator<void, object[]> {
  const ratings = tx.db.query<object, [string, string]>(OTHER_RATINGS).all(kept.id, merged.id);
  const completed = textsOf(tx, COMPLETED, merged.id);
  for (const statement of [IS_FAVORITE_OF_BOTH, MERGE_STATUSES, MOVE_STATUSES]) {
    tx.db.query(statement).run(kept.id, merged.id);
  }
  tx.db.query('delete from "contentStatuses" where "clientId" = ?').run(merged.id);
  yield;
  for (const entryId of completed) {
    recountPrograms(tx, kept.id, entryId);
    yield;
  }
  return ratings;
}

const SEEN = `select "own"."contentMediaId" "id", "own"."seen" "own", "other"."seen" "other" from "videoViews" "other"
  join "videoViews" "own" on "own"."clientId" = ?1 and "own"."contentMediaId" = "other"."contentMediaId"
  where "other"."clientId" = ?2`;
const SET_SEEN = `update "videoViews" set "seen" = ?3, "completedAt" = coalesce("completedAt", (select "completedAt"
    from "videoViews" where "clientId" = ?2 and "contentMediaId" = ?4)) where "clientId" = ?1 and "contentMediaId" = ?4`;
const MOVE_VIDEO = [
  `update "videoSessions" set "isNewest" = 0 where "isNewest" = 1 and "id" in (
     select min("own"."id", "other"."id") from "videoSessions" "other" join "videoSessions" "own"
       on "own"."clientId" = ?1 and "own"."contentMediaId" = "other"."contentMediaId" and "own"."isNewest" = 1
     where "other"."clientId" = ?2 and "other"."isNewest" = 1)`,
  'update "videoSessions" set "clientId" = ?1 where "clientId" = ?2',
  'update or ignore "videoViews" set "clientId" = ?1 where "clientId" = ?2',
  `update "videoWatchers" set "watchedUntil" = max("watchedUntil", (select "watchedUntil" from "videoWatchers" where "clientId" = ?2))
     where "clientId" = ?1 and exists (select 1 from "videoWatchers" where "clientId" = ?2)`,
  'update or ignore "videoWatchers" set "clientId" = ?1 where "clientId" = ?2',
];

export const mergeVideo = (tx: Tx, { kept, merged }: Pair): void => {
  const both = tx.db.query<{ id: string; own: string; other: string }, [string, string]>(SEEN).all(kept.id, merged.id);
  for (const { id, own, other } of both) {
    let seen = unpackSeen(own);
    const parts = unpackSeen(other);
    for (let at = 0; at < parts.length; at += 2) seen = withPart(seen, Number(parts[at]), Number(parts[at + 1]));
    tx.db.query(SET_SEEN).run(kept.id, merged.id, packSeen(seen), id);
  }
  for (const statement of MOVE_VIDEO) tx.db.query(statement).run(kept.id, merged.id);
  for (const table of ['videoViews', 'videoWatchers']) {
    tx.db.query(`delete from "${table}" where "clientId" = ?`).run(merged.id);
  }
};
