import { and, asc, eq, gt, gte, isNull, lt, sql } from 'drizzle-orm';
import type { Read } from '../../database/database.ts';
import { inList, NOW, named, query, select, selectColumns } from '../../records/query.ts';
import { Booking, type BookingRow } from '../bookings/record.ts';
import { Client, type ClientRow } from '../clients/record.ts';
import { Session, type SessionRow } from '../sessions/record.ts';

const { table: bookings } = Booking;
const { table: clients } = Client;
const { table: sessions } = Session;

/** The maximum number of sessions around now that a kiosk looks at. */
const MOST_SESSIONS = 500;

const booked = query<{ id: string }>(() =>
  selectColumns(
    sessions,
    ['id'],
    eq(sessions.siteId, named('siteId')),
    gte(sessions.startTime, named('from')),
    lt(sessions.startTime, named('to')),
    sql`${sessions.hasBookings} = 1`,
    isNull(sessions.cancelledAt),
  )
    .orderBy(asc(sessions.startTime))
    .limit(named('limit')),
);

/** The ids of the sessions of a site that have bookings and start in some time, the earliest first. */
export const bookedSessions = (read: Read, siteId: string, from: string, to: string): string[] =>
  booked.all(read, { siteId, from, to, limit: MOST_SESSIONS }).map(({ id }) => id);

export interface Expected
  extends Pick<BookingRow, 'id' | 'clientId' | 'sessionId' | 'status' | 'hostBookingId'>,
    Pick<ClientRow, 'firstName' | 'lastName'> {}

/** The maximum number of people of the sessions whose check-in is open. */
const MOST_PEOPLE = 3_000;

const expected = query<Expected>(() =>
  select
    .select({
      id: bookings.id,
      clientId: bookings.clientId,
      sessionId: bookings.sessionId,
      status: bookings.status,
      hostBookingId: bookings.hostBookingId,
      firstName: clients.firstName,
      lastName: clients.lastName,
    })
    .from(bookings)
    .crossJoin(clients)
    .where(
      and(
        inList(bookings.sessionId, 'sessionIds'),
        sql`+${bookings.status} in ('confirmed', 'attended')`,
        eq(clients.id, bookings.clientId),
      ),
    )
    .limit(named('limit')),
);

export const expectedIn = (read: Read, sessionIds: readonly string[]): Expected[] =>
  sessionIds.length === 0 ? [] : expected.all(read, { sessionIds: JSON.stringify(sessionIds), limit: MOST_PEOPLE });

const seats = query<Pick<BookingRow, 'sessionId' | 'status'>>(() =>
  selectColumns(
    bookings,
    ['sessionId', 'status'],
    inList(bookings.sessionId, 'sessionIds'),
    'clientId',
    sql`${bookings.status} <> 'cancelled'`,
  ),
);

export const seatsOf = (read: Read, clientId: string, sessionIds: readonly string[]) =>
  seats.all(read, { clientId, sessionIds: JSON.stringify(sessionIds) });

const NEXT = ['id', 'name', 'startTime', 'endTime', 'roomName', 'instructorId'] as const;

export type NextSession = Pick<SessionRow, (typeof NEXT)[number]>;

const next = query<NextSession>(() =>
  selectColumns(
    sessions,
    NEXT,
    eq(sessions.siteId, named('siteId')),
    gt(sessions.startTime, NOW),
    lt(sessions.startTime, named('to')),
    isNull(sessions.cancelledAt),
    eq(sessions.isPrivate, 0),
  )
    .orderBy(asc(sessions.startTime), asc(sessions.id))
    .limit(named('limit')),
);

/** The next sessions of a site until an instant, without private ones. */
export const nextSessions = (read: Read, siteId: string, to: string, limit: number): NextSession[] =>
  next.all(read, { siteId, to, limit });
