import { type Caller, reachesSite } from '../../kernel/caller.ts';
import { notFound } from '../../kernel/problem.ts';
import type { Read, Tx } from '../../store/database.ts';
import type { Store } from '../../store/store.ts';
import { endedSessions, type SessionRecord, sessionById, setCompleted } from './rows.ts';

/** How many sessions one transaction of the sweep completes. */
const BATCH = 200;

/** @throws Problem 404 when there is no such session or the caller may not see it. */
export const findSession = (read: Read, caller: Caller, id: string): SessionRecord => {
  const row = sessionById(read, id);
  if (row === undefined || !reachesSite(caller, row.siteId)) throw notFound('session', id);
  return row;
};

/** Tells of sessions that have ended, each once; answers how many. */
const completeSome = (tx: Tx): number => {
  const rows = endedSessions(tx, BATCH);
  for (const row of rows) {
    setCompleted(tx, row.id);
    const { id: sessionId, confirmedCount, attendedCount, noShowCount } = row;
    const bookedCount = confirmedCount + attendedCount + noShowCount;
    tx.raise('session.completed', row.siteId, { sessionId, bookedCount, attendedCount, noShowCount });
  }
  return rows.length;
};

/** Completes every session that has ended, a short transaction for each batch; answers how many there were. */
export const completeSessions = async (store: Store): Promise<number> => {
  let completed = 0;
  if (store.read((read) => endedSessions(read, 1)).length === 0) return completed;
  for (let some = BATCH; some === BATCH; completed += some) some = await store.write(completeSome);
  return completed;
};
