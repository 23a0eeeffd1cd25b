import type { Tx } from '../../database/database.ts';
import type { BookingRecord } from '../bookings/queries.ts';

const UNDO = `update "checkins" set "status" = 'invalid', "statusCode" = 'undone', "message" = 'Undone at the desk.',
    "updatedAt" = ? where "clientId" = ? and "status" = 'valid' and "checkedInAt" >= ? and "bookingId" = ?`;

/** Marks the check-ins of a booking as undone: they stay, and count no more. */
export const markUndone = (tx: Tx, { id, clientId, checkedInAt }: BookingRecord): void => {
  tx.db.query(UNDO).run(tx.now, clientId, checkedInAt ?? '', id);
};
