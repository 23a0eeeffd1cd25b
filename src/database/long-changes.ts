// Changes whose work grows with the data: several short transactions, so that requests run in between.

import { type Origin, withOrigin } from '../kernel/origin.ts';
import type { Read, Tx } from './database.ts';
import type { Store } from './store.ts';
import { databaseBusy } from './unavailable.ts';

/** What is left of the changes of one kind, stored until they are finished; at most one for each record. */
export interface UnfinishedChanges<State extends object> {
  /** What is left of the change of a record; undefined when nothing is. */
  find(read: Read, id: string): State | undefined;
  /** Stores what is left, in place of what was left before. */
  store(tx: Tx, id: string, state: State): void;
  /** The change is finished. */
  remove(tx: Tx, id: string): void;
}

const FIND = 'select "state" from "unfinishedChanges" where "kind" = ? and "id" = ?';
const STORE = `insert into "unfinishedChanges" ("kind", "id", "state", "createdAt", "actor", "requestId")
  values (?, ?, ?, ?, ?, ?)
  on conflict do update set "state" = excluded."state"`;
const REMOVE = 'delete from "unfinishedChanges" where "kind" = ? and "id" = ?';
const ALL = 'select "kind", "id", "actor", "requestId" from "unfinishedChanges"';
const COUNT = 'select count(*) as "count" from "unfinishedChanges"';

/** The unfinished changes of one kind. */
export const unfinishedChanges = <State extends object>(kind: string): UnfinishedChanges<State> => ({
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

/** How many changes are unfinished. */
export const countUnfinished = (read: Read): number => read.db.query<{ count: number }, []>(COUNT).get()?.count ?? 0;

/** Does a part of a change in one short transaction. Returns the result once nothing is left, until then undefined. */
export type Slice<Result> = (tx: Tx, id: string) => Result | undefined;

interface Unfinished extends Origin {
  readonly kind: string;
  readonly id: string;
}

const keyOf = ({ kind, id }: Pick<Unfinished, 'kind' | 'id'>): string => `${kind} ${id}`;

/** What continuing needs. */
interface LongChangesDeps<Results> {
  readonly store: Store;
  /** By kind. */
  readonly slices: { readonly [Kind in keyof Results]: Slice<Results[Kind]> };
  /** Called for a change that fails. `run` tries it again. */
  readonly reportError: (error: unknown, context: string) => void;
  /** Ends the work after the current transaction; the next start continues. */
  readonly signal: AbortSignal;
}

/**
 * Continues with unfinished changes, one short transaction in each turn of the event loop: those of an earlier process
 * with `run`, others after the commit that leaves something of them.
 */
export class LongChanges<Results extends Record<string, object>> {
  readonly #deps: LongChangesDeps<Results>;
  readonly #waiting = new Map<string, PromiseWithResolvers<object>>();
  readonly #failed = new Set<string>();
  #running: Promise<void> | undefined;

  constructor(deps: LongChangesDeps<Results>) {
    this.#deps = deps;
    let isLeft = true;
    deps.store.onCommit(
      () => {
        if (isLeft && this.#running === undefined && this.#left().length > 0) this.#start();
        isLeft = true;
      },
      ({ db }) => {
        isLeft = db.query<Unfinished, []>(ALL).get() !== null;
      },
    );
  }

  /** Continues with all changes, also with those that failed, until nothing is left. Never rejects. */
  run(): Promise<void> {
    this.#failed.clear();
    return this.#running ?? this.#start();
  }

  /**
   * Waits until the change of a record is finished. Resolves with its result; undefined when there is none.
   * @throws Problem 503 `database_busy` when the process stops before; whatever a failing slice throws.
   */
  async finish<Kind extends keyof Results & string>(kind: Kind, id: string): Promise<Results[Kind] | undefined> {
    const change = { kind, id };
    if (this.#deps.store.view().db.query(FIND).get(kind, id) === null) return undefined;
    const key = keyOf(change);
    const waiting = this.#waiting.get(key) ?? Promise.withResolvers<object>();
    this.#waiting.set(key, waiting);
    this.#failed.delete(key);
    if (this.#running === undefined) this.#start();
    return (await waiting.promise) as Results[Kind];
  }

  /** Resolves when the current transaction has ended. Abort the signal before. */
  async stop(): Promise<void> {
    await this.#running;
  }

  #left(): Unfinished[] {
    const rows = this.#deps.store.view().db.query<Unfinished, []>(ALL).all();
    return rows.filter((change) => !this.#failed.has(keyOf(change)));
  }

  #start(): Promise<void> {
    this.#running = this.#continue().finally(() => {
      this.#running = undefined;
      // A failed change may have been asked for once more after the last look.
      if (this.#waiting.size > 0) this.#start();
    });
    return this.#running;
  }

  async #continue(): Promise<void> {
    const { signal } = this.#deps;
    for (let left = this.#left(); left.length > 0 && !signal.aborted; left = this.#left()) {
      for (const change of left) if (!signal.aborted) await this.#slice(change);
    }
    if (!signal.aborted) return;
    for (const { reject } of this.#waiting.values()) reject(databaseBusy());
    this.#waiting.clear();
  }

  async #slice(change: Unfinished): Promise<void> {
    const { store, slices, reportError } = this.#deps;
    const key = keyOf(change);
    const settle = (act: (waiting: PromiseWithResolvers<object>) => void): void => {
      const waiting = this.#waiting.get(key);
      this.#waiting.delete(key);
      if (waiting !== undefined) act(waiting);
    };
    try {
      // For whoever began the change.
      const { result } = await withOrigin(change, () =>
        store.write((tx): { result: object | undefined } => ({ result: slices[change.kind]?.(tx, change.id) })),
      );
      if (result !== undefined) settle(({ resolve }) => resolve(result));
    } catch (error) {
      this.#failed.add(key);
      reportError(error, `the unfinished change of the ${change.kind} ${change.id}`);
      settle(({ reject }) => reject(error));
    }
  }
}
