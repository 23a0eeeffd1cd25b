import type { Tx } from '../../../database/database.ts';
import { changedColumns } from '../../../records/query.ts';
import type { Reactions } from '../../reactions.ts';
import { liveBookings } from '../../sessions/booking/seats.ts';
import { Session, type SessionRow } from '../../sessions/record.ts';

/**
 * Stores a changed session and updates its bookings. Returns whether it has another time, instructor or site now;
 * existing bookings of such a session may be cancelled free of charge.
 */
export const storeChange = (
  tx: Tx,
  before: SessionRow,
  next: SessionRow,
  reactions: Pick<Reactions, 'sessionMoved'>,
): boolean => {
  const isMoved =
    next.startTime !== before.startTime || next.endTime !== before.endTime || next.siteId !== before.siteId;
  const isRescheduled = isMoved || next.instructorId !== before.instructorId;
  next.updatedAt = tx.now;
  if (isRescheduled) next.rescheduledId = tx.id();
  Session.rows.update(tx, before.id, changedColumns(before, next));
  if (isMoved) reactions.sessionMoved(tx, next);
  return isRescheduled;
};

/** How many bookings are moved in the transaction that moves their session; more of them are moved later. */
const MOVED_AT_ONCE = 250;
/** Bookings that are moved with their session take as long as one other row: one statement does it. */
const MOVED_LIKE_ONE = 10;

/** About how many rows a transaction changes that stores a changed session. */
export const rowsOfChange = (row: SessionRow): number =>
  1 + Math.min(liveBookings(row), MOVED_AT_ONCE) / MOVED_LIKE_ONE;
