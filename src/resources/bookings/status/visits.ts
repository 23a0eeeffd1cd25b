// A visit is an attended booking, or a valid check-in without a booking that is no re-entry: at most one for each
// session, and one for each site and local day without a session (rules.md "Check-in"). The column `isVisit` says which
// check-ins are visits.

import type { Tx } from '../../../database/database.ts';
import type { BookingRow } from '../record.ts';

const ADD_VISITS = `update "clients" set "visits" = "visits" + ? where "id" = ?`;

const RECOMPUTE_VISITS = `update "clients" set ("firstVisitAt", "lastVisitAt") = (
    select min("checkedInAt"), max("checkedInAt") from (
      select "checkedInAt" from "bookings" where "clientId" = "clients"."id" and "status" = 'attended'
      union all
      select "checkedInAt" from "checkins" where "clientId" = "clients"."id" and "isVisit" = 1
    )
  ) where "id" = ?`;

const MOVE_VISITS = `update "clients" set "firstVisitAt" = min(coalesce("firstVisitAt", ?1), ?1),
  "lastVisitAt" = max(coalesce("lastVisitAt", ?1), ?1) where "id" = ?2`;

/** Moves the first or the last visit to `at`, an instant, where that is earlier or later. */
const moveVisits = (tx: Tx, clientId: string, at: string): void => {
  tx.db.query(MOVE_VISITS).run(at, clientId);
};

/** The booking whose attendance is counted. */
type Attended = Pick<BookingRow, 'clientId' | 'sessionId' | 'checkedInAt'>;

const REPLACE_ENTRY = `update "checkins" set "isVisit" = 0 where "sessionId" = ? and "clientId" = ? and "isVisit" = 1`;

/**
 * Counts the visit of a booking that has become attended, beyond what `countForClient` does: a check-in to its session
 * without a booking was the same visit.
 */
export const addBookedVisit = (tx: Tx, { clientId, sessionId, checkedInAt }: Attended): void => {
  const { changes } = tx.db.query(REPLACE_ENTRY).run(sessionId, clientId);
  if (changes === 0) {
    moveVisits(tx, clientId, String(checkedInAt));
    return;
  }
  tx.db.query(ADD_VISITS).run(-changes, clientId);
  tx.db.query(RECOMPUTE_VISITS).run(clientId);
};

const RESTORE_ENTRY = `update "checkins" set "isVisit" = 1 where "id" = (
  select "id" from "checkins" where "sessionId" = ? and "clientId" = ? and "status" = 'valid' and "isReEntry" = 0
    and "bookingId" is null order by "checkedInAt", "id" limit 1)`;

/** Takes the visit of a booking back that is no longer attended; a check-in without a booking is one again. */
export const removeBookedVisit = (tx: Tx, { clientId, sessionId }: Attended): void => {
  const { changes } = tx.db.query(RESTORE_ENTRY).run(sessionId, clientId);
  if (changes > 0) tx.db.query(ADD_VISITS).run(changes, clientId);
  tx.db.query(RECOMPUTE_VISITS).run(clientId);
};

/** Counts the visit of a check-in without a booking. */
export const addVisit = (tx: Tx, clientId: string, at: string): void => {
  tx.db.query(ADD_VISITS).run(1, clientId);
  moveVisits(tx, clientId, at);
};
