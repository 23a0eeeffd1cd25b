import { asc, eq, gte, lt, sql } from 'drizzle-orm';
import type { Read } from '../../database/database.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { laterOf } from '../../kernel/local-time.ts';
import { inList, named, query, selectRows } from '../../records/query.ts';
import { Booking, type BookingRow } from '../bookings/record.ts';
import { Client, type ClientRow } from '../clients/record.ts';
import { type HouseholdPerson, peopleOf, personById } from '../households/queries.ts';
import { Session, type SessionRow } from '../sessions/record.ts';
import { brandSettings } from '../settings/queries.ts';
import { siteWithTimetable } from '../studio/queries.ts';
import { type Appointment, calendarText, placesOf } from './appointments.ts';
import { entryNames } from './names.ts';

const { table: bookings } = Booking;
const { table: sessions } = Session;

/** How far a feed looks back and ahead, and how much it has at most: programs read it every hour. */
const PAST_MS = 30 * DAY_MS;
const SITE_PAST_MS = DAY_MS;
const SITE_AHEAD_MS = 14 * DAY_MS;
const MOST = 300;

const ofClient = query<BookingRow>(() =>
  selectRows(bookings, 'clientId', gte(bookings.startTime, named('from')), sql`${bookings.status} <> 'cancelled'`)
    .orderBy(asc(bookings.startTime))
    .limit(named('limit')),
);
const byIds = query<SessionRow>(() => selectRows(sessions, inList(sessions.id, 'ids')));
const ofSite = query<SessionRow>(() =>
  selectRows(
    sessions,
    'siteId',
    gte(sessions.startTime, named('from')),
    lt(sessions.startTime, named('to')),
    eq(sessions.isPrivate, 0),
    sql`${sessions.cancelledAt} is null`,
  )
    .orderBy(asc(sessions.startTime))
    .limit(named('limit')),
);

/** The server whose pages entries of calendars lead to. */
export interface CalendarServer {
  readonly rootUrl: string;
  /** Whether members sign in on its pages. */
  readonly hasPages: boolean;
}

export const bookingUrl = (rootUrl: string, bookingId: string): string => `${rootUrl}/book/me/bookings/${bookingId}`;

/** A page of a member as an adult of the household opens it for a dependant. */
export const forDependant = (url: string, clientId: string): string => `${url}?for=${clientId}`;

/** Seconds between two instants: it grows with every version of an entry. */
const secondsBetween = (from: string, to: string): number =>
  Math.max(0, Math.floor((epochOf(to) - epochOf(from)) / 1000));

/** Bookings as entries of a calendar; those whose session is gone are left out. */
const appointmentsOf = (
  read: Read,
  rows: readonly BookingRow[],
  { rootUrl, hasPages }: CalendarServer,
  dependants: readonly HouseholdPerson[] = [],
): Appointment[] => {
  const found = byIds.all(read, { ids: JSON.stringify(rows.map(({ sessionId }) => sessionId)) });
  const byId = new Map(found.map((session) => [session.id, session]));
  const placeOf = placesOf(read, found);
  const nameOf = entryNames(read, new URL(rootUrl).hostname);
  const whose = new Map(dependants.map((person) => [person.id, person]));
  return rows.flatMap(({ id, clientId, sessionId, status, bookedAt, updatedAt }): Appointment[] => {
    const session = byId.get(sessionId);
    if (session === undefined) return [];
    const changedAt = laterOf(session.updatedAt, updatedAt);
    const sequence = secondsBetween(bookedAt, changedAt);
    const isPlace = status === 'waitlisted';
    const shown = isPlace ? 'tentative' : 'confirmed';
    const dependant = whose.get(clientId);
    const own = hasPages ? bookingUrl(rootUrl, id) : undefined;
    const url = own === undefined || dependant === undefined ? own : forDependant(own, clientId);
    const forName = dependant?.firstName;
    return [{ id: nameOf(id), session, place: placeOf(session), status: shown, changedAt, sequence, url, forName }];
  });
};

/** The dependants of an adult, whose classes are in the adult's calendar too. */
const dependantsOf = (read: Read, { householdId, householdRole }: ClientRow): HouseholdPerson[] =>
  householdId === null || householdRole !== 'adult'
    ? []
    : peopleOf(read, householdId).filter(
        (person) => person.householdRole === 'dependant' && person.archivedAt === null,
      );

/** The bookings of a client and of their dependants, as a calendar that other programs subscribe to; undefined for a client who is gone. */
export const clientFeed = (read: Read, clientId: string, server: CalendarServer): string | undefined => {
  const client = Client.rows.find(read, clientId);
  if (client === undefined || client.status === 'archived') return undefined;
  const dependants = dependantsOf(read, client);
  const from = isoInstant(read.nowMs - PAST_MS);
  const rows = [client, ...dependants].flatMap(({ id }) => ofClient.all(read, { clientId: id, from, limit: MOST }));
  return calendarText(appointmentsOf(read, rows.slice(0, MOST), server, dependants), {
    name: brandSettings(read).name,
  });
};

/** A booking as a calendar of one entry; undefined for a booking that is canceled or gone. */
export const bookingFile = (read: Read, bookingId: string, server: CalendarServer): string | undefined => {
  const row = Booking.rows.find(read, bookingId);
  if (row === undefined || row.status === 'cancelled') return undefined;
  const person = personById(read, row.clientId);
  const dependants = person?.householdRole === 'dependant' ? [person] : [];
  return calendarText(appointmentsOf(read, [row], server, dependants), { name: brandSettings(read).name });
};

/** The sessions of a site that everyone may see, for two weeks; undefined for a site that shows strangers no timetable. */
export const siteFeed = (read: Read, siteId: string, rootUrl: string): string | undefined => {
  const site = siteWithTimetable(read, siteId);
  if (site === undefined) return undefined;
  const [from, to] = [isoInstant(read.nowMs - SITE_PAST_MS), isoInstant(read.nowMs + SITE_AHEAD_MS)];
  const rows = ofSite.all(read, { siteId, from, to, limit: MOST });
  const placeOf = placesOf(read, rows);
  const appointments = rows.map((session): Appointment => {
    const sequence = secondsBetween(session.createdAt, session.updatedAt);
    return {
      id: session.id,
      session,
      place: placeOf(session),
      status: 'confirmed',
      changedAt: session.updatedAt,
      sequence,
      url: `${rootUrl}/book/class/${session.id}`,
    };
  });
  return calendarText(appointments, { name: `${brandSettings(read).name}, ${site.name}` });
};
