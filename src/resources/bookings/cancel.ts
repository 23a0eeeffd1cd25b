import type { Tx } from '../../database/database.ts';
import { type Caller, requireScope } from '../../kernel/caller.ts';
import { transition } from '../../kernel/machine.ts';
import { conflict } from '../../kernel/problem.ts';
import type { SessionRow } from '../sessions/record.ts';
import { bookingSettings } from '../settings/queries.ts';
import { type Waiver, waiverBy } from './fees/penalties.ts';
import { type Side, studioOf } from './member/limits.ts';
import { type BookingRecord, bookingsAhead, bookingsAheadOn, liveBookingsIn } from './queries.ts';
import type { CancelBookingBody, CancelReason } from './shapes.ts';
import { type BookingStatus, SEATED, verbs } from './states.ts';
import { type Cancellation, endBooking, statusOf } from './transitions.ts';
import { freeCancelUntil } from './waitlist/deadlines.ts';
import { current, type Freed, handOn, watch } from './waitlist/promote.ts';

/** Who waives a penalty in this request. @throws Problem 403 without the scope for it. */
export const waiverOf = (caller: Caller, body: { readonly waivePenalty?: boolean }): Waiver | undefined => {
  if (body.waivePenalty !== true) return undefined;
  requireScope(caller, 'bookings:waive_penalty');
  return waiverBy(caller);
};

/** Ends bookings and hands their seats on, once all of them are free. */
const endAll = (tx: Tx, rows: readonly BookingRecord[], cancellation: Cancellation): BookingRecord[] => {
  const freed: Freed = new Map();
  const ended = rows.map((row) => {
    if (SEATED.has(statusOf(row)) || row.holdsSeat === 1) watch(tx, freed, row.sessionId);
    return endBooking(tx, row, cancellation);
  });
  handOn(tx, freed);
  return ended;
};

/** @throws Problem 409 for what members leave to the studio: late cancelling where that is so, and what has begun. */
const requireOwnMatter = (tx: Tx, row: BookingRecord, isLate: boolean): void => {
  if (row.status === 'attended') {
    throw conflict('already_checked_in', 'The member is checked in to this session. Ask the studio to cancel it.');
  }
  if (row.status === 'noshow') {
    throw conflict('already_processed', 'The studio has noted a no-show. Ask the studio to cancel it.');
  }
  if (!isLate || bookingSettings(tx, row.siteId, row.overrides).allowMemberLateCancel) return;
  throw conflict(
    'outside_booking_window',
    `Members cancel until ${freeCancelUntil(tx, row)}. Ask the studio to cancel it now.`,
  );
};

/**
 * Cancels a booking for the caller (rules.md "Cancel"); late when it was confirmed and the free time is over, unless
 * the body decides. Whoever waits is never late.
 * @throws Problem 409 `already_cancelled`, `session_started`; 403 for a waiver without its scope. For members also 409
 *   `already_checked_in`, `already_processed`, and `outside_booking_window` where they may not cancel late.
 */
export const cancel = (
  tx: Tx,
  caller: Caller,
  given: BookingRecord,
  body: CancelBookingBody,
  { by, isBound }: Side = studioOf(caller),
): BookingRecord => {
  const waivedBy = waiverOf(caller, body);
  const row = current(tx, given);
  transition<BookingStatus>(verbs.cancel, statusOf(row));
  if (tx.now >= row.startTime) {
    throw conflict('session_started', 'The session has started. Check the client in, or mark a no-show.');
  }
  const isOver = () => row.status === 'confirmed' && tx.now > freeCancelUntil(tx, row);
  const isLate = row.status !== 'waitlisted' && (body.isLateCancel ?? isOver());
  if (isBound) requireOwnMatter(tx, row, isLate);
  const reason = body.reason ?? 'requested';
  return endAll(tx, [row], { by, reason, isLate, waivedBy })[0] as BookingRecord;
};

/**
 * Cancels everything that is booked in a session which is itself cancelled, free of charge; answers how much. Nobody
 * gets the seats.
 */
export const cancelSessionBookings = (tx: Tx, session: Pick<SessionRow, 'id'>, reason: CancelReason): number => {
  const rows = liveBookingsIn(tx, session.id);
  for (const row of rows) endBooking(tx, row, { by: 'system', reason, byStudio: true });
  return rows.length;
};

/** Cancels everything a client has booked ahead, free of charge, because the client is archived; answers how much. */
export const cancelFutureBookings = (tx: Tx, clientId: string): number =>
  endAll(tx, bookingsAhead(tx, clientId), { by: 'system', reason: 'client_archived', byStudio: true }).length;

/** Cancels everything ahead that a package pays for, because the package is cancelled. */
export const cancelPackageBookings = (tx: Tx, packageId: string): void => {
  endAll(tx, bookingsAheadOn(tx, packageId), { by: 'system', reason: 'other' });
};

/** Hands on the seats that a session has got more of, and tells whether it is open by that. */
export const seatsFreed = (tx: Tx, before: SessionRow): void => {
  handOn(tx, new Map([[before.id, { ...before, overrides: null }]]));
};
