import { and, asc, eq, getTableColumns, gt, gte, lte, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Read } from '../../database/database.ts';
import type { TextRow } from '../../kernel/record-text.ts';
import { type PageSpec, pagesOf } from '../../records/pages.ts';
import { type InstantFilter, periodPagesOf } from '../../records/periods.ts';
import { byColumn, type Condition, inList, named, query, selectColumns, selectFrom } from '../../records/query.ts';
import { Client, type ClientRow } from '../clients/record.ts';
import { Session, type SessionRow } from '../sessions/record.ts';
import { Booking, type BookingRow } from './record.ts';
import type { CurrentBooking } from './status/current.ts';

const { table: bookings } = Booking;
const { table: sessions } = Session;

/** What the deadlines of a booking depend on besides its own columns. */
interface Policy {
  /** An id made when the session last got another time or instructor. */
  readonly rescheduledId: string | null;
  /** The text of the schedule's `bookingPolicyOverrides`. */
  readonly overrides: string | null;
}

export interface BookingRecord extends BookingRow, Policy {}

/** Few sessions are rescheduled, and an index knows which. A statement looks for policies only when there are any. */
const policyColumns = {
  rescheduledId: sql`(select "rescheduledId" from "sessions" indexed by "sessionsRescheduled"
      where "sessions"."id" = "bookings"."sessionId" and "rescheduledId" is not null)`.as('rescheduledId'),
  overrides: sql`case when exists (select 1 from "schedules" where "bookingPolicyOverrides" is not null) then (
      select "bookingPolicyOverrides" from "sessions" cross join "schedules"
      where "sessions"."id" = "bookings"."sessionId" and "schedules"."id" = "sessions"."scheduleId"
    ) end`.as('overrides'),
};

// A statement looks into the sessions only while one of them is being moved (`sessionMoves`).
const isAnyMoved = sql`exists (select 1 from "unfinishedChanges" where "kind" = 'move')`;
const ownOf = (column: 'startTime' | 'siteId') =>
  sql<string>`case when ${isAnyMoved} then (
      select ${sql.identifier(column)} from "sessions" where "sessions"."id" = "bookings"."sessionId"
    ) else "bookings".${sql.identifier(column)} end`;

/** When the session of a booking starts and where: while its bookings are moved, not what the booking says. */
export const ownStartTime = ownOf('startTime');
export const ownSiteId = ownOf('siteId');

/** The ids of the live bookings of `named('clientId')` in sessions that are being moved: few, and mostly none. */
export const inMovedSessions = sql`select "moved"."id" from "unfinishedChanges" cross join "bookings" as "moved"
  where "kind" = 'move' and "moved"."sessionId" = "unfinishedChanges"."id"
    and "moved"."clientId" = ${named('clientId')} and "moved"."status" <> 'cancelled'`;

/** The session's own time and site, on which rules about money and seats depend, also while its bookings are moved. */
const sessionColumns = { startTime: ownStartTime.as('startTime'), siteId: ownSiteId.as('siteId') };

/** Selects bookings as records. To order by `startTime` or `siteId`, name the table. */
export const selectBookings = (...conditions: Condition<typeof bookings>[]) =>
  selectFrom(bookings, { ...getTableColumns(bookings), ...policyColumns, ...sessionColumns }, ...conditions);

const byId = query<BookingRecord>(() => selectBookings('id'));

export const bookingById = (read: Read, id: string): BookingRecord | undefined => byId.get(read, { id });

/** @throws Problem 404 when there is no such booking, or the caller may not see its site. */
export const findBooking = Booking.finder(bookingById);

const byIds = query<BookingRecord>(() => selectBookings(inList(bookings.id, 'ids')));

export const bookingsById = (read: Read, ids: readonly string[]): BookingRecord[] =>
  byIds.all(read, { ids: JSON.stringify(ids) });

const live = () => sql`${bookings.status} <> 'cancelled'`;

const liveInSession = query<BookingRecord>(() => selectBookings('sessionId', live()).orderBy(asc(bookings.id)));

export const liveBookingsIn = (read: Read, sessionId: string): BookingRecord[] =>
  liveInSession.all(read, { sessionId });

