import type { Tx } from '../../../database/database.ts';
import { type LongChange, longChange } from '../../../database/long-change.ts';
import { upperSnake } from '../../../events/payload-fields.ts';
import { applyTransition } from '../../../kernel/transitions.ts';
import type { PackageRow } from '../../packages/record.ts';
import { freeSeats, isFull } from '../../sessions/booking/seats.ts';
import type { BookingSettings } from '../../settings/shapes.ts';
import { holdCredit, restoreCredit, takeCredit } from '../credits.ts';
import { freeCancelUntil } from '../deadlines.ts';
import { type BookableSession, bookableSession, sessionOfBooking } from '../queries.ts';
import { Booking, type BookingRow, type BookingStatus, type SkipReason } from '../record.ts';
import { raiseAvailabilitySince } from '../status/availability.ts';
import { bookingIds, changeStatus, leaveWaitlist } from '../status/change.ts';
import type { CurrentBooking } from '../status/current.ts';
import { transitions } from '../status/states.ts';
import { graceEnd, offerEnd } from './deadlines.ts';
import { isFilledNow, isOpenToAll, settingsOf, waitlistEligibility } from './eligibility.ts';
import { expiredOffers, nextWaiting, overlappingWaits, WAITLIST_START } from './queries.ts';
import { type Fill, waitlistFills } from './tables.ts';

/** The sessions in which a change frees seats, each as it was before. */
export type FreedSeats = Map<string, BookableSession>;

/** Adds the session of a booking, before one of its seats is freed. */
export const addFreed = (tx: Tx, freed: FreedSeats, row: Pick<BookingRow, 'sessionId'>): void => {
  if (!freed.has(row.sessionId)) freed.set(row.sessionId, sessionOfBooking(tx, row));
};

/** Takes a promoted client off the waitlists of overlapping sessions, where offers may have held seats. */
const leaveOverlaps = (tx: Tx, row: CurrentBooking, session: BookableSession, freed: FreedSeats): void => {
  for (const other of overlappingWaits(tx, row.clientId, session)) {
    if (other.holdsSeat === 1) addFreed(tx, freed, other);
    leaveWaitlist(tx, other, 'overlap_cleared');
  }
};

/** How a seat is given. */
interface Promotion {
  readonly credit: PackageRow | undefined;
  readonly settings: BookingSettings;
  readonly freed: FreedSeats;
  readonly decisions?: string | null;
}

/** Takes the credit; outside the cut-off the client may cancel free of charge for the grace time. */
export const giveSeat = (
  tx: Tx,
  row: CurrentBooking,
  session: BookableSession,
  { credit, settings, freed, decisions = row.decisions }: Promotion,
): CurrentBooking => {
  const next = changeStatus(tx, row, {
    ...takeCredit(tx, row, session, credit),
    status: applyTransition<BookingStatus>(transitions.promote, row.status),
    confirmedAt: tx.now,
    promotedAt: tx.now,
    // Who takes a seat inside the cut-off, where it is anyone's, takes it for good.
    graceUntil: isOpenToAll(tx, session, settings) ? null : graceEnd(tx.nowMs, settings),
    decisions,
  });
  tx.raise('booking.waitlist_promoted', row.siteId, {
    ...bookingIds(row),
    status: 'CONFIRMED',
    previousStatus: 'WAITLISTED',
    packageId: next.packageId,
    freeCancelUntil: freeCancelUntil(tx, next),
  });
  if (!settings.allowOverlappingBookings) leaveOverlaps(tx, next, session, freed);
  return next;
};

/** Holds a seat for a waitlisted client until they accept it. */
const offerSeat = (tx: Tx, row: CurrentBooking, session: BookableSession, { credit, settings }: Promotion): void => {
  const offerExpiresAt = offerEnd(tx.nowMs, session.startTime, settings);
  const payment = holdCredit(tx, row, session, credit);
  changeStatus(tx, row, { ...payment, status: 'waitlisted', offeredAt: tx.now, offerExpiresAt, holdsSeat: 1 });
  tx.raise('booking.waitlist_offered', row.siteId, { ...bookingIds(row), offerExpiresAt });
};

/** Releases the seat that an expired offer held. The client gets no other offer; staff may still promote them. */
const expireOffer = (tx: Tx, row: CurrentBooking): void => {
  changeStatus(tx, row, {
    ...restoreCredit(tx, row),
    status: 'waitlisted',
    holdsSeat: 0,
    lastSkipReason: 'offer_lapsed',
  });
  tx.raise('booking.updated', row.siteId, {
    ...bookingIds(row),
    changes: { lastSkipReason: upperSnake('offer_lapsed') },
    previous: { lastSkipReason: row.lastSkipReason && upperSnake(row.lastSkipReason) },
  });
};

