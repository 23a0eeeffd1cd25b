import type { Tx } from '../../../database/database.ts';
import type { Slice } from '../../../database/long-changes.ts';
import { changingTime } from '../../../kernel/slices.ts';
import { applyTransition } from '../../../kernel/transitions.ts';
import type { PackageRow } from '../../packages/record.ts';
import type { FactReactions } from '../../reactions.ts';
import type { BookingSettings } from '../../settings/shapes.ts';
import { holdCredit, restoreCredit, takeCredit } from '../credits.ts';
import { freeCancelUntil } from '../deadlines.ts';
import { type BookableSession, type BookingRecord, bookableSession, sessionOfBooking } from '../queries.ts';
import { Booking, type BookingRow, type BookingStatus, type SkipReason } from '../record.ts';
import { freeSeats, isFull, raiseAvailabilitySince } from '../seats.ts';
import { bookingIds, changeStatus, leaveWaitlist } from '../status/change.ts';
import { cancelWithSession } from '../status/session-cancelled.ts';
import { transitions } from '../status/states.ts';
import { graceEnd, offerEnd } from './deadlines.ts';
import { isFilledNow, isOpenToAll, settingsOf, waitlistEligibility } from './eligibility.ts';
import { expiredOffers, nextWaiting, overlappingWaits, WAITLIST_START, type WaitlistPlace } from './queries.ts';
import { waitlistFills } from './tables.ts';

/** Places on waitlists that one transaction looks at or gives seats to at most; `fillMoreOfWaitlist` goes on. */
const BATCH = 50;
/** Places that it looks at however long that takes: mostly the seat that a change frees goes to one of the first. */
const FEWEST = 5;

/** The sessions in which a change frees seats, each as it was before. */
export type FreedSeats = Map<string, BookableSession>;

/** Adds the session of a booking, before one of its seats is freed. */
export const addFreed = (tx: Tx, freed: FreedSeats, row: Pick<BookingRow, 'sessionId'>): void => {
  if (!freed.has(row.sessionId)) freed.set(row.sessionId, sessionOfBooking(tx, row));
};

/** Takes a promoted client off the waitlists of overlapping sessions, where offers may have held seats. */
const leaveOverlaps = (tx: Tx, row: BookingRecord, session: BookableSession, freed: FreedSeats): void => {
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
  /** What staff decided. */
  readonly decisions?: string | null;
}

/**
 * Gives a seat to a waitlisted client: takes the credit, and outside the cut-off lets them cancel free of charge for the
 * grace time.
 */
