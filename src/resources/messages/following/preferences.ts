import { asc, gt } from 'drizzle-orm';
import type { Tx } from '../../../database/database.ts';
import { named, query } from '../../../records/query.ts';
import { type BookingRecord, selectBookings } from '../../bookings/queries.ts';
import { Booking } from '../../bookings/record.ts';
import { jobQueue } from '../opening/job-queue.ts';
import { findCursor } from './cursor.ts';
import { remindAnew } from './reminders.ts';

/** The maximum number of bookings whose reminders follow: those that come first. */
const MOST = 200;

const ahead = query<BookingRecord>(() =>
  selectBookings('clientId', 'status', gt(Booking.table.startTime, named('after')))
    .orderBy(asc(Booking.table.startTime))
    .limit(named('limit')),
);

/** The reminders of what a client has booked follow new preferences. Where no mail was ever set up there are no reminders. */
export const rescheduleReminders = (tx: Tx, clientId: string): void => {
  if (findCursor(tx) === undefined) return;
  const bookings = ahead.all(tx, { clientId, status: 'confirmed', after: tx.now, limit: MOST });
  for (const booking of bookings) remindAnew(tx, jobQueue, booking);
};