const liveBetween = query<CurrentBooking>(() =>
  selectBookings('sessionId', gt(bookings.id, named('after')), lte(bookings.id, named('last')), live())
    .orderBy(asc(bookings.id))
    .limit(named('limit')),
);

/** The oldest bookings of a session that are not canceled, after one of them and none newer than `last`. */
export const liveBookingsBetween = (
  read: Read,
  sessionId: string,
  after: string,
  last: string,
  limit: number,
): CurrentBooking[] => liveBetween.all(read, { sessionId, after, last, limit });

const liveCount = query<{ count: number }>(() =>
  selectFrom(bookings, { count: sql<number>`count(*)`.as('count') }, 'sessionId', live()),
);

export const liveBookingCount = (read: Read, sessionId: string): number =>
  liveCount.get(read, { sessionId })?.count ?? 0;

export interface BookingRange {
  readonly since: string;
  /** The session starts before it. */
  readonly until?: string;
  readonly last: string;
  readonly after: string;
  readonly limit: number;
}

/** After every instant. */
const NEVER = '~';

const inRange = () =>
  and(
    live(),
    gt(bookings.id, named('after')),
    lte(bookings.id, named('last')),
    sql`${ownStartTime} > ${named('since')}`,
    sql`${ownStartTime} < ${named('until')}`,
  );

const upcomingOfClient = query<BookingRecord>(() =>
  selectBookings('clientId', inRange()).orderBy(asc(bookings.id)).limit(named('limit')),
);

/** The oldest bookings of a client that are not canceled and whose session starts after `since`, and before `until`. */
export const upcomingBookings = (read: Read, clientId: string, range: BookingRange): BookingRecord[] =>
  upcomingOfClient.all(read, { clientId, until: NEVER, ...range });

const upcomingOfPackage = query<BookingRecord>(() =>
  selectBookings(
    sql`${bookings.id} in (select "bookingId" from "packageUses"
          where "packageId" = ${named('packageId')} and "startTime" > ${named('since')}
          union all select "bookingId" from "packageUses" where ${isAnyMoved} and "packageId" = ${named('packageId')})`,
    inRange(),
  )
    .orderBy(asc(bookings.id))
    .limit(named('limit')),
);

/** The oldest bookings that a package pays for, of those whose session starts after `since`, and before `until`. */
export const upcomingBookingsOn = (read: Read, packageId: string, range: BookingRange): BookingRecord[] =>
  upcomingOfPackage.all(read, { packageId, until: NEVER, ...range });

const liveOfClient = query<{ id: string }>(() => selectColumns(bookings, ['id'], 'sessionId', 'clientId', live()));

export const isBooked = (read: Read, sessionId: string, clientId: string): boolean =>
  liveOfClient.get(read, { sessionId, clientId }) !== undefined;

const OWN_COLUMNS = ['id', 'sessionId', 'status', 'holdsSeat', 'offerExpiresAt'] as const;
export type OwnBooking = Pick<BookingRow, (typeof OWN_COLUMNS)[number]>;

const ownIn = query<OwnBooking>(() =>
  selectColumns(bookings, OWN_COLUMNS, inList(bookings.sessionId, 'sessionIds'), 'clientId', live()),
);

/** A client's bookings of some sessions that are not canceled, at most one of each, in one query. */
export const ownBookingsIn = (read: Read, clientId: string, sessionIds: readonly string[]): OwnBooking[] =>
  ownIn.all(read, { clientId, sessionIds: JSON.stringify(sessionIds) });

const BOOKABLE_COLUMNS = [
  'id',
  'siteId',
  'startTime',
  'endTime',
  'category',
  'creditCost',
  'cancelledAt',
  'confirmedCount',
  'attendedCount',
  'noShowCount',
  'waitlistedCount',
  'offersHeld',
  'completedAt',
  'capacity',
  'waitlistEnabled',
  'waitlistCapacity',
  'hasBookings',
  'isPrivate',
  'localDate',
  'localStartTime',
  'timezone',
] as const;

export type BookableSession = Pick<SessionRow, (typeof BOOKABLE_COLUMNS)[number]> & Pick<Policy, 'overrides'>;

const bookableById = query<BookableSession>(() =>
  selectFrom(
    sessions,
    {
      ...Object.fromEntries(BOOKABLE_COLUMNS.map((name): [string, SQLiteColumn] => [name, sessions[name]])),
      overrides:
        sql`(select "bookingPolicyOverrides" from "schedules" where "schedules"."id" = "sessions"."scheduleId")`.as(
          'overrides',
        ),
    },
    'id',
  ),
);

