// The bookings of a cancelled session. Many of them take several transactions, so that requests run in between.

import type { Tx } from '../../../database/database.ts';
import type { Store } from '../../../database/store.ts';
import { unfinishedCancellation, unfinishedCancellations } from '../../sessions/queries.ts';
import type { SessionRow } from '../../sessions/record.ts';
import { type BookingRecord, liveBookingCount, liveBookingsUpTo } from '../queries.ts';
import type { CancelReason } from '../record.ts';
import { setCancelled } from './change.ts';

/** Bookings that one transaction cancels. */
const BATCH = 100;
/** Comes after every id. */
const NO_LIMIT = 'z';

type SessionReason = Extract<CancelReason, 'schedule_changed' | 'session_cancelled'>;

const cancelOne = (tx: Tx, row: BookingRecord, reason: SessionReason): BookingRecord =>
  setCancelled(tx, row, { by: 'system', reason, byStudio: true });

const BEGIN = `insert or replace into "sessionCancellations" ("sessionId", "reason", "lastBookingId", "createdAt")
  values (?, ?, ?, ?)`;

/**
 * Cancels every live booking of a cancelled session, free of charge, or records that there are too many for one
 * transaction: `finishCancellations` goes on. Nobody gets the seats. Returns how many bookings are concerned.
 */
export const cancelSessionBookings = (tx: Tx, { id }: Pick<SessionRow, 'id'>, reason: SessionReason): number => {
  const rows = liveBookingsUpTo(tx, id, NO_LIMIT, BATCH + 1);
  if (rows.length > BATCH) {
    tx.db.query(BEGIN).run(id, reason, tx.id(), tx.now);
    return liveBookingCount(tx, id);
  }
  for (const row of rows) cancelOne(tx, row, reason);
  return rows.length;
};

/** A booking as it is now: cancelled where its session is, although that is not written yet. */
export const cancelWithSession = (tx: Tx, row: BookingRecord): BookingRecord => {
  if (row.status === 'cancelled') return row;
  const unfinished = unfinishedCancellation(tx, row.sessionId);
  if (unfinished === undefined || row.id > unfinished.lastBookingId) return row;
  return cancelOne(tx, row, unfinished.reason);
};

/** Cancels some of the bookings that a cancelled session has left. Returns whether there may be more. */
const cancelBatch = (tx: Tx, sessionId: string): boolean => {
  const unfinished = unfinishedCancellation(tx, sessionId);
  if (unfinished === undefined) return false;
  const rows = liveBookingsUpTo(tx, sessionId, unfinished.lastBookingId, BATCH);
  for (const row of rows) cancelOne(tx, row, unfinished.reason);
  if (rows.length === BATCH) return true;
  tx.db.query('delete from "sessionCancellations" where "sessionId" = ?').run(sessionId);
  return false;
};

/** What finishing needs. */
interface FinishDeps {
  readonly store: Store;
  /** Called for a session that fails; the next run tries it again. */
  readonly reportError: (error: unknown, sessionId: string) => void;
  /** Ends the run after the current transaction; the next start continues. */
  readonly signal: AbortSignal;
}

/** Cancels the bookings that cancelled sessions have left, a few in each transaction. Never rejects. */
export const finishCancellations = async ({ store, reportError, signal }: FinishDeps): Promise<void> => {
  for (const sessionId of unfinishedCancellations(store.view())) {
    try {
      while (!signal.aborted && (await store.write<boolean>((tx) => cancelBatch(tx, sessionId))));
    } catch (error) {
      reportError(error, sessionId);
    }
  }
};
