// Two records of one person become one (rules.md "Merge").

import { endCalendarAddress } from '../../auth/members/own/calendar-addresses.ts';
import { endSignInsOf } from '../../auth/members/own/ended.ts';
import { type Tx, withoutEvents } from '../../database/database.ts';
import { indexNewEvents } from '../../database/outbox.ts';
import { actorOf, type Caller, staffIdOf } from '../../kernel/caller.ts';
import { appendAudit } from '../../records/audit-log.ts';
import { raiseUpdate } from '../clients/clients.ts';
import { clientById } from '../clients/queries.ts';
import { Client } from '../clients/record.ts';
import { reindexClient, unindexClient } from '../clients/search.ts';
import { endFormerSignIns } from '../clients/sign-in-change.ts';
import { followHousehold } from '../households/merged.ts';
import { mergeScores } from '../leaderboards/scores/merge.ts';
import type { Reactions } from '../reactions.ts';
import { lookAt } from '../streaks/queries.ts';
import { cancelDoubles, doubleBookings } from './bookings.ts';
import {
  countMoved,
  doubleGrants,
  dropGrants,
  enrollmentsOf,
  mergeContent,
  mergeMetrics,
  mergeVideo,
  removeEnrollments,
  sourcesIn,
  youngerEnrollments,
} from './engagement.ts';
import { liveFacts, moveFacts, movesOf, takeAllBack } from './facts.ts';
import { mergeCards, mergeDebts } from './money.ts';
import type { Pair } from './pair.ts';
import { mergedColumns } from './person.ts';
import { doubleVisits, dropVisits } from './visits.ts';

/** The rows that only change their client. */
const MOVED = [
  'bookings',
  'packages',
  'payments',
  'checkins',
  'challengeEnrollments',
  'awardGrants',
  'agreements',
  'discountRedemptions',
  'guests',
];
/** The tables where both clients may have the same row: the row of the client who stays counts. */
const ONE_EACH = [
  ...['notificationPreferences', 'unitPreferences', 'milestonesRaised', 'messages'].map(
    (table) => [table, 'clientId'] as const,
  ),
  ['pictures', 'owner'] as const,
];

/**
 * What signs in never moves, and neither does what was asked for by it: the record that goes may be someone else's. Who waits
 * for the studio is let in where the other record is a client.
 */
const SIGNED_IN = [
  'delete from "erasureRequests" where ?1 <> ?2 and "clientId" = ?2',
  `delete from "memberSignUps" where "clientId" = ?1
    and not exists (select 1 from "memberSignUps" "other" where "other"."clientId" = ?2)`,
  'delete from "memberSignUps" where ?1 <> ?2 and "clientId" = ?2',
  'delete from "calendarAddresses" where ?1 <> ?2 and "clientId" = ?2',
];

/** What the adults of a household get about the dependant who goes. */
const ABOUT_DEPENDANT = `update "messages" set "data" = json_set("data", '$.forClientId', ?1)
  where "clientId" in (select "id" from "clients" where "householdId" = ?3) and "data" ->> '$.forClientId' = ?2`;

/** The tables of what both have chosen. The choices of the client who goes are in the audit log where the other has their own. */
const CHOSEN = ['notificationPreferences', 'unitPreferences'] as const;

/** The choices of the client who goes, as their rows, by table. */
const choicesLeft = (tx: Tx, merged: Pair['merged']): Record<string, unknown> =>
  Object.fromEntries(
    CHOSEN.flatMap((table) => {
      const row = tx.db.query<object, [string]>(`select * from "${table}" where "clientId" = ?`).get(merged.id);
      return row === null ? [] : [[table, row]];
    }),
  );

