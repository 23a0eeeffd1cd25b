import { and, asc, eq, getTableColumns, gt, gte, lte, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Read, Tx } from '../../database/database.ts';
import { pagesOf } from '../../database/pages.ts';
import { inList, named, query, select, tableRows } from '../../database/query.ts';
import { type BookingRow, bookings } from '../../database/tables/bookings.ts';
import { Client } from '../clients/record.ts';
import { Session, type SessionRow } from '../sessions/record.ts';
import type { BookingStatus } from './states.ts';

const { table: sessions } = Session;

/** What the deadlines of a booking depend on besides its own columns. */
interface Policy {
  /** An id made when the session last got another time or instructor. */
  readonly rescheduledId: string | null;
  /** The text of the schedule's `bookingPolicyOverrides`. */
  readonly overrides: string | null;
}

/** A booking's row with what its deadlines depend on. */
export interface BookingRecord extends BookingRow, Policy {}

/**
 * Few sessions are ever rescheduled, and an index knows which; few schedules have a policy of their own, and whether
 * any has one is asked once per statement.
 */
const told = {
  rescheduledId: sql`(select "rescheduledId" from "sessions" indexed by "sessionsRescheduled"
      where "sessions"."id" = "bookings"."sessionId" and "rescheduledId" is not null)`.as('rescheduledId'),
  overrides: sql`case when exists (select 1 from "schedules" where "bookingPolicyOverrides" is not null) then (
      select "bookingPolicyOverrides" from "sessions" cross join "schedules"
      where "sessions"."id" = "bookings"."sessionId" and "schedules"."id" = "sessions"."scheduleId"
    ) end`.as('overrides'),
};

export const { insert: insertBooking, update: setBooking } = tableRows(bookings);

/** Bookings as records; what is asked of them follows. */
export const records = () => select.select({ ...getTableColumns(bookings), ...told }).from(bookings);

const byId = query<BookingRecord>(records().where(eq(bookings.id, named('id'))));

export const bookingById = (read: Read, id: string): BookingRecord | undefined => byId.get(read, { id });

const byIds = query<BookingRecord>(records().where(inList(bookings.id, 'ids')));

/** The bookings of `ids`, in no order, in one query. */
export const bookingsById = (read: Read, ids: readonly string[]): BookingRecord[] =>
  byIds.all(read, { ids: JSON.stringify(ids) });

const live = sql`${bookings.status} <> 'cancelled'`;

const liveInSession = query<BookingRecord>(
  records()
    .where(and(eq(bookings.sessionId, named('sessionId')), live))
    .orderBy(asc(bookings.id)),
);

/** Every booking of a session that is not cancelled, oldest first. */
export const liveBookingsIn = (read: Read, sessionId: string): BookingRecord[] =>
  liveInSession.all(read, { sessionId });

const aheadOfClient = query<BookingRecord>(
  records()
    .where(and(eq(bookings.clientId, named('clientId')), live, sql`+${gt(bookings.startTime, named('now'))}`))
    .orderBy(asc(bookings.id)),
);

/** Every booking of a client that is not cancelled and whose session has not started, oldest first. */
export const bookingsAhead = (read: Read, clientId: string): BookingRecord[] =>
  aheadOfClient.all(read, { clientId, now: read.now });

const aheadOnPackage = query<BookingRecord>(
  records()
    .where(
      and(
        sql`${bookings.id} in (select "bookingId" from "packageUses"
          where "packageId" = ${named('packageId')} and "startTime" > ${named('now')})`,
        live,
        sql`+${gt(bookings.startTime, named('now'))}`,
      ),
    )
    .orderBy(asc(bookings.id)),
);

/** Every booking that a package pays for and whose session has not started, oldest first. */
export const bookingsAheadOn = (read: Read, packageId: string): BookingRecord[] =>
  aheadOnPackage.all(read, { packageId, now: read.now });

const liveOne = query<{ id: string }>(
  select
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.sessionId, named('sessionId')), eq(bookings.clientId, named('clientId')), live)),
);

/** Whether the client has a booking of the session that is not cancelled. */
export const isBooked = (read: Read, sessionId: string, clientId: string): boolean =>
  liveOne.get(read, { sessionId, clientId }) !== undefined;

