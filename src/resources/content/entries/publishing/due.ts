import type { Tx } from '../../../../database/database.ts';
import type { Store } from '../../../../database/store.ts';
import { indexEntry } from '../../search/indexing.ts';
import { dueEntries } from '../queries.ts';
import { ContentEntry } from '../record.ts';
import { moveCounts } from './counts.ts';
import { storedAt } from './publication.ts';

/** How many entries one transaction changes. */
const BATCH = 50;

const storeBatch = (tx: Tx): number => {
  const rows = dueEntries(tx, BATCH);
  for (const row of rows) {
    const stored = storedAt(row, tx.now);
    ContentEntry.rows.update(tx, row.id, stored);
    moveCounts(tx, { ...row, ...stored }, row);
    indexEntry(tx, { ...row, ...stored }, row);
  }
  return rows.length;
};

/**
 * Stores what time has done to entries: those whose publication or end has come are published or no longer counted. Reads
 * know it before, so it is no change that a client could see.
 */
export const publishEntries = async (store: Store): Promise<void> => {
  while ((await store.write<number>(storeBatch)) === BATCH);
};
