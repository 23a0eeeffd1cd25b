import type { Tx } from '../../../database/database.ts';
import { pack } from '../../../database/json.ts';
import { mergeMetadata } from '../../../database/metadata.ts';
import { isTaken } from '../../../database/query.ts';
import { type Caller, requireSite } from '../../../kernel/caller.ts';
import { conflict, invalidParam } from '../../../kernel/problem.ts';
import type { Static } from '../../../kernel/schemas.ts';
import {
  type BookableSession,
  type BookingRecord,
  bookingById,
  bookingPage,
  findBooking,
} from '../../bookings/queries.ts';
import { Booking, type BookingRow, type BookingStatus } from '../../bookings/record.ts';
import { freeSeats } from '../../bookings/seats.ts';
import { addVisit, countForClient, countSeats } from '../../bookings/status/counters.ts';
import { SEATED_STATUSES } from '../../bookings/status/states.ts';
import { updateBooking } from '../../bookings/update.ts';
import { bookingView } from '../../bookings/view.ts';
import { ExportedBooking } from '../../exports/shapes.ts';
import { sourceOf } from '../../packages/credits/choose.ts';
import { saveUse } from '../../packages/credits/queries.ts';
import {
  atCreation,
  differing,
  foundBy,
  type Importable,
  idOf,
  refuseChanges,
  requireIdentity,
  type Taken,
  takeBy,
  utc,
} from '../apply.ts';
import { ImportBooking } from '../shapes.ts';
import { sessionOf } from './class-session.ts';
import { clientNamed, clientOf, packageOf } from './parties.ts';

type Row = Static<typeof ImportBooking>;

const CHANGEABLE = ['notes', 'metadata', 'externalId'] as const;

const known = foundBy(bookingById, bookingPage);

/** What a row without a status most likely was. */
const statusOf = (row: Row): BookingStatus => {
  if (row.status !== undefined) return row.status;
  if (typeof row.cancelledAt === 'string') return 'cancelled';
  return typeof row.checkedInAt === 'string' ? 'attended' : 'confirmed';
};

/** @throws Problem when a seat or a place in line can not be given: what lies ahead keeps to the rules of today. */
const checkSeat = (tx: Tx, seats: BookableSession, status: BookingStatus): void => {
  const isAhead = seats.startTime > tx.now;
  if (status === 'cancelled') return;
  if (status === 'waitlisted') {
    if (isAhead) return;
    throw invalidParam('status', "Nobody waits for a session that has started. Send 'cancelled'.");
  }
  if (isAhead && seats.cancelledAt !== null) {
    throw conflict('session_cancelled', "The session is cancelled. Send 'cancelled', or another session.");
  }
  if (isAhead && SEATED_STATUSES.has(status) && freeSeats(seats) === 0) {
    throw conflict('session_full', 'The session is full. Raise its capacity, or import fewer bookings of it.');
  }
};

/** What a booking took from its package. The balance of the package is what the package's own row said. */
const paidWith = (tx: Tx, row: Row, clientId: string, seats: BookableSession) => {
  const bought = packageOf(tx, clientId, row);
  const bookingSource = row.bookingSource ?? (bought === undefined ? 'unpaid' : sourceOf(bought));
  const isCounted = bought !== undefined && bought.creditsTotal !== null;
  return { bought, bookingSource, creditsUsed: row.creditsUsed ?? (isCounted ? seats.creditCost : 0) };
};

const insert = (tx: Tx, booking: BookingRow): void => {
  try {
    Booking.rows.insert(tx, booking);
  } catch (error) {
    if (!isTaken(error)) throw error;
    throw conflict('already_booked', 'The client already has a booking of this session that is not cancelled.');
  }
};

/** The times of a booking's turns; one that is not told is that of the session, or of the booking itself. */
const momentsOf = (tx: Tx, row: Row, status: BookingStatus, seats: BookableSession, bookedAt: string) => ({
  bookedAt,
  confirmedAt: utc(row.confirmedAt) ?? (SEATED_STATUSES.has(status) ? bookedAt : null),
  cancelledAt: status === 'cancelled' ? (utc(row.cancelledAt) ?? utc(row.updatedAt) ?? bookedAt) : null,
  checkedInAt: status === 'attended' ? (utc(row.checkedInAt) ?? earlier(seats.startTime, tx.now)) : null,
  noShowAt: status === 'noshow' ? (utc(row.noShowAt) ?? earlier(seats.endTime, tx.now)) : null,
  joinedAt: utc(row.waitlist?.joinedAt) ?? (status === 'waitlisted' ? bookedAt : null),
  promotedAt: utc(row.waitlist?.promotedAt) ?? null,
});

