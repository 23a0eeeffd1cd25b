// Check-ins without a booking count once for a session, and once for a site and local day (rules.md "Check-in").

import type { Read, Tx } from '../../database/database.ts';
import { epochOf } from '../../kernel/clock.ts';
import { localDayAt } from '../../kernel/local-time.ts';
import { timezoneOf } from '../sites/queries.ts';
import type { Pair } from './pair.ts';

interface Visit {
  readonly id: string;
  readonly clientId: string;
  readonly siteId: string;
  readonly sessionId: string | null;
  readonly checkedInAt: string;
}

const VISITS = `select "id", "clientId", "siteId", "sessionId", "checkedInAt" from "checkins"
  where "clientId" = ? and "isVisit" = 1 and "status" = 'valid'`;
const ATTENDED = `select "sessionId" from "bookings" where "clientId" = ? and "status" = 'attended'`;

const visitsOf = (read: Read, clientId: string): Visit[] => read.db.query<Visit, [string]>(VISITS).all(clientId);

const attendedBy = (read: Read, clientId: string): string[] =>
  read.db
    .query<{ sessionId: string }, [string]>(ATTENDED)
    .all(clientId)
    .map(({ sessionId }) => sessionId);

/** The check-ins that are no visits of their own once both are one person: of several the earliest is. */
export function* doubleVisits(read: Read, { kept, merged }: Pair): Generator<void, Visit[]> {
  const others = visitsOf(read, merged.id);
  const own = visitsOf(read, kept.id);
  const attended = new Set([...attendedBy(read, kept.id), ...attendedBy(read, merged.id)]);
  const first = new Set<string>();
  const dropped: Visit[] = [];
  const all = [...own, ...others].sort((left, right) => (left.checkedInAt < right.checkedInAt ? -1 : 1));
  for (const visit of all) {
    const { siteId, sessionId, checkedInAt } = visit;
    const key = sessionId ?? `${siteId} ${localDayAt(epochOf(checkedInAt), timezoneOf(read, siteId)).date}`;
    if (first.has(key) || (sessionId !== null && attended.has(sessionId))) dropped.push(visit);
    first.add(key);
    yield;
  }
  return dropped;
}

const DROP = 'update "checkins" set "isVisit" = 0, "isReEntry" = 1 where "id" = ?';

export const dropVisits = (tx: Tx, visits: readonly Visit[]): void => {
  for (const { id } of visits) tx.db.query(DROP).run(id);
};
