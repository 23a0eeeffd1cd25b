import type { Store } from '../../database/store.ts';
import { sweep } from '../../database/sweep.ts';
import { abandonedSessions } from './queries.ts';
import { VideoSession } from './record.ts';
import { sessionNow } from './view.ts';

/** Closes the sessions that are abandoned. Returns how many. */
export const closeAbandoned = (store: Store): Promise<number> =>
  sweep(store, {
    rows: abandonedSessions,
    change(tx, row) {
      const { status, endedAt } = sessionNow(row, tx.nowMs);
      VideoSession.rows.update(tx, row.id, { status, endedAt, updatedAt: tx.now });
    },
  });