/** A client's booking of a session that is not cancelled. */
export type OwnBooking = Pick<BookingRow, 'id' | 'sessionId' | 'status'>;

const ownIn = query<OwnBooking>(
  select
    .select({ id: bookings.id, sessionId: bookings.sessionId, status: bookings.status })
    .from(bookings)
    .where(and(inList(bookings.sessionId, 'sessionIds'), eq(bookings.clientId, named('clientId')), live)),
);

/** A client's bookings of some sessions that are not cancelled, at most one of each, in one query. */
export const ownBookingsIn = (read: Read, clientId: string, sessionIds: readonly string[]): OwnBooking[] =>
  ownIn.all(read, { clientId, sessionIds: JSON.stringify(sessionIds) });

/** What booking has to know of a session. */
export type Seats = Pick<SessionRow, (typeof ASKED)[number]> & Pick<Policy, 'overrides'>;

const ASKED = [
  ...(['id', 'siteId', 'startTime', 'endTime', 'category', 'creditCost', 'cancelledAt', 'capacity'] as const),
  ...(['confirmedCount', 'attendedCount', 'noShowCount', 'waitlistedCount', 'offersHeld'] as const),
  ...(['waitlistEnabled', 'waitlistCapacity'] as const),
] as const;

const seatsById = query<Seats>(
  select
    .select({
      ...(Object.fromEntries(ASKED.map((name) => [name, sessions[name]])) as Record<string, SQLiteColumn>),
      overrides:
        sql`(select "bookingPolicyOverrides" from "schedules" where "schedules"."id" = "sessions"."scheduleId")`.as(
          'overrides',
        ),
    })
    .from(sessions)
    .where(eq(sessions.id, named('id'))),
);

export const seatsOf = (read: Read, sessionId: string): Seats | undefined => seatsById.get(read, { id: sessionId });

/** What booking has to know of a client. */
export interface Booker {
  readonly id: string;
  readonly status: string;
  readonly homeLocationId: string;
}

const bookers = query<Booker>(
  select
    .select({ id: Client.table.id, status: Client.table.status, homeLocationId: Client.table.homeLocationId })
    .from(Client.table)
    .where(eq(Client.table.id, named('id'))),
);

export const bookerById = (read: Read, id: string): Booker | undefined => bookers.get(read, { id });

/** How much a turn of a booking adds to each counter: 1, -1 or 0. */
const difference = (of: BookingStatus, from: BookingStatus | undefined, to: BookingStatus): number =>
  Number(to === of) - Number(from === of);

const COUNT_SEATS = `update "sessions" set "confirmedCount" = "confirmedCount" + ?, "attendedCount" = "attendedCount" + ?,
  "noShowCount" = "noShowCount" + ?, "waitlistedCount" = "waitlistedCount" + ?, "offersHeld" = "offersHeld" + ?
  where "id" = ?`;

/**
 * Keeps the counters of a session when one of its bookings turns; `from` is absent for a new one, and `held` is how
 * much the seats held by offers change.
 */
export const countSeats = (
  tx: Tx,
  sessionId: string,
  from: BookingStatus | undefined,
  to: BookingStatus,
  held = 0,
): void => {
  const by = (of: BookingStatus) => difference(of, from, to);
  tx.db.query(COUNT_SEATS).run(by('confirmed'), by('attended'), by('noshow'), by('waitlisted'), held, sessionId);
};

/** Keeps one more seat of a session, or one fewer, for somebody who has no booking yet. */
export const holdSeat = (tx: Tx, sessionId: string, by: 1 | -1): void => {
  tx.db.query(COUNT_SEATS).run(0, 0, 0, 0, by, sessionId);
};

const COUNT_CLIENT = `update "clients" set "bookings" = "bookings" + ?, "visits" = "visits" + ?, "noShows" = "noShows" + ?,
  "lateCancels" = "lateCancels" + ? where "id" = ?`;

