import type { Tx } from '../../database/database.ts';
import type { Store } from '../../database/store.ts';

/** Pages that one transaction merges. A word that most clients have takes more: 50 ms with 100,000 clients. */
const PAGES = 4;

const changesIn = (tx: Tx): number =>
  tx.db.query<{ changes: number }, []>('select total_changes() as "changes"').get()?.changes ?? 0;

/** Merges some pages. A negative number begins with all parts of the index. Returns whether there was something to do. */
const merge = (tx: Tx, pages: number): boolean => {
  const before = changesIn(tx);
  tx.db.query(`insert into "clientSearch" ("clientSearch", "rank") values ('merge', ?)`).run(pages);
  // SQLite's documentation: fewer than two changes mean that nothing was merged.
  return changesIn(tx) - before >= 2;
};

/**
 * Merges all parts of the search index, a few pages in each transaction. The index has no copies of texts, so a deleted
 * client is only marked in it; a merge leaves out what is marked.
 * @returns whether it is merged; false when `signal` has interrupted it.
 */
export const mergeSearchIndex = async (store: Store, signal: AbortSignal): Promise<boolean> => {
  const step = (pages: number) => store.write<boolean>((tx) => merge(tx, pages));
  for (let goesOn = await step(-PAGES); goesOn; goesOn = await step(PAGES)) {
    if (signal.aborted) return false;
  }
  return true;
};
