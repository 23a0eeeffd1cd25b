// A visit is an attended booking, or a valid check-in without a booking that is no re-entry: at most one for each
// session, and one for each site and local day without a session (rules.md "Check-in"). The column `isVisit` says which
// check-ins are visits.

import type { Tx } from '../../../database/database.ts';
import { type RecordedVisit, recordVisitFact, takeBackVisitFact } from '../../facts/visits.ts';
import type { FactReactions } from '../../reactions.ts';
import type { BookingRecord } from '../queries.ts';

const ADD_VISITS = `update "clients" set "visits" = "visits" + ? where "id" = ?`;

const RECOMPUTE_VISITS = `update "clients" set ("firstVisitAt", "lastVisitAt") = (
    select min("checkedInAt"), max("checkedInAt") from (
      select "checkedInAt" from "bookings" where "clientId" = "clients"."id" and "status" = 'attended'
      union all
      select "checkedInAt" from "checkins" where "clientId" = "clients"."id" and "status" = 'valid' and "isVisit" = 1
    )
  ) where "id" = ?`;

const COUNT_VISIT = `update "clients" set "visits" = "visits" + ?3, "firstVisitAt" = min(coalesce("firstVisitAt", ?1), ?1),
  "lastVisitAt" = max(coalesce("lastVisitAt", ?1), ?1) where "id" = ?2`;

/** Adds `visits`, and moves the first or the last visit to `at`, an instant, where that is earlier or later. */
const countVisit = (tx: Tx, clientId: string, at: string, visits: 0 | 1): void => {
  tx.db.query(COUNT_VISIT).run(at, clientId, visits);
};

/** The booking whose attendance is counted. */
type Attended = Pick<BookingRecord, 'id' | 'clientId' | 'siteId' | 'sessionId' | 'checkedInAt'>;

/** A check-in without a booking that is a visit. */
interface Entry {
  readonly id: string;
  readonly clientId: string;
  readonly siteId: string;
  readonly sessionId: string | null;
  readonly checkedInAt: string;
}

const REPLACE_ENTRY = `update "checkins" set "isVisit" = 0 where "sessionId" = ? and "clientId" = ? and "isVisit" = 1
  returning "id"`;

/**
 * Counts the visit of a booking that has become attended, beyond what `countForClient` does: a check-in to its session
 * without a booking was the same visit.
 */
export const addBookedVisit = (tx: Tx, booking: Attended, reactions: FactReactions, recorded?: RecordedVisit): void => {
  const { clientId, sessionId, checkedInAt } = booking;
  const replaced = tx.db.query<{ id: string }, [string, string]>(REPLACE_ENTRY).all(sessionId, clientId);
  if (replaced.length === 0) {
    countVisit(tx, clientId, String(checkedInAt), 0);
  } else {
    tx.db.query(ADD_VISITS).run(-replaced.length, clientId);
    tx.db.query(RECOMPUTE_VISITS).run(clientId);
    for (const { id } of replaced) takeBackVisitFact(tx, reactions, id);
  }
  recordVisitFact(tx, reactions, booking, recorded);
};

const RESTORE_ENTRY = `update "checkins" set "isVisit" = 1 where "id" = (
  select "id" from "checkins" where "sessionId" = ? and "clientId" = ? and "status" = 'valid' and "isReEntry" = 0
    and "bookingId" is null order by "checkedInAt", "id" limit 1)
  returning "id", "clientId", "siteId", "sessionId", "checkedInAt"`;

/** Takes the visit of a booking back that is no longer attended; a check-in without a booking is one again. */
export const removeBookedVisit = (tx: Tx, { id, clientId, sessionId }: Attended, reactions: FactReactions): void => {
  takeBackVisitFact(tx, reactions, id);
  const entry = tx.db.query<Entry, [string, string]>(RESTORE_ENTRY).get(sessionId, clientId);
  if (entry !== null) {
    tx.db.query(ADD_VISITS).run(1, clientId);
    recordVisitFact(tx, reactions, entry);
  }
  tx.db.query(RECOMPUTE_VISITS).run(clientId);
};

/** Counts the visit of a check-in without a booking. */
export const addVisit = (tx: Tx, entry: Entry, reactions: FactReactions, recorded?: RecordedVisit): void => {
  countVisit(tx, entry.clientId, entry.checkedInAt, 1);
  recordVisitFact(tx, reactions, entry, recorded);
};