/** Keeps the numbers of a client in the same way; `bookings` are those that are not cancelled. */
export const countForClient = (
  tx: Tx,
  clientId: string,
  from: BookingStatus | undefined,
  to: BookingStatus,
  isLateCancel: boolean,
): void => {
  const booked = Number(from === undefined) - difference('cancelled', from, to);
  const visits = difference('attended', from, to);
  tx.db.query(COUNT_CLIENT).run(booked, visits, difference('noshow', from, to), Number(isLateCancel), clientId);
};

const TELL_VISITS = `update "clients" set ("firstVisitAt", "lastVisitAt") = (
    select min("checkedInAt"), max("checkedInAt") from (
      select "checkedInAt" from "bookings" where "clientId" = "clients"."id" and "status" = 'attended'
      union all
      select "checkedInAt" from "checkins"
        where "clientId" = "clients"."id" and "status" = 'valid' and "isReEntry" = 0 and "bookingId" is null
    )
  ) where "id" = ?`;

/** Tells the first and the last visit from the bookings that were attended and the check-ins without one. */
export const tellVisits = (tx: Tx, clientId: string): void => {
  tx.db.query(TELL_VISITS).run(clientId);
};

const EXTEND_VISITS = `update "clients" set "firstVisitAt" = min(coalesce("firstVisitAt", ?1), ?1),
  "lastVisitAt" = max(coalesce("lastVisitAt", ?1), ?1) where "id" = ?2`;

/** Takes one more visit into the first and the last. */
export const extendVisits = (tx: Tx, clientId: string, at: string): void => {
  tx.db.query(EXTEND_VISITS).run(at, clientId);
};

const MOVE = `update "bookings" set "startTime" = ?, "siteId" = ? where "sessionId" = ?`;

/** Brings what bookings keep of their session up to date. */
export const followSession = (tx: Tx, session: Pick<SessionRow, 'id' | 'startTime' | 'siteId'>): void => {
  tx.db.query(MOVE).run(session.startTime, session.siteId, session.id);
};

/** A condition beside the way in: without an index of its own, so that the list's order stays behind the page. */
const beside = (column: SQLiteColumn, name: string): SQL => sql`+${eq(column, named(name))}`;

export const bookingPage = pagesOf<BookingRecord>(bookings, {
  direction: 'descending',
  also: told,
  filters: {
    externalId: eq(bookings.externalId, named('externalId')),
    clientId: eq(bookings.clientId, named('clientId')),
    sessionId: eq(bookings.sessionId, named('sessionId')),
    status: eq(bookings.status, named('status')),
    siteId: eq(bookings.siteId, named('siteId')),
    besideClientId: beside(bookings.clientId, 'besideClientId'),
    besideSessionId: beside(bookings.sessionId, 'besideSessionId'),
    besideStatus: beside(bookings.status, 'besideStatus'),
    reachable: sql`+${inList(bookings.siteId, 'reachable')}`,
  },
});

/** A client's own bookings; of no other client's is so much told as that it exists. */
export const ownBookingPage = pagesOf<BookingRecord>(bookings, {
  direction: 'descending',
  also: told,
  collection: 'clientId',
  filters: {
    clientId: eq(bookings.clientId, named('clientId')),
    besideSessionId: beside(bookings.sessionId, 'besideSessionId'),
    besideStatus: beside(bookings.status, 'besideStatus'),
    notBefore: sql`+${gte(bookings.startTime, named('notBefore'))}`,
    notAfter: sql`+${lte(bookings.startTime, named('notAfter'))}`,
  },
});

const owing = query<{ id: string }>(
  select
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        gt(bookings.id, named('after')),
        sql`${bookings.id} in (select "id" from "bookings" indexed by "bookingsOwing"
          where "penalty" ->> '$.status' = 'pending')`,
        sql`${bookings.penalty} ->> '$.paymentId' is null`,
        sql`exists (select 1 from "paymentMethods" where "clientId" = ${bookings.clientId} and "isDefault" = 1)`,
      ),
    )
    .orderBy(asc(bookings.id))
    .limit(100),
);

/** Up to a hundred bookings, with ids after `after`, whose pending fee a saved card could pay. */
export const owingBookings = (read: Read, after: string): string[] => owing.all(read, { after }).map(({ id }) => id);
