import type { Read } from '../../../database/database.ts';
import type { BookingRow } from '../record.ts';

export interface OwingBooking extends Pick<BookingRow, 'id' | 'clientId' | 'siteId' | 'noShowAt' | 'cancelledAt'> {
  /** Whether the client has a default card and no payment of the fee has begun. */
  readonly isChargeable: 0 | 1;
}

/** How many bookings one turn of the event loop looks at. */
export const OWING_AT_ONCE = 200;

// Every fee that is pending, not only those that can be charged: without cards there would be no end to the search.
const OWING = `select "id", "clientId", "siteId", "noShowAt", "cancelledAt", "penalty" ->> '$.paymentId' is null
    and exists (select 1 from "paymentMethods" where "clientId" = "bookings"."clientId" and "isDefault" = 1) as "isChargeable"
  from "bookings"
  where "penalty" is not null and "penalty" ->> '$.status' = 'pending' and "id" > ? order by "id" limit ${OWING_AT_ONCE}`;

/** Some bookings, with ids after `after`, whose fee is pending. */
export const owingBookings = (read: Read, after: string): OwingBooking[] =>
  read.db.query<OwingBooking, [string]>(OWING).all(after);
