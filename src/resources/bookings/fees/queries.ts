import { and, asc, gt, sql } from 'drizzle-orm';
import type { Read } from '../../../database/database.ts';
import { named, query, select } from '../../../database/query.ts';
import { Booking } from '../record.ts';

const { table: bookings } = Booking;

const owing = query<{ id: string }>(() =>
  select
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        gt(bookings.id, named('after')),
        sql`${bookings.id} in (select "id" from "bookings" indexed by "bookingsByPenalty"
          where "penalty" is not null and "penalty" ->> '$.status' = 'pending')`,
        sql`${bookings.penalty} ->> '$.paymentId' is null`,
        sql`exists (select 1 from "paymentMethods" where "clientId" = ${bookings.clientId} and "isDefault" = 1)`,
      ),
    )
    .orderBy(asc(bookings.id))
    .limit(100),
);

/** Up to a hundred bookings, with ids after `after`, whose pending fee a saved card could pay. */
export const owingBookings = (read: Read, after: string): string[] => owing.all(read, { after }).map(({ id }) => id);
