import type { Tx } from '../../../../database/database.ts';
import { type Caller, requireScope, requireSite } from '../../../../kernel/caller.ts';
import { earlierOf } from '../../../../kernel/local-time.ts';
import { conflict, invalidParam, missingResource } from '../../../../kernel/problem.ts';
import type { Static } from '../../../../kernel/schemas.ts';
import { type BookableSession, bookingById, bookingPage, findBooking } from '../../../bookings/queries.ts';
import { Booking, type BookingRow, type BookingStatus } from '../../../bookings/record.ts';
import { countBooking, countSeats, markBooked } from '../../../bookings/status/counters.ts';
import { SEATED_STATUSES } from '../../../bookings/status/states.ts';
import { addBookedVisit } from '../../../bookings/status/visits.ts';
import { updateBooking } from '../../../bookings/update.ts';
import { bookingView } from '../../../bookings/view.ts';
import type { FactReactions } from '../../../reactions.ts';
import { freeSeats } from '../../../sessions/booking/seats.ts';
import { ImportBooking } from '../../shapes.ts';
import { atCreation, utc } from '../dates.ts';
import { visitColumns } from '../facts.ts';
import { importFamily, ownFields } from '../family.ts';
import { finderOf, idOf, insertOnce, requireIdentity } from '../identity.ts';
import { clientOf, namedPackage, usedPackageOf } from '../references.ts';
import { paymentOf, usePackage } from './credits.ts';
import { sessionOf } from './session.ts';

type Row = Static<typeof ImportBooking>;

const find = finderOf(bookingById, bookingPage);

const OPERATION_OF: Readonly<Partial<Record<BookingStatus, readonly string[]>>> = {
  attended: ['checkInBooking'],
  noshow: ['markNoShow'],
  cancelled: ['cancelBooking'],
};

/** The status of a row, or the one that its times suggest. */
const statusOf = (row: Row): BookingStatus => {
  if (row.status !== undefined) return row.status;
  if (typeof row.cancelledAt === 'string') return 'cancelled';
  return typeof row.checkedInAt === 'string' ? 'attended' : 'confirmed';
};

/**
 * @throws Problem 400 or 409 when the booking cannot have a seat or a place on the waitlist of a future session; 403
 *   `permission_denied` for a row with `state` beyond the capacity without the scope to override it.
 */
const checkSeat = (
  tx: Tx,
  caller: Caller,
  { state }: Row,
  session: BookableSession,
  { status, holdsSeat }: Pick<BookingRow, 'status' | 'holdsSeat'>,
): void => {
  const isFuture = session.startTime > tx.now;
  if (status === 'cancelled') return;
  const takesSeat = isFuture && (SEATED_STATUSES.has(status) || holdsSeat === 1) && freeSeats(session) === 0;
  if (state !== undefined) {
    // Where it comes from, staff booked beyond the capacity, or a job has yet to look at a session that has started.
    if (takesSeat) requireScope(caller, 'bookings:override_capacity');
    return;
  }
  if (status === 'waitlisted') {
    if (isFuture && !takesSeat) return;
    if (isFuture) throw conflict('session_full', 'The session is full, so no spot can be offered.');
    throw invalidParam('status', "A session that has started has no waitlist. Send 'cancelled'.", {
      reason: 'contradiction',
    });
  }
  if (isFuture && session.cancelledAt !== null) {
    throw conflict('session_cancelled', "The session is canceled. Send 'cancelled', or another session.");
  }
  if (takesSeat) {
    throw conflict('session_full', 'The session is full. Raise its capacity, or import fewer bookings of it.');
  }
};

/** The place of a booking on the waitlist, and the seat that is offered to it. */
const waitOf = ({ waitlist }: Row, status: BookingStatus, bookedAt: string) => ({
  joinedAt: utc(waitlist?.joinedAt) ?? (status === 'waitlisted' ? bookedAt : null),
  offeredAt: utc(waitlist?.offeredAt) ?? null,
  offerExpiresAt: utc(waitlist?.offerExpiresAt) ?? null,
  promotedAt: utc(waitlist?.promotedAt) ?? null,
  lastSkipReason: waitlist?.lastSkipReason ?? null,
});

/** Whether an open offer holds a seat: as the row says, or as long as the offer lasts. */
const isHolding = (tx: Tx, { state, waitlist }: Row, status: BookingStatus): boolean => {
  if (state !== undefined) return state.holdsSeat;
  const until = waitlist?.offerExpiresAt;
  return status === 'waitlisted' && typeof until === 'string' && utc(until) > tx.now;
};

