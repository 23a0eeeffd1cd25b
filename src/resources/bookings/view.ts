import { isoInstant } from '../../kernel/clock.ts';
import type { Read } from '../../store/database.ts';
import { unpack, unpackPairs } from '../../store/json.ts';
import type { Expansions } from '../../web/expand.ts';
import { clientExpansion } from '../clients/view.ts';
import { sessionExpansion } from '../sessions/view.ts';
import { bookingSettings } from '../settings/effective.ts';
import type { BookingRecord } from './rows.ts';
import type { BookingWire } from './shapes.ts';

const MINUTE = 60_000;

/** The late-cancel window in milliseconds by site and policy; each asked for once. */
const windows = (read: Read) => {
  const known = new Map<string, number>();
  return (siteId: string, overrides: string | null): number => {
    const key = overrides === null ? siteId : `${siteId}|${overrides}`;
    let window = known.get(key);
    if (window === undefined) {
      window = bookingSettings(read, siteId, overrides).lateCancelWindowMinutes * MINUTE;
      known.set(key, window);
    }
    return window;
  };
};

const deadline = (row: BookingRecord, window: number): string => {
  // Whoever had booked before the session was rescheduled may leave free of charge until it starts.
  if (row.rescheduledAt !== null && row.bookedAt < row.rescheduledAt) return row.startTime;
  return isoInstant(Date.parse(row.startTime) - window);
};

/** The last instant at which cancelling costs nothing. */
export const freeCancelUntil = (read: Read, row: BookingRecord): string =>
  deadline(row, windows(read)(row.siteId, row.overrides));

/** The view of the bookings of one answer: what they share is read once. */
export const bookingViews = (read: Read): ((row: BookingRecord) => BookingWire) => {
  const windowOf = windows(read);
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
    // No credit moves and nobody waits before there are packages and waiting lists.
    packageId: null,
    creditsUsed: 0,
    waitlist: null,
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
    freeCancelUntil: deadline(row, windowOf(row.siteId, row.overrides)),
    notes: row.notes,
    metadata: unpackPairs(row.metadata),
    externalId: row.externalId,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  });
};

/** The view of one booking. */
export const bookingView = (read: Read, row: BookingRecord): BookingWire => bookingViews(read)(row);

/** What can be included in a booking; a restricted caller finds no clients of other homes there. */
export const bookingExpansions = (siteIds: readonly string[] | null): Expansions => ({
  client: clientExpansion('clientId', siteIds),
  session: sessionExpansion('sessionId'),
});
