import type { Read, Tx } from '../../database/database.ts';
import type { Store } from '../../database/store.ts';
import type { SessionRow } from '../../database/tables/sessions.ts';
import { type Caller, reachesSite } from '../../kernel/caller.ts';
import { isoInstant } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/problem.ts';
import { bookingSettings } from '../settings/queries.ts';
import { endedSessions, type SessionRecord, sessionById, setCompleted } from './queries.ts';

const MINUTE = 60_000;

/** How many sessions one transaction of the sweep completes. */
const BATCH = 200;

/** @throws Problem 404 when there is no such session or the caller may not see it. */
export const findSession = (read: Read, caller: Caller, id: string): SessionRecord => {
  const row = sessionById(read, id);
  if (row === undefined || !reachesSite(caller, row.siteId)) throw notFound('session', id);
  return row;
};

/** The row of that session alone, which is what changes of it are about. @throws Problem 404, as `findSession`. */
export const sessionRow = (read: Read, caller: Caller, id: string): SessionRow => {
  const { overrides: _elsewhere, ...row } = findSession(read, caller, id);
  return row;
};

/** When those who are still confirmed become no-shows by themselves: counted from the end, by the settings of then. */
const noShowsDueAt = (tx: Tx, { siteId, overrides, endTime, confirmedCount }: SessionRecord): string | null => {
  if (confirmedCount === 0) return null;
  const { autoNoShowMinutesAfterEnd: minutes } = bookingSettings(tx, siteId, overrides);
  return minutes === null ? null : isoInstant(Date.parse(endTime) + minutes * MINUTE);
};

/** Tells of sessions that have ended, each once; answers how many. */
const completeSome = (tx: Tx): number => {
  const rows = endedSessions(tx, BATCH);
  for (const row of rows) {
    setCompleted(tx, row.id, noShowsDueAt(tx, row));
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
