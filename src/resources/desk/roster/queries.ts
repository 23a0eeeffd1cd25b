import { asc, desc, sql } from 'drizzle-orm';
import type { Read } from '../../../database/database.ts';
import { named, query } from '../../../records/query.ts';
import { type BookingRecord, selectBookings } from '../../bookings/queries.ts';
import { Booking } from '../../bookings/record.ts';

const { table: bookings } = Booking;

/** The maximum number of bookings of a roster, and the most canceled ones. */
export const MOST_LIVE = 500;
export const MOST_CANCELLED = 100;

const live = query<BookingRecord>(() =>
  selectBookings('sessionId', sql`${bookings.status} <> 'cancelled'`).orderBy(asc(bookings.id)).limit(named('limit')),
);

const cancelled = query<BookingRecord>(() =>
  selectBookings('sessionId', sql`+${bookings.status} = 'cancelled'`).orderBy(desc(bookings.id)).limit(named('limit')),
);

/** The bookings of a session, the oldest first, and one more than are shown where there are more. */
export const liveBookings = (read: Read, sessionId: string): BookingRecord[] =>
  live.all(read, { sessionId, limit: MOST_LIVE + 1 });

/** The canceled bookings of a session, the newest first, and one more than are shown where there are more. */
export const cancelledBookings = (read: Read, sessionId: string): BookingRecord[] =>
  cancelled.all(read, { sessionId, limit: MOST_CANCELLED + 1 });