const moveRows = (tx: Tx, { kept, merged }: Pair): Record<string, unknown> => {
  for (const table of MOVED) {
    tx.db.query(`update "${table}" set "clientId" = ?1 where "clientId" = ?2`).run(kept.id, merged.id);
  }
  for (const [table, column] of ONE_EACH) {
    tx.db.query(`update or ignore "${table}" set "${column}" = ?1 where "${column}" = ?2`).run(kept.id, merged.id);
  }
  const choices = choicesLeft(tx, merged);
  for (const [table, column] of ONE_EACH) tx.db.query(`delete from "${table}" where "${column}" = ?`).run(merged.id);
  if (merged.householdId !== null) tx.db.query(ABOUT_DEPENDANT).run(kept.id, merged.id, merged.householdId);
  endSignInsOf(tx, merged.id);
  for (const statement of SIGNED_IN) tx.db.query(statement).run(kept.id, merged.id);
  return choices;
};

const STATS = `update "clients" set
  "bookings" = (select count(*) from "bookings" where "clientId" = ?1 and "status" <> 'cancelled'),
  "noShows" = (select count(*) from "bookings" where "clientId" = ?1 and "status" = 'noshow'),
  "lateCancels" = (select count(*) from "bookings" where "clientId" = ?1 and "isLateCancel" = 1),
  "earliestBookingAt" = (select min("startTime") from "bookings" where "clientId" = ?1 and "status" = 'confirmed'),
  ("visits", "firstVisitAt", "lastVisitAt") = (select count(*), min("checkedInAt"), max("checkedInAt") from (
    select "checkedInAt" from "bookings" where "clientId" = ?1 and "status" = 'attended'
    union all select "checkedInAt" from "checkins" where "clientId" = ?1 and "status" = 'valid' and "isVisit" = 1))
  where "id" = ?1`;

const REMEMBER = `insert into "mergedClients" ("id", "clientId", "externalId", "createdAt") values (?, ?, ?, ?)`;

/** Remembers where the id of the record that goes leads, and the ids that lead to it. */
const remember = (tx: Tx, { kept, merged }: Pair): void => {
  const externalId = kept.externalId === null ? null : merged.externalId;
  tx.db.query(REMEMBER).run(merged.id, kept.id, externalId, tx.now);
  tx.db.query('update "mergedClients" set "clientId" = ?1 where "clientId" = ?2').run(kept.id, merged.id);
};

/** Moves what the person did to the client who stays: points, streaks, boards and awards follow, and raise nothing. */
function* mergeFacts(tx: Tx, pair: Pair, reactions: Reactions): Generator<void, object> {
  const { kept, merged } = pair;
  const silent = withoutEvents(tx);
  const visits = yield* doubleVisits(tx, pair);
  dropVisits(tx, visits);
  const droppedVisits = new Set(visits.map(({ id }) => id));
  const younger = youngerEnrollments(tx, pair);
  const sources = sourcesIn(tx, younger);
  const isDropped = ({ kind, sourceId }: { kind: string; sourceId: string }): boolean =>
    kind === 'visit' ? droppedVisits.has(sourceId) : sources.has(sourceId);
  const others = liveFacts(tx, merged.id);
  yield* reactions.factsImported(silent, merged.id, movesOf(others, merged.id, -1));
  yield* takeAllBack(tx, others.filter(isDropped));
  const own = liveFacts(tx, kept.id).filter(isDropped);
  yield* takeAllBack(tx, own);
  if (own.length > 0) yield* reactions.factsImported(silent, kept.id, movesOf(own, kept.id, -1));
  const enrollments = yield* removeEnrollments(silent, younger, reactions);
  const moving = enrollmentsOf(tx, merged.id);
  const grants = doubleGrants(tx, pair);
  dropGrants(tx, pair);
  remember(tx, pair);
  const choices = moveRows(tx, pair);
  moveFacts(tx, kept.id, merged.id);
  // Awards for values ask for those of both.
  yield* mergeMetrics(tx, pair);
  const stay = others.filter((fact) => !isDropped(fact));
  if (stay.length > 0) yield* reactions.factsImported(silent, kept.id, movesOf(stay, kept.id, 1));
  yield* countMoved(silent, moving, { clientId: kept.id, reactions });
  lookAt(tx, kept.id, tx.now);
  return { visits, enrollments, awardGrants: grants, ...choices };
}

