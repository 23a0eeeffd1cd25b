import type { Store } from '../../../../database/store.ts';
import { sweep } from '../../../../database/sweep.ts';
import { indexEntry } from '../../search/indexing.ts';
import { dueEntries } from '../queries.ts';
import { ContentEntry } from '../record.ts';
import { moveCounts } from './counts.ts';
import { storedAt } from './publication.ts';

/**
 * Stores what time has done to entries: those whose publication or end has come are published or no longer counted. Reads
 * know it before, so no client could see a change.
 */
export const publishEntries = (store: Store): Promise<number> =>
  sweep(store, {
    rows: dueEntries,
    change(tx, row) {
      const stored = storedAt(row, tx.now);
      ContentEntry.rows.update(tx, row.id, stored);
      moveCounts(tx, { ...row, ...stored }, row);
      indexEntry(tx, { ...row, ...stored }, row);
    },
  });
