import type { Read } from '../../database/database.ts';
import { unpack, unpackPairs } from '../../database/json.ts';
import type { Expansion, Expansions } from '../../http/expansions.ts';
import { memberPackageExpansion } from '../packages/view.ts';
import { sessionsById } from '../sessions/queries.ts';
import { memberSessionExpansions, memberSessionViews } from '../sessions/view.ts';
import { standingOf } from './member/eligibility.ts';
import { type BookingRecord, bookingsById } from './queries.ts';
import type { BookingWire, MemberBookingWire } from './shapes.ts';
import { freeCancelDeadlines } from './waitlist/deadlines.ts';
import { positionsOf } from './waitlist/queries.ts';

const waitlistOf = (row: BookingRecord, position: number | undefined): BookingWire['waitlist'] => {
  const { joinedAt, offeredAt, offerExpiresAt, promotedAt, lastSkipReason } = row;
  if (joinedAt === null) return null;
  return { position: position ?? null, joinedAt, offeredAt, offerExpiresAt, promotedAt, lastSkipReason };
};

/** The view of the bookings of one answer: what they share is read once, and so are the places of all who wait. */
export const bookingViews = (read: Read, rows: readonly BookingRecord[]): ((row: BookingRecord) => BookingWire) => {
  const deadlineOf = freeCancelDeadlines(read);
  const waiting = rows.filter(({ status }) => status === 'waitlisted').map(({ id }) => id);
  const positions = positionsOf(read, waiting);
  return (row) => ({
    id: row.id,
    object: 'booking',
    clientId: row.clientId,
    sessionId: row.sessionId,
    siteId: row.siteId,
    locationId: row.siteId,
    status: row.status as BookingWire['status'],
    bookingSource: row.bookingSource as BookingWire['bookingSource'],
    channel: row.channel as BookingWire['channel'],
    packageId: row.packageId,
    creditsUsed: row.creditsUsed,
    waitlist: waitlistOf(row, positions.get(row.id)),
    bookedAt: row.bookedAt,
    confirmedAt: row.confirmedAt,
    cancelledAt: row.cancelledAt,
    checkedInAt: row.checkedInAt,
    noShowAt: row.noShowAt,
    cancelledBy: row.cancelledBy as BookingWire['cancelledBy'],
    cancelReason: row.cancelReason as BookingWire['cancelReason'],
    isLateCancel: row.isLateCancel === 1,
    creditOutcome: row.creditOutcome as BookingWire['creditOutcome'],
    penalty: unpack(row.penalty),
    cancellableUntil: row.startTime,
    freeCancelUntil: deadlineOf(row),
    notes: row.notes,
    metadata: unpackPairs(row.metadata),
    externalId: row.externalId,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  });
};

/** The view of one booking. */
export const bookingView = (read: Read, row: BookingRecord): BookingWire => bookingViews(read, [row])(row);

/** Includes the booking that `from` points to; those of sites that a restricted caller does not reach stay null. */
export const bookingExpansion = (from: string, siteIds: readonly string[] | null): Expansion => ({
  from,
  load: (read, ids) => {
    const rows = bookingsById(read, ids).filter(({ siteId }) => siteIds === null || siteIds.includes(siteId));
    const view = bookingViews(read, rows);
    return new Map(rows.map((row) => [row.id, view(row)]));
  },
});

/** The view of the bookings of one answer for the client whose they are. */
export const memberBookingViews = (read: Read, rows: readonly BookingRecord[]) => {
  const view = bookingViews(read, rows);
  return (row: BookingRecord): MemberBookingWire => {
    const { notes: _notes, metadata: _metadata, client: _, session: __, package: ___, ...told } = view(row);
    return told;
  };
};

/** What a client can have included in own bookings: the session stands there as it does in the timetable. */
export const memberBookingExpansions = (clientId: string): Expansions => ({
  session: {
    from: 'sessionId',
    load: (read, ids) => {
      const rows = sessionsById(read, ids);
      const view = memberSessionViews(read, standingOf(read, clientId, rows));
      return new Map(rows.map((row) => [row.id, view(row)]));
    },
    within: memberSessionExpansions,
  },
  package: memberPackageExpansion('packageId'),
});
