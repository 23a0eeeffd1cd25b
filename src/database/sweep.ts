import { tellFault } from '../kernel/faults.ts';
import { faultOf, stillToDo } from './apart.ts';
import type { Read, Tx } from './database.ts';
import type { Store } from './store.ts';
import { changeRows } from './stretch.ts';

export interface Sweep<Row> {
  /** The rows that are due, at most `limit`. A row that is changed is due no more. */
  rows(read: Read, limit: number): readonly Row[];
  change(tx: Tx, row: Row): unknown;
  /** What is done in place of `change` after a fault in it, where the rows after it would pass over the row. */
  postpone?(tx: Tx, row: Row): void;
}

/** After this many faults the others would fail too, and each is in the log. */
const MOST_FAULTS = 100;

/** Whether a sweep of each kind of rows would find nothing at the time of a read. */
export const nothingDue =
  (...kinds: readonly Sweep<unknown>['rows'][]) =>
  (read: Read): boolean =>
    kinds.every((rows) => rows(read, 1).length === 0);

/** The rows that a fault has ended in one sweep, which stay due. */
class Faulty<Row> {
  readonly #rows = new Set<string>();
  readonly #unreported: { readonly what: string; readonly error: unknown }[] = [];

  get isOver(): boolean {
    return this.#rows.size >= MOST_FAULTS;
  }

  add(row: Row, error: unknown): void {
    const what = JSON.stringify(row);
    this.#rows.add(what);
    this.#unreported.push({ what: nameOf(row) ?? what, error });
  }

  /** The rows of a sweep without these. */
  without(rows: (limit: number) => readonly Row[], limit: number): readonly Row[] {
    const { size } = this.#rows;
    if (size === 0) return rows(limit);
    return this.isOver ? [] : rows(limit + size).filter((row) => !this.#rows.has(JSON.stringify(row)));
  }

  /** Reports those that are new, once their transaction is committed. */
  tell(): void {
    for (const { what, error } of this.#unreported.splice(0)) tellFault(stillToDo(`'${what}'`), error);
  }
}

/** The id of a row, for the log: other columns may be personal. */
const nameOf = (row: unknown): string | undefined => {
  if (typeof row !== 'object' || row === null) return undefined;
  const { id, row: inner } = row as { readonly id?: unknown; readonly row?: unknown };
  return typeof id === 'string' ? id : (nameOf(inner) ?? Object.keys(row).join(' '));
};

/**
 * Changes every row that is due, in short transactions, so that requests run in between. Mostly nothing is due, and a read
 * costs less than an empty transaction. A row whose change throws holds up no other: it is undone and reported, and stays due.
 * @param signal ends the work after the current transaction.
 * @returns how many rows it has changed.
 */
export const sweep = async <Row>(
  store: Store,
  { rows, change, postpone }: Sweep<Row>,
  signal?: AbortSignal,
): Promise<number> => {
  const faulty = new Faulty<Row>();
  let changed = 0;
  const changeSome = (tx: Tx): number => {
    let count = 0;
    // What is left for the time before the commit is done now, so that it counts as time of the change.
    const own: Tx = { ...tx, beforeCommit: (work) => work() };
    const changeOne = (row: Row): void => {
      const fault = faultOf(own, () => change(own, row));
      if (fault === undefined) {
        count += 1;
        return;
      }
      faulty.add(row, fault.error);
      postpone?.(own, row);
    };
    changeRows(tx, { key: 'sweep' }, (limit) => faulty.without((most) => rows(tx, most), limit), changeOne);
    return count;
  };
  const isDue = (): boolean => faulty.without((most) => rows(store.view(), most), 1).length > 0;
  while (signal?.aborted !== true && isDue()) {
    changed += await store.write(changeSome);
    faulty.tell();
  }
  return changed;
};
