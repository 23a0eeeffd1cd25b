// The visits as facts: those of bookings and check-ins as they happen, and once those from before there were facts.

import { type Tx, withoutEvents } from '../../database/database.ts';
import type { Slice } from '../../database/long-changes.ts';
import { epochOf } from '../../kernel/clock.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import type { FactReactions } from '../reactions.ts';
import { recordFact, takeBack } from './facts.ts';
import { liveFact, type VisitSource, visitFact } from './queries.ts';
import { type Fact, unfinishedVisits } from './tables.ts';

/** A booking that is attended, or a check-in without one that is a visit. */
interface Visit {
  readonly id: string;
  readonly clientId: string;
  readonly siteId: string;
  readonly sessionId: string | null;
  readonly checkedInAt: string | null;
}

const TIMES = 'select "startTime", "endTime" from "sessions" where "id" = ?';

interface Times {
  readonly startTime: string;
  readonly endTime: string;
}

/** A visit as another studio recorded it, whose sites and sessions may have changed since. */
export type RecordedVisit = Pick<Fact, 'id' | 'siteId' | 'at' | 'localDate' | 'homeDate' | 'value'>;

const timesOf = (tx: Tx, { sessionId }: Visit): Times | undefined =>
  sessionId === null ? undefined : (tx.db.query<Times, [string]>(TIMES).get(sessionId) ?? undefined);

/** Records the fact of a visit. Its value is the minutes of the session, 0 without one. */
export const recordVisitFact = (tx: Tx, reactions: FactReactions, visit: Visit, recorded?: RecordedVisit): void => {
  const { id: sourceId, clientId, siteId, checkedInAt } = visit;
  const times = timesOf(tx, visit);
  const value = times === undefined ? 0 : (epochOf(times.endTime) - epochOf(times.startTime)) / MINUTE_MS;
  const at = checkedInAt ?? times?.startTime ?? tx.now;
  recordFact(tx, reactions, { kind: 'visit', clientId, siteId, at, sourceId, value, ...recorded });
};

/** Takes the fact of a visit back. */
export const takeBackVisitFact = (tx: Tx, reactions: FactReactions, visit: VisitSource): void => {
  const found = visitFact(tx, visit);
  if (found !== undefined) takeBack(tx, reactions, found);
};

/** Whether a visit has its fact. */
const hasFact = (tx: Tx, visit: Visit): boolean => {
  const { id: sourceId, clientId } = visit;
  const at = visit.checkedInAt ?? timesOf(tx, visit)?.startTime;
  return liveFact(tx, { kind: 'visit', sourceId, clientId, ...(at === undefined ? {} : { at }) }) !== undefined;
};

/** Rows that one transaction looks at. */
const BATCH = 200;

const COLUMNS = '"id", "clientId", "siteId", "sessionId", "checkedInAt"';
const PAGES = {
  bookings: `select ${COLUMNS}, "status" = 'attended' as "isVisit" from "bookings" where "id" > ? order by "id" limit ${BATCH}`,
  checkins: `select ${COLUMNS}, "isVisit" from "checkins" where "id" > ? order by "id" limit ${BATCH}`,
} as const;

/**
 * Records some of the visits of a database from before there were facts. They raise nothing. Those that happen
 * meanwhile have their facts already.
 */
export const recordMoreVisits =
  (reactions: FactReactions): Slice<object> =>
  (tx, id) => {
    const left = unfinishedVisits.find(tx, id);
    if (left === undefined) return {};
    const { table, after } = left;
    const rows = tx.db.query<Visit & { isVisit: number }, [string]>(PAGES[table]).all(after);
    const silent = withoutEvents(tx);
    for (const row of rows) {
      if (row.isVisit === 1 && !hasFact(tx, row)) recordVisitFact(silent, reactions, row);
    }
    const last = rows.at(-1)?.id;
    if (rows.length === BATCH && last !== undefined) unfinishedVisits.store(tx, id, { table, after: last });
    else if (table === 'bookings') unfinishedVisits.store(tx, id, { table: 'checkins', after: '' });
    else unfinishedVisits.remove(tx, id);
    return unfinishedVisits.find(tx, id) === undefined ? {} : undefined;
  };