export const giveSeat = (
  tx: Tx,
  row: BookingRecord,
  session: BookableSession,
  { credit, settings, freed, decisions = row.decisions }: Promotion,
): BookingRecord => {
  const next = changeStatus(tx, row, {
    ...takeCredit(tx, row.id, session, credit),
    status: applyTransition<BookingStatus>(transitions.promote, row.status),
    confirmedAt: tx.now,
    promotedAt: tx.now,
    // Who takes a seat inside the cut-off, where it is anybody's, takes it for good.
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
const offerSeat = (tx: Tx, row: BookingRecord, session: BookableSession, { credit, settings }: Promotion): void => {
  const offerExpiresAt = offerEnd(tx.nowMs, session.startTime, settings);
  const payment = holdCredit(tx, row.id, session, credit);
  changeStatus(tx, row, { ...payment, status: 'waitlisted', offeredAt: tx.now, offerExpiresAt, holdsSeat: 1 });
  tx.raise('booking.waitlist_offered', row.siteId, { ...bookingIds(row), offerExpiresAt });
};

/** Releases the seat that an expired offer held. The client gets no other offer; staff may still promote them. */
const expireOffer = (tx: Tx, row: BookingRecord): void => {
  changeStatus(tx, row, {
    ...restoreCredit(tx, row),
    status: 'waitlisted',
    holdsSeat: 0,
    lastSkipReason: 'offer_lapsed',
  });
};

/** Records why a waitlisted client got no seat. */
const recordSkip = (tx: Tx, row: BookingRecord, reason: SkipReason): void => {
  if (row.lastSkipReason !== reason) Booking.rows.update(tx, row.id, { lastSkipReason: reason, updatedAt: tx.now });
};

const INSIDE_CUTOFF = `update "bookings" set "lastSkipReason" = 'inside_cutoff', "updatedAt" = ?
  where "sessionId" = ? and "status" = 'waitlisted' and "lastSkipReason" is not 'inside_cutoff'`;

/** Tells everybody on the waitlist that a free seat is theirs to take, as it is anybody's. */
const leaveToAll = (tx: Tx, sessionId: string): void => {
  tx.db.query(INSIDE_CUTOFF).run(tx.now, sessionId);
};

/** What a transaction that fills waitlists may still do, and where it has freed further seats. */
interface Filling {
  /** The places that it has looked at. */
  places: number;
  readonly isLongEnough: () => boolean;
  readonly freed: FreedSeats;
}

const fillingOf = (freed: FreedSeats): Filling => ({ places: 0, isLongEnough: changingTime(), freed });

const isSpent = ({ places, isLongEnough }: Filling): boolean => places >= BATCH || (places >= FEWEST && isLongEnough());

/** Releases the expired offers of a session. Returns whether none is left. */
const expireOffers = (tx: Tx, sessionId: string, filling: Filling): boolean => {
  for (const row of expiredOffers(tx, sessionId, BATCH + 1)) {
    if (isSpent(filling)) return false;
    filling.places += 1;
    expireOffer(tx, row);
  }
  return true;
};

/**
 * Gives or offers the free seats of a session to its waitlist after a place, first in, first out. Returns the place
 * from which a later transaction goes on; undefined when nothing is left to do.
 */
const fillSeats = (tx: Tx, sessionId: string, after: WaitlistPlace, filling: Filling): WaitlistPlace | undefined => {
  let session = sessionOfBooking(tx, { sessionId });
  if (session.offersHeld > 0) {
    if (!expireOffers(tx, sessionId, filling)) return after;
    session = sessionOfBooking(tx, { sessionId });
  }
  if (session.waitlistedCount === 0) return undefined;
  const settings = settingsOf(tx, session);
  if (!isFilledNow(tx, session, settings)) {
    if (freeSeats(session) !== 0 && isOpenToAll(tx, session, settings)) leaveToAll(tx, sessionId);
    return undefined;
  }
  const give = settings.waitlistPromotionMode === 'automatic' ? giveSeat : offerSeat;
  let place = after;
  while (freeSeats(session) !== 0) {
    const row = nextWaiting(tx, sessionId, place);
    if (row === undefined) return undefined;
    if (isSpent(filling)) return place;
    filling.places += 1;
    place = { joinedAt: row.joinedAt, id: row.id };
    const { reason, credit } = waitlistEligibility(tx, row, session, settings);
    if (reason === undefined) {
      give(tx, row, session, { credit, settings, freed: filling.freed });
      session = sessionOfBooking(tx, row);
    } else {
      recordSkip(tx, row, reason);
    }
  }
  return undefined;
};

/**
 * Fills a session, and raises that it became full or available once nothing is left to fill: compared to the time
 * before the first of several transactions.
 */
const fillSession = (tx: Tx, sessionId: string, wasFull: boolean, after: WaitlistPlace, filling: Filling): void => {
  const left = waitlistFills.find(tx, sessionId);
  const wasFullAtFirst = left?.wasFull ?? wasFull;
  const place = fillSeats(tx, sessionId, after, filling);
  if (place !== undefined) {
    waitlistFills.store(tx, sessionId, { wasFull: wasFullAtFirst, after: place });
    return;
  }
  if (left !== undefined) waitlistFills.remove(tx, sessionId);
  raiseAvailabilitySince(tx, wasFullAtFirst, sessionOfBooking(tx, { sessionId }));
};

/** Fills the sessions of `filling.freed`, and those where that frees seats. */
const fillAll = (tx: Tx, filling: Filling): void => {
  for (const [sessionId, before] of filling.freed) {
    filling.freed.delete(sessionId);
    fillSession(tx, sessionId, isFull(before), WAITLIST_START, filling);
  }
};

/**
 * Fills freed seats from the waitlists, and raises which sessions became full or available by the whole change.
 * Expired offers are released first. A promotion may free seats in other sessions: they are filled in the same way.
 * What is too much for one transaction is stored. A seat that is freed meanwhile starts again with the first in line.
 */
export const fillFreedSeats = (tx: Tx, freed: FreedSeats): void => fillAll(tx, fillingOf(freed));

/** Fills some more of the seats of a session. */
export const fillMoreOfWaitlist: Slice<object> = (tx, sessionId) => {
  const left = waitlistFills.find(tx, sessionId);
  if (left === undefined || bookableSession(tx, sessionId) === undefined) {
    waitlistFills.remove(tx, sessionId);
    return {};
  }
  const filling = fillingOf(new Map());
  fillSession(tx, sessionId, left.wasFull, left.after, filling);
  fillAll(tx, filling);
  return waitlistFills.find(tx, sessionId) === undefined ? {} : undefined;
};

/** Does for the waitlist of a session what the jobs would do now. Returns the session after it. */
export const updateWaitlist = (tx: Tx, session: BookableSession): BookableSession => {
  if (session.waitlistedCount === 0) return session;
  fillFreedSeats(tx, new Map([[session.id, session]]));
  return sessionOfBooking(tx, { sessionId: session.id });
};

/** Cancels a waitlisted booking of a session that has started, at no cost. */
export const endWait = (tx: Tx, row: BookingRecord): BookingRecord => leaveWaitlist(tx, row, 'waitlist_expired');

/**
 * A booking as it is now: cancelled with its session, and not waiting any more for a session that has started. Every
 * change begins with it.
 */
export const updateBeforeChange = (tx: Tx, given: BookingRecord, reactions: FactReactions): BookingRecord => {
  const row = cancelWithSession(tx, given, reactions);
  return row.status === 'waitlisted' && tx.now >= row.startTime ? endWait(tx, row) : row;
};
