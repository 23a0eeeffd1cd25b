import type { Tx } from '../../database/database.ts';
import type { Store } from '../../database/store.ts';
import { sweep } from '../../database/sweep.ts';
import { isoInstant } from '../../kernel/clock.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { bookingSettings } from '../settings/queries.ts';
import { bookedCount } from './booking/seats.ts';
import { endedSessions, type SessionRecord } from './queries.ts';
import { Session } from './record.ts';

/** When clients who are still confirmed become no-shows, by the present settings; null for never. */
const noShowsDueAt = (tx: Tx, { siteId, overrides, endTime, confirmedCount }: SessionRecord): string | null => {
  if (confirmedCount === 0) return null;
  const { autoNoShowMinutesAfterEnd: minutes } = bookingSettings(tx, siteId, overrides);
  return minutes === null ? null : isoInstant(Date.parse(endTime) + minutes * MINUTE_MS);
};

/** Completes every session that has ended. Returns how many. */
export const completeSessions = (store: Store): Promise<number> =>
  sweep(store, {
    rows: endedSessions,
    change(tx, row) {
      Session.rows.update(tx, row.id, { completedAt: tx.now, noShowsDueAt: noShowsDueAt(tx, row) });
      const { id: sessionId, attendedCount, noShowCount } = row;
      tx.raise('session.completed', row.siteId, {
        sessionId,
        bookedCount: bookedCount(row),
        attendedCount,
        noShowCount,
      });
    },
  });