/** What others have of the client who goes. */
const NAMED = [
  'update "clients" set "referredByClientId" = ?1 where "referredByClientId" = ?2',
  'update "agreements" set "signedByClientId" = ?1 where "signedByClientId" = ?2',
  'update "guests" set "hostClientId" = ?1 where "hostClientId" = ?2',
  'update "guests" set "standsForClientId" = ?1 where "standsForClientId" = ?2',
  'update "householdInvitations" set "invitedByClientId" = ?1 where "invitedByClientId" = ?2',
];

// The condition of the index, which has all events by now.
const MOVE_EVENTS = `update "events" set "clientId" = ?1
  where "clientId" = ?2 and "clientId" is not null and "isNew" = 0`;

/** Everything else that names the client who goes. */
function* mergeRest(tx: Tx, pair: Pair): Generator<void, object> {
  const { kept, merged } = pair;
  mergeCards(tx, pair);
  mergeDebts(tx, pair);
  yield;
  const ratings = yield* mergeContent(tx, pair);
  mergeVideo(tx, pair);
  const scores = mergeScores(tx, kept.id, merged.id);
  yield;
  tx.db.query('delete from "streakLooks" where "clientId" = ?').run(merged.id);
  for (const statement of NAMED) tx.db.query(statement).run(kept.id, merged.id);
  indexNewEvents(tx.db);
  tx.db.query(MOVE_EVENTS).run(kept.id, merged.id);
  yield;
  return { leaderboardScores: scores, ratings };
}

const removeMerged = (tx: Tx, { merged }: Pair): void => {
  unindexClient(tx, merged);
  tx.db.query('delete from "clients" where "id" = ?').run(merged.id);
};

/** Gives who stays the fields of both, and raises the events of what has changed. */
const mergeFields = (tx: Tx, pair: Pair): void => {
  const before = clientById(tx, pair.kept.id) ?? pair.kept;
  const columns = mergedColumns(pair);
  Client.rows.update(tx, before.id, { ...columns, updatedAt: tx.now });
  const after = { ...before, ...columns, updatedAt: tx.now };
  endFormerSignIns(tx, before, after);
  reindexClient(tx, before, after);
  raiseUpdate(tx, before, after);
};

/** Raises `client.merged`; the audit log has what was dropped. Returns the id of the client who stays. */
export function* mergeClients(tx: Tx, caller: Caller, pair: Pair, reactions: Reactions): Generator<void, string> {
  const { kept, merged } = pair;
  const shown = Client.view(merged);
  const doubles = doubleBookings(tx, pair);
  yield* cancelDoubles(tx, doubles, reactions);
  const facts = yield* mergeFacts(tx, pair, reactions);
  const rest = yield* mergeRest(tx, pair);
  // The record that goes gives its email and codes free first.
  removeMerged(tx, pair);
  mergeFields(tx, pair);
  followHousehold(tx, pair);
  tx.db.query(STATS).run(kept.id);
  endCalendarAddress(tx, kept.id);
  reactions.clientChanged(tx, kept.id);
  yield;
  tx.raise('client.merged', kept.homeLocationId, { clientId: kept.id, mergedClientId: merged.id });
  appendAudit(tx, {
    type: 'mergeClients',
    source: 'api',
    staffId: staffIdOf(caller),
    credentialId: caller.credentialId,
    actor: actorOf(caller),
    recordType: 'client',
    recordId: kept.id,
    clientId: kept.id,
    siteId: kept.homeLocationId,
    before: JSON.stringify({ client: shown, bookings: doubles.map(({ goes }) => goes), ...facts, ...rest }),
    after: JSON.stringify({ mergedClientId: merged.id }),
    requestId: tx.origin?.requestId ?? null,
  });
  return kept.id;
}
