import type { Read, Tx } from '../../database/database.ts';
import { STREAK_TYPES } from '../../events/enumerations.ts';
import { instantsAround } from '../facts/queries.ts';
import { FACT_KINDS, type Fact } from '../facts/tables.ts';
import type { StreakState, StreakType, WeekTargets } from './tables.ts';

/** What a member has done in total, and the streaks. */
export interface MemberStreaks {
  readonly clientId: string;
  readonly visits: number;
  /** Of attended sessions, and watched. */
  readonly minutes: number;
  /** The maximum number of visits and whole minutes that there have ever been: milestones up to them are raised. */
  readonly most: readonly [visits: number, minutes: number];
  readonly targets: WeekTargets;
  readonly streaks: Readonly<Partial<Record<StreakType, StreakState>>>;
}

type StoredStreak = readonly [
  length: number,
  longestLength: number,
  startedOn: string | null,
  lastOn: string | null,
  raisedOn: string | null,
  brokenOn: string | null,
];

/** The JSON of a member in the row of the client: short, since a check-in writes it. */
interface Stored extends Omit<MemberStreaks, 'clientId' | 'streaks'> {
  readonly streaks: Readonly<Partial<Record<StreakType, StoredStreak>>>;
}

const FIND = 'select "activity" from "clients" where "id" = ?';

const stateOf = ([length, longestLength, startedOn, lastOn, raisedOn, brokenOn]: StoredStreak): StreakState => ({
  length,
  longestLength,
  startedOn,
  lastOn,
  raisedOn,
  brokenOn,
});

/** The totals and the streaks of a member from the column `activity`. */
export const readStreaks = (clientId: string, activity: string | null): MemberStreaks => {
  if (activity === null) return { clientId, visits: 0, minutes: 0, most: [0, 0], targets: [], streaks: {} };
  const { streaks: stored, ...totals }: Stored = JSON.parse(activity);
  const streaks: Partial<Record<StreakType, StreakState>> = {};
  for (const type of STREAK_TYPES) {
    const streak = stored[type];
    if (streak !== undefined) streaks[type] = stateOf(streak);
  }
  return { clientId, ...totals, streaks };
};

/** The totals and the streaks of a member as they are stored: a streak is the newest one, also when it is broken. */
export const streaksOf = (read: Read, clientId: string): MemberStreaks =>
  readStreaks(clientId, read.db.query<{ activity: string | null }, [string]>(FIND).get(clientId)?.activity ?? null);

const STORE = 'update "clients" set "activity" = ? where "id" = ?';

export const storeStreaks = (tx: Tx, { clientId, streaks, ...totals }: MemberStreaks): void => {
  const stored: Partial<Record<StreakType, StoredStreak>> = {};
  for (const type of STREAK_TYPES) {
    const state = streaks[type];
    if (state === undefined) continue;
    const { length, longestLength, startedOn, lastOn, raisedOn, brokenOn } = state;
    stored[type] = [length, longestLength, startedOn, lastOn, raisedOn, brokenOn];
  }
  const { visits, minutes, most, targets } = totals;
  const activity: Stored = { visits, minutes, most, targets, streaks: stored };
  tx.db.query(STORE).run(JSON.stringify(activity), clientId);
};

export const NO_STREAK: StreakState = stateOf([0, 0, null, null, null, null]);

export type CountedFact = Pick<Fact, 'homeDate' | 'kind' | 'value'>;

const KINDS = FACT_KINDS.map((kind) => `'${kind}'`).join(', ');

const BETWEEN = `select "homeDate", "kind", "value" from "facts" where "clientId" = ? and "kind" in (${KINDS})
  and "at" >= ? and "at" < ? and "homeDate" between ? and ? and "takenBackAt" is null`;

/** The facts of a member on local dates of the home site, both included. */
export const factsBetween = (read: Read, clientId: string, from: string, to: string): CountedFact[] =>
  read.db.query<CountedFact, string[]>(BETWEEN).all(clientId, ...instantsAround(from, to), from, to);

const EACH = `select "homeDate", "kind", "value" from "facts" where "clientId" = ? and "takenBackAt" is null`;

export const eachFact = (read: Read, clientId: string): Iterable<CountedFact> =>
  read.db.query<CountedFact, [string]>(EACH).iterate(clientId);

const TIMED = `select "kind", "value", "at" from "facts" where "clientId" = ? and "takenBackAt" is null
  and "kind" in ('visit', 'watched_minutes') order by "at"`;

/** The visits and watched minutes of a member, the earliest first. */
export const timedFacts = (read: Read, clientId: string): Pick<Fact, 'kind' | 'value' | 'at'>[] =>
  read.db.query<Pick<Fact, 'kind' | 'value' | 'at'>, [string]>(TIMED).all(clientId);

const LOOK = 'insert into "streakLooks" ("at", "clientId") values (?, ?) on conflict do nothing';

/** Looks at the streaks of a member at an instant. */
export const lookAt = (tx: Tx, clientId: string, at: string): void => {
  tx.db.query(LOOK).run(at, clientId);
};

interface Look {
  readonly at: string;
  readonly clientId: string;
}

const DUE = 'select "at", "clientId" from "streakLooks" where "at" <= ? order by "at", "clientId" limit ? + 0';

export const dueLooks = (read: Read, limit: number): Look[] =>
  read.db.query<Look, [string, number]>(DUE).all(read.now, limit);

const NEW_FACTS = `select "number", "clientId" from "facts"
  where "number" > coalesce((select "after" from "streakCursor"), 0) order by "number" limit ? + 0`;

/** A fact for which no looks are planned. */
interface NewFact {
  readonly number: number;
  readonly clientId: string;
}

/** The facts for which no looks are planned, the oldest first. */
export const newFacts = (read: Read, limit: number): NewFact[] =>
  read.db.query<NewFact, [number]>(NEW_FACTS).all(limit);

const MOVE = `insert into "streakCursor" ("id", "after") values (1, ?)
  on conflict do update set "after" = excluded."after"`;

/** Looks are planned up to this fact. */
export const moveCursor = (tx: Tx, factNumber: number): void => {
  tx.db.query(MOVE).run(factNumber);
};

const DONE = 'delete from "streakLooks" where "at" = ? and "clientId" = ?';

export const removeLook = (tx: Tx, { at, clientId }: Look): void => {
  tx.db.query(DONE).run(at, clientId);
};
