import { HOUR_MS } from '../../../kernel/durations.ts';
import type { SessionRecord } from '../../sessions/queries.ts';
import type { DayBooking, PersonRow } from '../queries.ts';
import type { ActResponse } from './shapes.ts';

/** Clients who come this long before the class are checked in, even where members can only check in later. */
const EARLY_MS = 2 * HOUR_MS;

export interface Allowed {
  readonly checkIn: boolean;
  readonly book: boolean;
  readonly sell: boolean;
}

/** A session that a client could be booked into next, and the package that would pay. */
export interface Candidate {
  readonly session: SessionRecord;
  readonly packageId: string | undefined;
}

export interface Found {
  readonly client: PersonRow;
  /** Of today at the site, the earliest first. */
  readonly bookings: readonly DayBooking[];
  readonly next: Candidate | undefined;
  readonly hasPackage: boolean;
}

/** The booking of today that matters now: the next one that is expected or waits, else the last one. */
export const currentBooking = (bookings: readonly DayBooking[], now: string): DayBooking | undefined => {
  const ahead = bookings.filter(({ endTime }) => endTime > now);
  return (
    ahead.find(({ status }) => status === 'confirmed') ??
    ahead.find(({ status }) => status === 'waitlisted') ??
    bookings.findLast(({ status }) => status === 'attended') ??
    bookings.at(-1)
  );
};

const OPEN = { type: 'open', bookingId: null, sessionId: null } as const;

const isDue = ({ status, startTime, endTime }: DayBooking, now: string, nowMs: number): boolean =>
  status === 'confirmed' && endTime > now && Date.parse(startTime) - nowMs <= EARLY_MS;

/** What the desk most likely does for a client: the first act that applies and that the caller may do. */
export const actFor = (
  { client, bookings, next, hasPackage }: Found,
  allowed: Allowed,
  now: string,
  nowMs: number,
): ActResponse => {
  if (client.status === 'suspended' || client.archivedAt !== null) return OPEN;
  const due = bookings.find((booking) => isDue(booking, now, nowMs));
  if (due !== undefined) {
    return allowed.checkIn ? { type: 'check_in', bookingId: due.id, sessionId: due.sessionId } : OPEN;
  }
  if (bookings.some(({ status, endTime }) => status !== 'noshow' && endTime > now)) return OPEN;
  if (next?.packageId !== undefined) {
    return allowed.book ? { type: 'book', bookingId: null, sessionId: next.session.id } : OPEN;
  }
  if (!allowed.sell) return OPEN;
  if (next !== undefined && allowed.book) {
    return { type: 'sell_and_book', bookingId: null, sessionId: next.session.id };
  }
  return hasPackage ? OPEN : { type: 'sell', bookingId: null, sessionId: null };
};
