import type { Tx } from '../../database/database.ts';
import type { Store } from '../../database/store.ts';
import { abandonedSessions } from './queries.ts';
import { VideoSession } from './record.ts';
import { sessionNow } from './view.ts';

/** How many sessions one transaction closes. */
const BATCH = 200;

const closeBatch = (tx: Tx): number => {
  const rows = abandonedSessions(tx, BATCH);
  for (const row of rows) {
    const { status, endedAt } = sessionNow(row, tx.nowMs);
    VideoSession.rows.update(tx, row.id, { status, endedAt, updatedAt: tx.now });
  }
  return rows.length;
};

/** Closes the sessions that are abandoned, a short transaction for each batch. Returns how many. */
export const closeAbandoned = async (store: Store): Promise<number> => {
  let closed = 0;
  if (store.read((read) => abandonedSessions(read, 1)).length === 0) return closed;
  for (let count = BATCH; count === BATCH; closed += count) count = await store.write(closeBatch);
  return closed;
};
