import type { Read, Tx } from './database.ts';
import { changeRows } from './stretch.ts';

/** What is left of the changes of one kind, stored until they are finished; at most one for each record. */
export interface Unfinished<State extends object, Result = unknown> {
  readonly kind: string;
  /** What is left of the change of a record; undefined when nothing is. */
  find(read: Read, id: string): State | undefined;
  /** Stores what is left, in place of what was left before. The change continues after the commit. */
  store(tx: Tx, id: string, state: State): void;
  /** The change is finished. */
  remove(tx: Tx, id: string): void;
  /** What the change results in: only a type. */
  readonly result?: Result;
}

const FIND = 'select "state" from "unfinishedChanges" where "kind" = ? and "id" = ?';
const STORE = `insert into "unfinishedChanges" ("kind", "id", "state", "createdAt", "actor", "requestId")
  values (?, ?, ?, ?, ?, ?)
  on conflict do update set "state" = excluded."state"`;
const REMOVE = 'delete from "unfinishedChanges" where "kind" = ? and "id" = ?';

export const unfinishedChanges = <State extends object, Result = unknown>(kind: string): Unfinished<State, Result> => ({
  kind,
  find(read, id) {
    const row = read.db.query<{ state: string }, [string, string]>(FIND).get(kind, id);
    return row === null ? undefined : JSON.parse(row.state);
  },
  store(tx, id, state) {
    tx.db
      .query(STORE)
      .run(kind, id, JSON.stringify(state), tx.now, tx.origin?.actor ?? null, tx.origin?.requestId ?? null);
  },
  remove(tx, id) {
    tx.db.query(REMOVE).run(kind, id);
  },
});

interface Part<State, Shared = undefined> {
  readonly tx: Tx;
  readonly id: string;
  readonly state: State;
  readonly shared: Shared;
}

interface LongChangeSpec<State, Row, Shared, Result> {
  /** How many rows a transaction changes however long that takes, so that a small change is finished with its request. It ends before after 50 events. */
  readonly fewest?: number;
  /** How many rows a transaction changes at most, where something depends on it. */
  readonly most?: number;
  /** The rows that come next, about `limit`; none when the change is finished. */
  rows(part: Part<State, Shared>, limit: number): readonly Row[];
  /** Changes a row. Returns what is left after it; nothing where a changed row is no longer among those that come next. */
  change(part: Part<State, Shared>, row: Row): State | undefined;
  shared?(part: Omit<Part<State>, 'shared'>): Shared;
  /** Ends the change once nothing is left of it. */
  end?(part: Part<State, Shared>): Result;
  /** Ends each transaction. */
  settle?(part: Part<State, Shared>): void;
}

/** What one transaction has done of a change. */
interface Progress<State, Result, Shared> {
  readonly left: State | undefined;
  readonly result: Result | undefined;
  readonly shared: Shared;
}

/** A change whose work grows with the data. */
export interface LongChange<State extends object, Result, Shared> {
  readonly kind: string;
  /** Does as much of a change as one transaction may, in place of what was left of one before. Stores the rest, if there is one. */
  begin(tx: Tx, id: string, state: State): Progress<State, Result, Shared>;
  /** Does as much as one transaction may of what is left for a record. */
  goOn(tx: Tx, id: string): { readonly left: object | undefined; readonly result: Result | undefined };
}

/**
 * Declares a change whose work grows with the data, such as canceling all bookings of a session. It begins in the transaction
 * that causes it. What that has no time for is stored, and `LongChanges` does it in further transactions, at the next start
 * where the process ends before. A change that is finished in the first transaction stores nothing.
 */
export const longChange = <State extends object, Row, Shared = undefined, Result = unknown>(
  unfinished: Unfinished<State, Result>,
  spec: LongChangeSpec<State, Row, Shared, Result>,
): LongChange<State, Result, Shared> => {
  const { kind } = unfinished;
  const { fewest, most } = spec;
  const begin = (tx: Tx, id: string, state: State): Progress<State, Result, Shared> => {
    const part = { tx, id, state, shared: spec.shared?.({ tx, id, state }) as Shared };
    const next = (limit: number) => spec.rows(part, limit);
    const isFinished = changeRows(tx, { key: `${kind} ${id}`, fewest, most }, next, (row) => {
      part.state = spec.change(part, row) ?? part.state;
    });
    if (isFinished) unfinished.remove(tx, id);
    else unfinished.store(tx, id, part.state);
    const result = isFinished ? spec.end?.(part) : undefined;
    spec.settle?.(part);
    return { left: isFinished ? undefined : part.state, result, shared: part.shared };
  };
  return {
    kind,
    begin,
    goOn(tx, id) {
      const state = unfinished.find(tx, id);
      return state === undefined ? { left: undefined, result: undefined } : begin(tx, id, state);
    },
  };
};
