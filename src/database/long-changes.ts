// Changes whose work grows with the data: several short transactions, so that requests run in between.

import { type Origin, withOrigin } from '../kernel/origin.ts';
import { everyMinute, type Job } from '../kernel/periods.ts';
import type { Read } from './database.ts';
import type { LongChange, Unfinished } from './long-change.ts';
import type { Store } from './store.ts';
import { databaseBusy } from './unavailable.ts';

const FIND = 'select 1 from "unfinishedChanges" where "kind" = ? and "id" = ?';
const ALL = 'select "kind", "id", "actor", "requestId" from "unfinishedChanges"';
const COUNT = 'select count(*) as "count" from "unfinishedChanges"';

export const countUnfinished = (read: Read): number => read.db.query<{ count: number }, []>(COUNT).get()?.count ?? 0;

interface Left extends Origin {
  readonly kind: string;
  readonly id: string;
}

const keyOf = ({ kind, id }: Pick<Left, 'kind' | 'id'>): string => `${kind} ${id}`;

export type Continued = Pick<LongChange<object, unknown, unknown>, 'kind' | 'goOn'>;

interface LongChangesDeps {
  readonly store: Store;
  readonly changes: readonly Continued[];
  /** Called for a change that fails. `run` tries it again. */
  readonly reportError: (error: unknown, context: string) => void;
  /** Ends the work after the current transaction; the next start continues. */
  readonly signal: AbortSignal;
}

/** Continues with unfinished changes, one short transaction a turn: `run` with those from earlier processes. */
export class LongChanges {
  readonly #deps: LongChangesDeps;
  readonly #changes: ReadonlyMap<string, Continued>;
  readonly #waiting = new Map<string, PromiseWithResolvers<unknown>>();
  readonly #followers = new Map<string, () => void>();
  readonly #failed = new Set<string>();
  #running: Promise<void> | undefined;

  constructor(deps: LongChangesDeps) {
    this.#deps = deps;
    this.#changes = new Map(deps.changes.map((change) => [change.kind, change]));
    let isLeft = true;
    deps.store.onCommit(
      () => {
        if (isLeft && this.#running === undefined && this.#left().length > 0) this.#start();
        isLeft = true;
      },
      ({ db }) => {
        isLeft = db.query<Left, []>(ALL).get() !== null;
      },
    );
  }

  /** Continues with what is left, also of changes that failed. */
  readonly job: Job = {
    name: 'unfinished changes',
    period: everyMinute,
    run: () => this.run(),
    isIdleUntil: () => this.#deps.store.view().db.query(ALL).get() === null,
  };

  /** Continues with all changes, also with those that failed, until nothing is left. Never rejects. */
  run(): Promise<void> {
    this.#failed.clear();
    return this.#running ?? this.#start();
  }

  /**
   * Undefined without a result. @throws Problem 503 `database_busy` when the process stops; what the change throws.
   * @param onStep receives what is left after each transaction.
   */
  async finish<State extends object, Result>(
    { kind, find }: Pick<Unfinished<State, Result>, 'kind' | 'find' | 'result'>,
    id: string,
    onStep?: (left: State) => void,
  ): Promise<Result | undefined> {
    if (this.#deps.store.view().db.query(FIND).get(kind, id) === null) return undefined;
    const key = keyOf({ kind, id });
    const waiting = this.#waiting.get(key) ?? Promise.withResolvers<unknown>();
    this.#waiting.set(key, waiting);
    if (onStep !== undefined) {
      this.#followers.set(key, () => {
        const left = find(this.#deps.store.view(), id);
        if (left !== undefined) onStep(left);
      });
    }
    this.#failed.delete(key);
    if (this.#running === undefined) this.#start();
    return (await waiting.promise) as Result;
  }

  /** The changes of a kind that no one waits for, such as those that an earlier process has begun. */
  unawaited(kind: string): readonly Pick<Left, 'id' | 'actor'>[] {
    return this.#left().filter((change) => change.kind === kind && !this.#waiting.has(keyOf(change)));
  }

  /** Resolves when the current transaction has ended. Abort the signal before. */
  async stop(): Promise<void> {
    await this.#running;
  }

  #left(): Left[] {
    const rows = this.#deps.store.view().db.query<Left, []>(ALL).all();
    return rows.filter((change) => !this.#failed.has(keyOf(change)));
  }

  #start(): Promise<void> {
    this.#running = this.#continue().finally(() => {
      this.#running = undefined;
      // A failed change may have been asked for once more after the last look. Its next transaction waits for a turn of the loop.
      if (!this.#deps.signal.aborted && this.#left().length > 0) this.#start();
    });
    return this.#running;
  }

  async #continue(): Promise<void> {
    const { signal } = this.#deps;
    for (let left = this.#left(); left.length > 0 && !signal.aborted; left = this.#left()) {
      for (const change of left) if (!signal.aborted) await this.#goOn(change);
    }
    if (!signal.aborted) return this.#settleFinished();
    for (const { reject } of this.#waiting.values()) reject(databaseBusy());
    this.#waiting.clear();
    this.#followers.clear();
  }

  /** Settles whoever waits for a change that another transaction has finished: its result went to that transaction. */
  #settleFinished(): void {
    const { db } = this.#deps.store.view();
    const stored = new Set(db.query<Left, []>(ALL).all().map(keyOf));
    for (const [key, { resolve }] of this.#waiting) {
      if (stored.has(key)) continue;
      this.#waiting.delete(key);
      this.#followers.delete(key);
      resolve(undefined);
    }
  }

  async #goOn(change: Left): Promise<void> {
    const { store, reportError } = this.#deps;
    const key = keyOf(change);
    const settle = (act: (waiting: PromiseWithResolvers<unknown>) => void): void => {
      const waiting = this.#waiting.get(key);
      this.#waiting.delete(key);
      this.#followers.delete(key);
      if (waiting !== undefined) act(waiting);
    };
    try {
      // For the caller who began the change.
      const { left, result } = await withOrigin(change, () =>
        store.write((tx) => this.#declared(change.kind).goOn(tx, change.id)),
      );
      if (left === undefined) settle(({ resolve }) => resolve(result));
      else this.#followers.get(key)?.();
    } catch (error) {
      this.#failed.add(key);
      reportError(error, `the unfinished change of the ${change.kind} ${change.id}`);
      settle(({ reject }) => reject(error));
    }
  }

  #declared(kind: string): Continued {
    const change = this.#changes.get(kind);
    if (change === undefined) throw new Error(`there is no long change of the kind '${kind}'`);
    return change;
  }
}
