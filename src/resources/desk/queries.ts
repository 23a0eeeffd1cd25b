import { and, eq, gte, isNull, lt, ne, sql } from 'drizzle-orm';
import type { Read } from '../../database/database.ts';
import { inList, named, query, select } from '../../records/query.ts';
import { Booking, type BookingRow } from '../bookings/record.ts';
import { Client, type ClientRow } from '../clients/record.ts';
import { Session, type SessionRow } from '../sessions/record.ts';

const { table: clients } = Client;
const { table: sessions } = Session;
const { table: bookings } = Booking;

const PERSON = [
  'id',
  'firstName',
  'lastName',
  'email',
  'phone',
  'photoUrl',
  'status',
  'homeLocationId',
  'dateOfBirth',
  'alerts',
  'waiver',
  'visits',
  'lastVisitAt',
  'joinedAt',
  'accountBalances',
  'archivedAt',
] as const;

/** A client's row as far as the desk shows it, with what the streaks are read from. */
export interface PersonRow extends Pick<ClientRow, (typeof PERSON)[number]> {
  readonly activity: string | null;
}

const persons = query<PersonRow>(() =>
  select
    .select({
      ...Object.fromEntries(PERSON.map((name) => [name, clients[name]])),
      activity: sql`"activity"`.as('activity'),
    })
    .from(clients)
    .where(inList(clients.id, 'ids')),
);

export const personsById = (read: Read, ids: readonly string[]): PersonRow[] =>
  ids.length === 0 ? [] : persons.all(read, { ids: JSON.stringify(ids) });

/** The maximum number of bookings of one day that the desk looks at. */
const MOST_BOOKINGS = 3_000;

export interface DayBooking
  extends Pick<BookingRow, 'id' | 'clientId' | 'sessionId' | 'status' | 'packageId' | 'creditsUsed' | 'checkedInAt'>,
    Pick<ClientRow, 'firstName' | 'lastName' | 'email' | 'phone'>,
    Pick<SessionRow, 'startTime' | 'endTime'> {
  readonly offerExpiresAt: string | null;
  readonly sessionName: string;
}

const ofDay = query<DayBooking>(() =>
  select
    .select({
      id: bookings.id,
      clientId: bookings.clientId,
      sessionId: bookings.sessionId,
      status: bookings.status,
      packageId: bookings.packageId,
      creditsUsed: bookings.creditsUsed,
      checkedInAt: bookings.checkedInAt,
      offerExpiresAt: bookings.offerExpiresAt,
      startTime: sql<string>`${sessions.startTime}`.as('startTime'),
      endTime: sessions.endTime,
      sessionName: sql<string>`${sessions.name}`.as('sessionName'),
      firstName: clients.firstName,
      lastName: clients.lastName,
      email: clients.email,
      phone: clients.phone,
    })
    .from(sessions)
    .crossJoin(bookings)
    .crossJoin(clients)
    .where(
      and(
        eq(sessions.siteId, named('siteId')),
        gte(sessions.startTime, named('from')),
        lt(sessions.startTime, named('to')),
        sql`${sessions.hasBookings} = 1`,
        isNull(sessions.cancelledAt),
        eq(bookings.sessionId, sessions.id),
        ne(bookings.status, 'cancelled'),
        eq(clients.id, bookings.clientId),
      ),
    )
    .orderBy(sessions.startTime)
    .limit(named('limit')),
);

/** A site between two instants, the later one not included. */
export interface SiteTime {
  readonly siteId: string;
  readonly from: string;
  readonly to: string;
}

/** The bookings of the sessions of a site that start in some time, the earliest first, without canceled ones. */
export const bookingsOfDay = (read: Read, { siteId, from, to }: SiteTime): DayBooking[] =>
  ofDay.all(read, { siteId, from, to, limit: MOST_BOOKINGS });

const MOST_SESSIONS = 2_000;

export type NamedSession = Pick<SessionRow, 'id' | 'name' | 'startTime' | 'endTime'>;

const namedSessions = query<NamedSession>(() =>
  select
    .select({ id: sessions.id, name: sessions.name, startTime: sessions.startTime, endTime: sessions.endTime })
    .from(sessions)
    .where(
      and(
        eq(sessions.siteId, named('siteId')),
        gte(sessions.startTime, named('from')),
        lt(sessions.startTime, named('to')),
        isNull(sessions.cancelledAt),
      ),
    )
    .orderBy(sessions.startTime, sessions.id)
    .limit(named('limit')),
);

/** The sessions of a site that start in some time and are not canceled, the earliest first. */
export const sessionsBetween = (
  read: Read,
  { siteId, from, to }: SiteTime,
  limit: number = MOST_SESSIONS,
): NamedSession[] => namedSessions.all(read, { siteId, from, to, limit });
