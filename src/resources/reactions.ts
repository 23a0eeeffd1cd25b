import type { Tx } from '../database/database.ts';
import type { BookingRecord } from './bookings/queries.ts';
import type { SessionRow } from './sessions/record.ts';
import type { SiteRow } from './sites/record.ts';

/**
 * What a change in one family does in families that come later in their order. `api.ts` supplies it; each runs in the
 * transaction of the change.
 */
export interface Reactions {
  /** Cancels everything that an archived client has booked ahead, free of charge. Returns how many bookings. */
  clientArchived(tx: Tx, clientId: string): number;
  /** Cancels the live bookings of a cancelled session, free of charge. Returns how many. */
  sessionCancelled(tx: Tx, session: SessionRow, reason: 'schedule_changed' | 'session_cancelled'): number;
  /** Updates the time and site that bookings keep of their session. */
  sessionMoved(tx: Tx, session: SessionRow): void;
  /** Offers the seats that a session has got, compared to `before`, to its waiting list. */
  seatsFreed(tx: Tx, before: SessionRow): void;
  /** Cancels the bookings ahead that a cancelled package pays for. */
  packageCancelled(tx: Tx, packageId: string): void;
  /** Records that the sessions of a site have to follow its change. */
  siteChanged(tx: Tx, site: SiteRow, before: SiteRow): void;
  /** Records the check-in of a booking that has just become attended. Returns its id. */
  bookingCheckedIn(tx: Tx, booking: BookingRecord): string;
}