const recordSkip = (tx: Tx, row: CurrentBooking, reason: SkipReason): void => {
  if (row.lastSkipReason !== reason) Booking.rows.update(tx, row.id, { lastSkipReason: reason, updatedAt: tx.now });
};

const INSIDE_CUTOFF = `update "bookings" set "lastSkipReason" = 'inside_cutoff', "updatedAt" = ?
  where "sessionId" = ? and "status" = 'waitlisted' and "lastSkipReason" is not 'inside_cutoff'`;

/** Leaves a free seat to everyone on the waitlist, as to anyone. Returns whether that is news to some of them. */
const leaveToAll = (tx: Tx, sessionId: string): boolean =>
  tx.db.query(INSIDE_CUTOFF).run(tx.now, sessionId).changes > 0;

/** The next on a waitlist, who may get a seat, or an expired offer to release. */
interface NextInLine {
  readonly row: CurrentBooking;
  readonly session?: BookableSession;
}

interface Filling {
  /** The sessions in which it frees further seats. */
  readonly freed: FreedSeats;
  /** Whether the expired offers are released. */
  isReleased: boolean;
}

/** Gives seats first in, first out, once expired offers are released. Raises at the end what the change has made. */
export const waitlistFill: LongChange<Fill, unknown, Filling> = longChange(waitlistFills, {
  // Mostly the seat that a change frees goes to one of the first.
  fewest: 5,
  // A newcomer gets a seat for which no one among so many is eligible, even on a fast machine.
  most: 50,
  shared: (): Filling => ({ freed: new Map(), isReleased: false }),
  rows({ tx, id, state, shared }, limit): NextInLine[] {
    const session = bookableSession(tx, id);
    if (session === undefined) return [];
    if (!shared.isReleased && session.offersHeld > 0) {
      const expired = expiredOffers(tx, id, limit);
      if (expired.length > 0) return expired.map((row) => ({ row }));
    }
    shared.isReleased = true;
    if (session.waitlistedCount === 0 || freeSeats(session) === 0) return [];
    const row = isFilledNow(tx, session, settingsOf(tx, session)) ? nextWaiting(tx, id, state.after) : undefined;
    return row === undefined ? [] : [{ row, session }];
  },
  change({ tx, state, shared }, { row, session }) {
    if (session === undefined) {
      expireOffer(tx, row);
      return state;
    }
    const settings = settingsOf(tx, session);
    const { reason, credit } = waitlistEligibility(tx, row, session, settings);
    const give = settings.waitlistPromotionMode === 'automatic' ? giveSeat : offerSeat;
    if (reason === undefined) give(tx, row, session, { credit, settings, freed: shared.freed });
    else recordSkip(tx, row, reason);
    return { ...state, after: { joinedAt: row.joinedAt, id: row.id } };
  },
  end({ tx, id, state }) {
    const session = bookableSession(tx, id);
    if (session === undefined) return;
    const isOpen = freeSeats(session) !== 0 && isOpenToAll(tx, session, settingsOf(tx, session));
    // A seat that was free before is news to whoever waits: until the cut-off it was not theirs to take.
    const isNews = isOpen && leaveToAll(tx, id);
    raiseAvailabilitySince(tx, state.wasFull || isNews, session);
  },
  settle: ({ tx, shared }) => fillFreedSeats(tx, shared.freed),
});

/**
 * Fills freed seats from the waitlists. A promotion may free seats in other sessions: they are filled in the same way. A seat
 * that is freed while a session is filled starts again with the first in line, and is compared with the time before all of it.
 */
export const fillFreedSeats = (tx: Tx, freed: FreedSeats): void => {
  for (const [id, before] of freed) {
    const wasFull = waitlistFills.find(tx, id)?.wasFull ?? isFull(before);
    waitlistFill.begin(tx, id, { wasFull, after: WAITLIST_START });
  }
};

/** Does for the waitlist of a session what the jobs would do now. Returns the session after it. */
export const promoteWaiting = (tx: Tx, session: BookableSession): BookableSession => {
  if (session.waitlistedCount === 0) return session;
  fillFreedSeats(tx, new Map([[session.id, session]]));
  return sessionOfBooking(tx, { sessionId: session.id });
};
