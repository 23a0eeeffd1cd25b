// The visits as facts: bookings and check-ins as they happen, and once the visits from before there were facts.

import { type Tx, withoutEvents } from '../../database/database.ts';
import { longChange } from '../../database/long-change.ts';
import { epochOf } from '../../kernel/clock.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import type { CheckinRow } from '../checkins/record.ts';
import type { FactReactions } from '../reactions.ts';
import type { SessionRow } from '../sessions/record.ts';
import { recordFact, takeBack } from './facts.ts';
import { liveFact, type VisitSource, visitFact } from './queries.ts';
import { type Fact, unfinishedVisits } from './tables.ts';

type Visit = Pick<CheckinRow, 'id' | 'clientId' | 'siteId' | 'sessionId'> & Pick<VisitSource, 'checkedInAt'>;

const TIMES = 'select "startTime", "endTime" from "sessions" where "id" = ?';

type Times = Pick<SessionRow, 'startTime' | 'endTime'>;

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

export const takeBackVisitFact = (tx: Tx, reactions: FactReactions, visit: VisitSource): void => {
  const found = visitFact(tx, visit);
  if (found !== undefined) takeBack(tx, reactions, found);
};

const hasFact = (tx: Tx, visit: Visit): boolean => {
  const { id: sourceId, clientId } = visit;
  const at = visit.checkedInAt ?? timesOf(tx, visit)?.startTime;
  return liveFact(tx, { kind: 'visit', sourceId, clientId, ...(at === undefined ? {} : { at }) }) !== undefined;
};

const COLUMNS = '"id", "clientId", "siteId", "sessionId", "checkedInAt"';
const PAGES = {
  bookings: `select ${COLUMNS}, "status" = 'attended' as "isVisit" from "bookings" where "id" > ? order by "id" limit ?`,
  checkins: `select ${COLUMNS}, "isVisit" from "checkins" where "id" > ? order by "id" limit ?`,
} as const;

interface PossibleVisit extends Visit {
  readonly table: keyof typeof PAGES;
  readonly isVisit: number;
}

/** Records visits of a database from before facts; it raises nothing. Visits of now have their facts already. */
export const oldVisits = (reactions: FactReactions) =>
  longChange(unfinishedVisits, {
    rows({ tx, state }, limit): PossibleVisit[] {
      const rowsOf = (table: PossibleVisit['table'], after: string) =>
        tx.db
          .query<PossibleVisit, [string, number]>(PAGES[table])
          .all(after, limit)
          .map((row) => ({ ...row, table }));
      const bookings = state.table === 'bookings' ? rowsOf('bookings', state.after) : [];
      return bookings.length > 0 ? bookings : rowsOf('checkins', state.table === 'checkins' ? state.after : '');
    },
    change({ tx }, { table, ...row }) {
      if (row.isVisit === 1 && !hasFact(tx, row)) recordVisitFact(withoutEvents(tx), reactions, row);
      return { table, after: row.id };
    },
  });