const earlier = (left: string, right: string): string => (left < right ? left : right);

const create = (tx: Tx, caller: Caller, row: Row): Taken => {
  requireIdentity(row);
  const client = clientOf(tx, caller, row);
  const seats = sessionOf(tx, caller, row, client);
  requireSite(caller, seats.siteId);
  const status = statusOf(row);
  checkSeat(tx, seats, status);
  const at = atCreation(tx, row.createdAt ?? row.bookedAt);
  const { bought, bookingSource, creditsUsed } = paidWith(tx, row, client.id, seats);
  const isCounted = bought !== undefined && bought.creditsTotal !== null;
  const isSpent = isCounted && SEATED_STATUSES.has(status);
  const booking: BookingRow = {
    id: idOf(tx, row.id),
    clientId: client.id,
    sessionId: seats.id,
    siteId: seats.siteId,
    status,
    bookingSource,
    channel: row.channel ?? 'import',
    startTime: seats.startTime,
    ...momentsOf(tx, row, status, seats, utc(row.bookedAt) ?? at.now),
    cancelledBy: status === 'cancelled' ? (row.cancelledBy ?? null) : null,
    cancelReason: status === 'cancelled' ? (row.cancelReason ?? null) : null,
    isLateCancel: Number(row.isLateCancel === true),
    creditOutcome: row.creditOutcome ?? (isSpent ? 'consumed' : 'not_applicable'),
    penalty: pack(row.penalty ?? null),
    notes: row.notes ?? null,
    metadata: row.metadata === undefined ? null : mergeMetadata(null, row.metadata),
    externalId: row.externalId ?? null,
    createdAt: at.now,
    updatedAt: utc(row.updatedAt) ?? at.now,
    packageId: bought?.id ?? null,
    creditsUsed,
    requiresCredit: 0,
    offeredAt: null,
    offerExpiresAt: null,
    holdsSeat: 0,
    graceUntil: null,
    lastSkipReason: null,
    desk: null,
  };
  insert(tx, booking);
  countSeats(tx, seats.id, undefined, status);
  countForClient(tx, client.id, undefined, status, row.isLateCancel === true);
  if (booking.checkedInAt !== null) addVisit(tx, client.id, booking.checkedInAt);
  // Usage limits count what was cancelled too late, too.
  const isLost = row.isLateCancel === true || row.creditOutcome === 'forfeited';
  if (bought !== undefined && (isLost || SEATED_STATUSES.has(status))) {
    const state = isLost ? 'forfeited' : 'consumed';
    const { startTime } = seats;
    saveUse(tx, { bookingId: booking.id, packageId: bought.id, credits: creditsUsed, startTime, state });
  }
  return { id: booking.id, action: 'created' };
};

const update = (tx: Tx, caller: Caller, record: BookingRecord, row: Row): Taken => {
  findBooking(tx, caller, record.id);
  const { id: _id, createdAt: _made, updatedAt: _changed, session, ...said } = row;
  const {
    clientExternalId: _externalId,
    clientEmail: _email,
    clientId: _clientId,
    packageExternalId,
    ...fields
  } = said;
  Object.assign(fields, clientNamed(tx, caller, row));
  if (typeof packageExternalId === 'string') {
    Object.assign(fields, { packageId: packageOf(tx, record.clientId, row)?.id });
  }
  if (session !== undefined && row.sessionId === undefined) {
    Object.assign(fields, { sessionId: sessionOf(tx, caller, row, clientOf(tx, caller, row)).id });
  }
  const changes = differing(fields, bookingView(tx, record));
  refuseChanges(changes, CHANGEABLE);
  const isChanged = Object.keys(changes).length > 0 && updateBooking(tx, record, changes) !== record;
  return { id: record.id, action: isChanged ? 'updated' : 'unchanged' };
};

/** Bookings are found again by id or external id. They may lie in the past and keep what became of them. */
export const importBookings: Importable = {
  name: 'bookings',
  shape: ImportBooking,
  wire: ExportedBooking,
  take: takeBy(known, create, update),
};