export const bookableSession = (read: Read, id: string): BookableSession | undefined => bookableById.get(read, { id });

export const sessionOfBooking = (read: Read, { sessionId }: Pick<BookingRow, 'sessionId'>): BookableSession => {
  const session = bookableSession(read, sessionId);
  if (session === undefined) throw new Error(`a booking refers to the session '${sessionId}', which does not exist`);
  return session;
};

export type BookingClient = Pick<ClientRow, 'id' | 'status'>;

const clientsById = query<BookingClient>(() => selectColumns(Client.table, ['id', 'status'], 'id'));

export const bookingClient = (read: Read, id: string): BookingClient | undefined => clientsById.get(read, { id });

export const clientOfBooking = (read: Read, { clientId }: Pick<BookingRow, 'clientId'>): BookingClient => {
  const client = bookingClient(read, clientId);
  if (client === undefined) throw new Error(`a booking refers to the client '${clientId}', which does not exist`);
  return client;
};

const pages = (): PageSpec => ({
  direction: 'descending',
  extraColumns: policyColumns,
  indexed: {
    ...byColumn(bookings, 'externalId', 'clientId', 'sessionId'),
    // As the partial index has it.
    penaltyStatus: sql`(${bookings.penalty} is not null and ${bookings.penalty} ->> '$.status' = ${named('penaltyStatus')})`,
    status: eq(bookings.status, named('status')),
  },
  filters: {},
  sites: Booking.sites,
});

/** A period is a period of the sessions, whose time and site are the same as the bookings'. */
const ofSessions = () => ({ startTime: sql`${sessions.startTime}`, siteId: sql`${sessions.siteId}` });
const period = (): InstantFilter & Required<Pick<InstantFilter, 'other'>> => ({
  instant: sessions.startTime,
  narrow: ['externalId', 'clientId', 'sessionId'],
  other: {
    through: { table: sessions, reference: bookings.sessionId, when: sql`${sessions.hasBookings} = 1` },
    sites: Session.sites,
    extraColumns: {
      ...policyColumns,
      startTime: ofSessions().startTime.as('startTime'),
      siteId: ofSessions().siteId.as('siteId'),
    },
  },
});

export const bookingPage = periodPagesOf<BookingRecord>(bookings, pages, period);

/** What the view of a booking adds to its text, and its expansions. */
const viewed = () => {
  const { id, clientId, packageId, sessionId, siteId, status, startTime } = bookings;
  const { joinedAt, offeredAt, offerExpiresAt, promotedAt, graceUntil, lastSkipReason, movedId } = bookings;
  return {
    id,
    clientId,
    packageId,
    sessionId,
    siteId,
    status,
    startTime,
    joinedAt,
    offeredAt,
    offerExpiresAt,
    promotedAt,
    graceUntil,
    lastSkipReason,
    movedId,
  };
};

export interface BookingText
  extends TextRow,
    Policy,
    Pick<BookingRow, Exclude<keyof ReturnType<typeof viewed>, 'id'>> {}

export const bookingTextPage = periodPagesOf<BookingText>(
  bookings,
  () => ({ ...pages(), columns: { ...viewed(), json: Booking.json() } }),
  () => {
    const columns = { ...viewed(), json: Booking.json(ofSessions()) };
    const { other, ...rest } = period();
    return { ...rest, other: { ...other, columns } };
  },
);

/** A client's own bookings; the ids of other clients' bookings are unknown cursors here. */
export const ownBookingPage = pagesOf<BookingRecord>(bookings, () => ({
  sites: null,
  direction: 'descending',
  extraColumns: policyColumns,
  collection: 'clientId',
  filters: {
    clientId: eq(bookings.clientId, named('clientId')),
    // The plus leaves the index to the client.
    sessionId: sql`+${eq(bookings.sessionId, named('sessionId'))}`,
    status: sql`+${eq(bookings.status, named('status'))}`,
    notBefore: sql`+${gte(bookings.startTime, named('notBefore'))}`,
    notAfter: sql`+${lte(bookings.startTime, named('notAfter'))}`,
  },
}));
