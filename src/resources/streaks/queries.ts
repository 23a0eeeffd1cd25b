import type { Read, Tx } from '../../database/database.ts';
import type { Fact } from '../facts/tables.ts';
import type { StreakState, StreakType, WeekTargets } from './tables.ts';

/** What a member has done in all, and the streaks. */
export interface MemberStreaks {
  readonly clientId: string;
  readonly visits: number;
  readonly minutes: number;
  readonly targets: WeekTargets;
  readonly streaks: Readonly<Partial<Record<StreakType, StreakState>>>;
}

interface Row {
  readonly visits: number;
  readonly minutes: number;
  readonly targets: string;
  readonly streaks: string;
}

const FIND = 'select "visits", "minutes", "targets", "streaks" from "memberStreaks" where "clientId" = ?';

/** The totals and the streaks of a member as they are stored: a streak is the newest one, also when it is broken. */
export const streaksOf = (read: Read, clientId: string): MemberStreaks => {
  const row = read.db.query<Row, [string]>(FIND).get(clientId);
  if (row === null) return { clientId, visits: 0, minutes: 0, targets: [], streaks: {} };
  return { ...row, clientId, targets: JSON.parse(row.targets), streaks: JSON.parse(row.streaks) };
};

const STORE = `insert into "memberStreaks" ("clientId", "visits", "minutes", "targets", "streaks") values (?, ?, ?, ?, ?)
  on conflict do update set "visits" = excluded."visits", "minutes" = excluded."minutes",
    "targets" = excluded."targets", "streaks" = excluded."streaks"`;

export const storeStreaks = (tx: Tx, { clientId, visits, minutes, targets, streaks }: MemberStreaks): void => {
  tx.db.query(STORE).run(clientId, visits, minutes, JSON.stringify(targets), JSON.stringify(streaks));
};

export const NO_STREAK: StreakState = {
  ...{ length: 0, longestLength: 0 },
  ...{ startedOn: null, lastOn: null, raisedOn: null, brokenOn: null },
};

/** A fact as streaks count it. */
export type CountedFact = Pick<Fact, 'homeDate' | 'kind' | 'value'>;

const BETWEEN = `select "homeDate", "kind", "value" from "facts"
  where "clientId" = ? and "homeDate" between ? and ? and "takenBackAt" is null`;

/** The facts of a member on local dates of the home site, both included. */
export const factsBetween = (read: Read, clientId: string, from: string, to: string): CountedFact[] =>
  read.db.query<CountedFact, [string, string, string]>(BETWEEN).all(clientId, from, to);

const TIMED = `select "kind", "value", "at" from "facts" where "clientId" = ? and "takenBackAt" is null
  and "homeDate" > '' and "kind" in ('visit', 'watched_minutes') order by "homeDate"`;

/** The visits and watched minutes of a member, the earliest first. */
export const timedFacts = (read: Read, clientId: string): Pick<Fact, 'kind' | 'value' | 'at'>[] =>
  read.db
    .query<Pick<Fact, 'kind' | 'value' | 'at'>, [string]>(TIMED)
    .all(clientId)
    .sort((left, right) => (left.at < right.at ? -1 : Number(left.at > right.at)));

const LOOK = 'insert into "streakLooks" ("at", "clientId") values (?, ?) on conflict do nothing';

/** Looks at the streaks of a member at an instant. */
export const lookAt = (tx: Tx, clientId: string, at: string): void => {
  tx.db.query(LOOK).run(at, clientId);
};

/** A look that is due. */
interface Look {
  readonly at: string;
  readonly clientId: string;
}

const DUE = 'select "at", "clientId" from "streakLooks" where "at" <= ? order by "at", "clientId" limit ? + 0';

export const dueLooks = (read: Read, limit: number): Look[] =>
  read.db.query<Look, [string, number]>(DUE).all(read.now, limit);

const NEW_FACTS = `select "id", "clientId" from "facts"
  where "id" > coalesce((select "after" from "streakCursor"), '') order by "id" limit ? + 0`;

/** The facts for which no looks are planned, the oldest first. */
export const newFacts = (read: Read, limit: number): Pick<Fact, 'id' | 'clientId'>[] =>
  read.db.query<Pick<Fact, 'id' | 'clientId'>, [number]>(NEW_FACTS).all(limit);

const MOVE = `insert into "streakCursor" ("id", "after") values (1, ?)
  on conflict do update set "after" = excluded."after"`;

/** Looks are planned up to this fact. */
export const moveCursor = (tx: Tx, factId: string): void => {
  tx.db.query(MOVE).run(factId);
};

const DONE = 'delete from "streakLooks" where "at" = ? and "clientId" = ?';

export const removeLook = (tx: Tx, { at, clientId }: Look): void => {
  tx.db.query(DONE).run(at, clientId);
};
