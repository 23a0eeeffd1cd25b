import type { Tx } from './database.ts';

/** A search index of FTS5, by the name of its table. */
export type SearchIndex = 'clientSearch' | 'contentSearch';

/** So many parts of an index of a similar size are merged into one, as its table is created with. */
const MERGED_PARTS = 8;

const command = (tx: Tx, index: SearchIndex, name: string, value: number): void => {
  tx.db.query(`insert into "${index}" ("${index}", "rank") values (?, ?)`).run(name, value);
};

const changesIn = (tx: Tx): number =>
  tx.db.query<{ changes: number }, []>('select total_changes() as "changes"').get()?.changes ?? 0;

/**
 * Merges some pages of a search index. It merges all entries of a word at once, so a word that most rows have takes more.
 * @param pages a negative number begins with all parts of the index.
 * @returns whether there was something to do.
 */
export const mergePages = (tx: Tx, index: SearchIndex, pages: number): boolean => {
  const before = changesIn(tx);
  command(tx, index, 'merge', pages);
  // SQLite's documentation: fewer than two changes mean that nothing was merged.
  return changesIn(tx) - before >= 2;
};

/** From now on a change of rows merges nothing, so that `mergePages` can do it in steps. Undo it in the same transaction. */
export const stopMerging = (tx: Tx, index: SearchIndex): void => {
  command(tx, index, 'automerge', 0);
  command(tx, index, 'usermerge', MERGED_PARTS);
};

/** From now on changes merge by themselves again: a large part of the index now and then. */
export const goOnMerging = (tx: Tx, index: SearchIndex): void => command(tx, index, 'automerge', MERGED_PARTS);
