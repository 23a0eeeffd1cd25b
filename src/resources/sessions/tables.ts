import { unfinishedChanges } from '../../database/long-change.ts';

/** The cancelled sessions that have bookings to cancel. */
export const sessionCancellations = unfinishedChanges<{
  readonly reason: 'schedule_changed' | 'session_cancelled';
  /** Bookings made later are not cancelled: a schedule may restore the session. */
  readonly lastBookingId: string;
}>('session');

/** The sessions whose time and site are not copied to all of their bookings yet. */
export const sessionMoves = unfinishedChanges<{
  /** The bookings up to this one are done. */
  readonly lastBookingId: string;
}>('move');
