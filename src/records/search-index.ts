import type { Tx } from '../database/database.ts';

export type SearchIndex = 'clientSearch' | 'contentSearch';

/** How many parts of a similar size are merged into one: the `automerge` of the migrations. */
const MERGED_PARTS = 8;

const command = (tx: Tx, index: SearchIndex, name: string, value: number): void => {
  tx.db.query(`insert into "${index}" ("${index}", "rank") values (?, ?)`).run(name, value);
};

const changesIn = (tx: Tx): number =>
  tx.db.query<{ changes: number }, []>('select total_changes() as "changes"').get()?.changes ?? 0;

/**
 * Merges some pages of a search index. It merges all entries of a word in one step, so a word that most rows have takes more.
 * @param pages a negative number begins with all parts of the index.
 * @returns whether there was something to do.
 */
export const mergePages = (tx: Tx, index: SearchIndex, pages: number): boolean => {
  const before = changesIn(tx);
  command(tx, index, 'merge', pages);
  // SQLite's documentation: fewer than two changes mean that nothing was merged.
  return changesIn(tx) - before >= 2;
};

/** SQLite merges nothing from now on, so that `mergePages` can do it in steps. Call `resumeMerging` in the same transaction. */
export const pauseMerging = (tx: Tx, index: SearchIndex): void => {
  command(tx, index, 'automerge', 0);
  command(tx, index, 'usermerge', MERGED_PARTS);
};

/** SQLite merges again when rows change. */
export const resumeMerging = (tx: Tx, index: SearchIndex): void => command(tx, index, 'automerge', MERGED_PARTS);
