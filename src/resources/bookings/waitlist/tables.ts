import { unfinishedChanges } from '../../../database/long-change.ts';
import type { WaitlistPlace } from './queries.ts';

export interface Fill {
  /** Whether no seat was free before the change that freed these. */
  readonly wasFull: boolean;
  /** The last place on the waitlist that is done. */
  readonly after: WaitlistPlace;
}

/** The sessions with free seats and more clients waiting than one transaction gives seats to. */
export const waitlistFills = unfinishedChanges<Fill>('waitlist');

/** The sessions with more open offers than seats, whose capacity was lowered. */
export const offerWithdrawals = unfinishedChanges<{
  /** How many of the offers, the last in line, are still to be withdrawn. */
  readonly left: number;
}>('offers');

/** The open offers that are to end at new cut-offs. */
export const offerEnds = unfinishedChanges<{
  /** The bookings up to this one are done. */
  readonly lastBookingId: string;
}>('offerEnds');
