import type { Read, Tx } from './database.ts';
import type { Store } from './store.ts';
import { changeRows } from './stretch.ts';

export interface Sweep<Row> {
  /** The rows that are due, at most `limit`. A row that is changed is due no more. */
  rows(read: Read, limit: number): readonly Row[];
  change(tx: Tx, row: Row): unknown;
}

/** Whether a sweep of each kind of rows would find nothing at the time of a read. */
export const nothingDue =
  (...kinds: readonly Sweep<unknown>['rows'][]) =>
  (read: Read): boolean =>
    kinds.every((rows) => rows(read, 1).length === 0);

/**
 * Changes every row that is due, in short transactions, so that requests run in between. Mostly nothing is due, and a read
 * costs less than an empty transaction.
 * @param signal ends the work after the current transaction.
 * @returns how many rows it has changed.
 */
export const sweep = async <Row>(store: Store, { rows, change }: Sweep<Row>, signal?: AbortSignal): Promise<number> => {
  let changed = 0;
  const changeSome = (tx: Tx): number => {
    let count = 0;
    // What is left for the time before the commit is done at once, so that it counts as time of the change.
    const own: Tx = { ...tx, beforeCommit: (work) => work() };
    changeRows(
      tx,
      { key: 'sweep' },
      (limit) => rows(tx, limit),
      (row) => {
        change(own, row);
        count += 1;
      },
    );
    return count;
  };
  while (signal?.aborted !== true && rows(store.view(), 1).length > 0) changed += await store.write(changeSome);
  return changed;
};