/** When the booking changed its status; a time that the row lacks is the time of the session or of the booking itself. */
const timesOf = (tx: Tx, row: Row, status: BookingStatus, session: BookableSession, bookedAt: string) => ({
  confirmedAt: utc(row.confirmedAt) ?? (SEATED_STATUSES.has(status) ? bookedAt : null),
  cancelledAt: status === 'cancelled' ? (utc(row.cancelledAt) ?? utc(row.updatedAt) ?? bookedAt) : null,
  checkedInAt: status === 'attended' ? (utc(row.checkedInAt) ?? earlierOf(session.startTime, tx.now)) : null,
  noShowAt: status === 'noshow' ? (utc(row.noShowAt) ?? earlierOf(session.endTime, tx.now)) : null,
});

/** The booking of who brings the guest. @throws Problem 400 for one that does not exist, or that the caller may not see. */
const requireHost = (tx: Tx, caller: Caller, { hostBookingId }: Row): string | null => {
  if (typeof hostBookingId !== 'string') return null;
  const host = bookingById(tx, hostBookingId);
  if (host !== undefined && Booking.canAccess(caller, host)) return host.id;
  throw missingResource('hostBookingId', 'booking', hostBookingId);
};

const create = (tx: Tx, caller: Caller, row: Row, raising: Tx, reactions: FactReactions): string => {
  requireIdentity(row);
  if (row.penalty?.status === 'waived') requireScope(caller, 'bookings:waive_penalty');
  const client = clientOf(tx, caller, row);
  const session = sessionOf(tx, caller, row, client);
  requireSite(caller, session.siteId);
  const status = statusOf(row);
  const usedPackage = usedPackageOf(tx, caller, client.id, row, requireHost(tx, caller, row));
  const holdsSeat = Number(isHolding(tx, row, status));
  checkSeat(tx, caller, row, session, { status, holdsSeat });
  const at = atCreation(tx, row.createdAt ?? row.bookedAt);
  const bookedAt = utc(row.bookedAt) ?? at.now;
  const booking: BookingRow = {
    ...Booking.initial(at, idOf(tx, row.id)),
    ...Booking.restored(row),
    ...paymentOf(row, status, session, usedPackage),
    clientId: client.id,
    sessionId: session.id,
    siteId: session.siteId,
    status,
    channel: row.channel ?? 'import',
    startTime: session.startTime,
    bookedAt,
    ...waitOf(row, status, bookedAt),
    // A row with `state` has every time.
    ...(row.state === undefined ? timesOf(tx, row, status, session, bookedAt) : Booking.restored(row.state)),
    holdsSeat,
    cancelledBy: status === 'cancelled' ? (row.cancelledBy ?? null) : null,
    cancelReason: status === 'cancelled' ? (row.cancelReason ?? null) : null,
    updatedAt: utc(row.updatedAt) ?? at.now,
  };
  insertOnce(tx, Booking, booking, () =>
    conflict('already_booked', 'The client already has a booking of this session that is not cancelled.'),
  );
  markBooked(tx, booking.sessionId);
  // A no-show from the waitlist takes no seat.
  const seat = status === 'noshow' && booking.confirmedAt === null ? undefined : status;
  countSeats(tx, session.id, undefined, seat, holdsSeat);
  countBooking(tx, undefined, { ...booking, clientId: client.id, status });
  if (status === 'attended') addBookedVisit(tx, booking, reactions, visitColumns(tx, caller, row.state?.visit));
  if (usedPackage !== undefined) usePackage(raising, row, booking, session, usedPackage);
  return booking.id;
};

/** Bookings are identified by id or external id. Past ones keep their status. */
export const importBookings = importFamily(ImportBooking, {
  rights: {
    create: ['createBooking'],
    also: (row) => OPERATION_OF[statusOf(row)] ?? [],
    update: ['updateBooking'],
  },
  find,
  create,
  references: [namedPackage],
  reach: (tx, caller, { id }) => findBooking(tx, caller, id),
  shown: bookingView,
  compared(tx, caller, row) {
    const { session, ...fields } = ownFields(row);
    if (session === undefined || row.sessionId !== undefined) return fields;
    return { ...fields, sessionId: sessionOf(tx, caller, row, clientOf(tx, caller, row)).id };
  },
  changeable: ['notes', 'metadata', 'externalId'],
  change: (tx, _caller, record, changes) => updateBooking(tx, record, changes),
});
