import type { Tx } from '../../database/database.ts';
import type { Store } from '../../database/store.ts';
import { isoInstant } from '../../kernel/clock.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { changeSome } from '../../kernel/slices.ts';
import { bookingSettings } from '../settings/queries.ts';
import { endedSessions, type SessionRecord } from './queries.ts';
import { Session } from './record.ts';

/** How many sessions one transaction completes at most. */
const BATCH = 200;

/** When clients who are still confirmed become no-shows, by the present settings; null for never. */
const noShowsDueAt = (tx: Tx, { siteId, overrides, endTime, confirmedCount }: SessionRecord): string | null => {
  if (confirmedCount === 0) return null;
  const { autoNoShowMinutesAfterEnd: minutes } = bookingSettings(tx, siteId, overrides);
  return minutes === null ? null : isoInstant(Date.parse(endTime) + minutes * MINUTE_MS);
};

/** Returns how many are completed, and whether more may be left. */
const completeBatch = (tx: Tx): { readonly count: number; readonly isLeft: boolean } => {
  const rows = endedSessions(tx, BATCH);
  const count = changeSome(rows, (row) => {
    Session.rows.update(tx, row.id, { completedAt: tx.now, noShowsDueAt: noShowsDueAt(tx, row) });
    const { id: sessionId, confirmedCount, attendedCount, noShowCount } = row;
    const bookedCount = confirmedCount + attendedCount + noShowCount;
    tx.raise('session.completed', row.siteId, { sessionId, bookedCount, attendedCount, noShowCount });
  });
  return { count, isLeft: count < rows.length || rows.length === BATCH };
};

/** Completes every session that has ended, a short transaction for each batch. Returns how many. */
export const completeSessions = async (store: Store): Promise<number> => {
  let completed = 0;
  if (store.read((read) => endedSessions(read, 1)).length === 0) return completed;
  for (let isLeft = true; isLeft; ) {
    const batch = await store.write(completeBatch);
    completed += batch.count;
    isLeft = batch.isLeft;
  }
  return completed;
};
