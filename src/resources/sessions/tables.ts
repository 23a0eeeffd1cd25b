import { unfinishedChanges } from '../../database/long-change.ts';

export const sessionCancellations = unfinishedChanges<{
  readonly reason: 'schedule_changed' | 'session_cancelled';
  /** Bookings made later are not canceled: a schedule may restore the session. */
  readonly lastBookingId: string;
  readonly after?: string;
}>('session');

/** The sessions whose time and site are not copied to all of their bookings yet. */
export const sessionMoves = unfinishedChanges<{
  readonly lastBookingId: string;
}>('move');
