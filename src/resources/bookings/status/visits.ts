// A visit is an attended booking, or a valid check-in without a booking that is no re-entry: at most one for each
// session, and one for each site and local day without a session (rules.md "Check-in"). The column `isVisit` says which
// check-ins are visits.

import type { Tx } from '../../../database/database.ts';
import { type RecordedVisit, recordVisitFact, takeBackVisitFact } from '../../facts/visits.ts';
import type { FactReactions } from '../../reactions.ts';
import type { BookingRecord } from '../queries.ts';
import { countForClient } from './counters.ts';

const ADD_VISITS = `update "clients" set "visits" = "visits" + ? where "id" = ?`;

const RECOMPUTE_VISITS = `update "clients" set ("firstVisitAt", "lastVisitAt") = (
    select min("checkedInAt"), max("checkedInAt") from (
      select "checkedInAt" from "bookings" where "clientId" = "clients"."id" and "status" = 'attended'
      union all
      select "checkedInAt" from "checkins" where "clientId" = "clients"."id" and "status" = 'valid' and "isVisit" = 1
    )
  ) where "id" = ?`;

type Attended = Pick<BookingRecord, 'id' | 'clientId' | 'siteId' | 'sessionId' | 'checkedInAt'>;

interface Entry {
  readonly id: string;
  readonly clientId: string;
  readonly siteId: string;
  readonly sessionId: string | null;
  readonly checkedInAt: string;
}

const ENTRIES = `select "id", "checkedInAt" from "checkins" where "sessionId" = ? and "clientId" = ? and "isVisit" = 1`;
const REPLACE_ENTRY = 'update "checkins" set "isVisit" = 0 where "id" = ?';

/** Counts what `countBooking` does not: a check-in to its session without a booking was the same visit. */
export const addBookedVisit = (tx: Tx, booking: Attended, reactions: FactReactions, recorded?: RecordedVisit): void => {
  const { clientId, sessionId } = booking;
  const replaced = tx.db.query<Pick<Entry, 'id' | 'checkedInAt'>, [string, string]>(ENTRIES).all(sessionId, clientId);
  for (const entry of replaced) {
    tx.db.query(REPLACE_ENTRY).run(entry.id);
    takeBackVisitFact(tx, reactions, { ...entry, clientId });
  }
  if (replaced.length > 0) {
    tx.db.query(ADD_VISITS).run(-replaced.length, clientId);
    tx.db.query(RECOMPUTE_VISITS).run(clientId);
  }
  recordVisitFact(tx, reactions, booking, recorded);
};

const RESTORE_ENTRY = `update "checkins" set "isVisit" = 1 where "id" = (
  select "id" from "checkins" where "sessionId" = ? and "clientId" = ? and "status" = 'valid' and "isReEntry" = 0
    and "bookingId" is null order by "checkedInAt", "id" limit 1)
  returning "id", "clientId", "siteId", "sessionId", "checkedInAt"`;

/** Takes the visit of a booking back that is no longer attended; a check-in without a booking counts as a visit again. */
export const removeBookedVisit = (tx: Tx, booking: Attended, reactions: FactReactions): void => {
  const { clientId, sessionId } = booking;
  takeBackVisitFact(tx, reactions, booking);
  const entry = tx.db.query<Entry, [string, string]>(RESTORE_ENTRY).get(sessionId, clientId);
  if (entry !== null) {
    tx.db.query(ADD_VISITS).run(1, clientId);
    recordVisitFact(tx, reactions, entry);
  }
  tx.db.query(RECOMPUTE_VISITS).run(clientId);
};

export const addVisit = (tx: Tx, entry: Entry, reactions: FactReactions, recorded?: RecordedVisit): void => {
  countForClient(tx, entry.clientId, { visits: 1, visitedAt: entry.checkedInAt });
  recordVisitFact(tx, reactions, entry, recorded);
};
