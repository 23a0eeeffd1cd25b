import { and, asc, desc, eq, gt, isNull, lt, lte, ne, sql } from 'drizzle-orm';
import type { Read } from '../../../database/database.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { DAY_MS } from '../../../kernel/durations.ts';
import { NOW, named, query, select, selectColumns, selectFrom } from '../../../records/query.ts';
import { HAS_FREE_SEAT } from '../../sessions/booking/seats.ts';
import { Session, type SessionRow } from '../../sessions/record.ts';
import { type BookableSession, inMovedSessions, ownStartTime, selectBookings } from '../queries.ts';
import { Booking, type BookingRow } from '../record.ts';
import type { CurrentBooking } from '../status/current.ts';

const { table: bookings } = Booking;
const { table: sessions } = Session;

// The conditions of the partial indexes are in the statements as they are, so that SQLite recognises them.
const waiting = () => sql`${bookings.status} = 'waitlisted'`;
const confirmed = () => sql`${bookings.status} = 'confirmed'`;
const offered = () => sql`${bookings.holdsSeat} = 1`;

export type WaitlistPlace = Pick<BookingRow, 'joinedAt' | 'id'>;

export const WAITLIST_START: WaitlistPlace = { joinedAt: '', id: '' };

const isAfterPlace = () => sql`(${bookings.joinedAt}, ${bookings.id}) > (${named('joinedAt')}, ${named('id')})`;

const next = query<CurrentBooking>(() =>
  selectBookings('sessionId', waiting(), isNull(bookings.offeredAt), isAfterPlace())
    .orderBy(asc(bookings.joinedAt), asc(bookings.id))
    .limit(1),
);

/** The next on the waitlist of a session after a place, of those who had no offer: one seek. */
export const nextWaiting = (
  read: Read,
  sessionId: string,
  { joinedAt, id }: WaitlistPlace,
): CurrentBooking | undefined => next.get(read, { sessionId, joinedAt, id });

const last = query<{ joinedAt: string }>(() =>
  selectFrom(bookings, { joinedAt: sql<string>`${bookings.joinedAt}`.as('joinedAt') }, 'sessionId', waiting())
    .orderBy(desc(bookings.joinedAt), desc(bookings.id))
    .limit(1),
);

/** When the last on the waitlist of a session joined it: one seek; undefined when no one waits. */
export const lastJoined = (read: Read, sessionId: string): string | undefined =>
  last.get(read, { sessionId })?.joinedAt;

/** The session of a booking is another one and takes place at the same time. */
const overlapsActualTime = () =>
  and(
    ne(bookings.sessionId, named('sessionId')),
    sql`exists (select 1 from "sessions" where "sessions"."id" = "bookings"."sessionId"
    and "sessions"."startTime" < ${named('endTime')} and "sessions"."endTime" > ${named('startTime')})`,
  );

/** Bookings of a client whose sessions overlap another one; nothing lasts longer than a day. */
const overlapping = () =>
  and(
    eq(bookings.clientId, named('clientId')),
    gt(bookings.startTime, named('floor')),
    lt(bookings.startTime, named('endTime')),
    overlapsActualTime(),
  );

const waitingAtThatTime = query<CurrentBooking>(() =>
  selectBookings(waiting(), overlapping()).orderBy(asc(bookings.id)),
);

const waitingInMovedSessions = query<CurrentBooking>(() =>
  selectBookings(sql`${bookings.id} in (${inMovedSessions})`, waiting(), overlapsActualTime()).orderBy(
    asc(bookings.id),
  ),
);

/** The client's places on the waitlists of other sessions at the same time. */
export const overlappingWaits = (
  read: Read,
  clientId: string,
  { id, startTime, endTime }: BookableSession,
): CurrentBooking[] => {
  const floor = isoInstant(Date.parse(startTime) - DAY_MS);
  const found = waitingAtThatTime.all(read, { clientId, sessionId: id, startTime, endTime, floor });
  const ids = new Set(found.map((row) => row.id));
  // Their bookings may still have the time at which the session no longer takes place.
  const moved = waitingInMovedSessions.all(read, { clientId, sessionId: id, startTime, endTime });
  return [...found, ...moved.filter((row) => !ids.has(row.id))];
};

/** A session and when it takes place. */
type SessionTime = Pick<SessionRow, 'id' | 'startTime' | 'endTime'>;

const confirmedTimes = query<SessionTime>(() =>
  select
    .select({ id: sessions.id, startTime: sessions.startTime, endTime: sessions.endTime })
    .from(bookings)
    .crossJoin(sessions)
    .where(
      and(
        confirmed(),
        eq(bookings.clientId, named('clientId')),
        gt(bookings.startTime, named('floor')),
        lt(bookings.startTime, named('endTime')),
        eq(sessions.id, bookings.sessionId),
      ),
    ),
);

const confirmedInMovedSessions = query<SessionTime>(() =>
  select
    .select({ id: sessions.id, startTime: sessions.startTime, endTime: sessions.endTime })
    .from(bookings)
    .crossJoin(sessions)
    .where(and(sql`${bookings.id} in (${inMovedSessions})`, confirmed(), eq(sessions.id, bookings.sessionId))),
);

/**
 * The other session that a client has booked at the same time, if any: in one query for all of `among`.
 * @param leaving a session whose booking is given up.
 */
export const overlapFinder = (
  read: Read,
  clientId: string,
  among: readonly SessionTime[],
  leaving?: string,
): ((session: SessionTime) => SessionTime | undefined) => {
  const [first] = among.map(({ startTime }) => startTime).sort();
  const endTime = among
    .map((session) => session.endTime)
    .sort()
    .at(-1);
  if (first === undefined || endTime === undefined) return () => undefined;
  const floor = isoInstant(Date.parse(first) - DAY_MS);
  const booked = [
    ...confirmedTimes.all(read, { clientId, floor, endTime }),
    // Their bookings may still have the time at which the session no longer takes place.
    ...confirmedInMovedSessions.all(read, { clientId }),
  ];
  return (session) =>
    booked.find(
      (other) =>
        other.id !== session.id &&
        other.id !== leaving &&
        other.startTime < session.endTime &&
        other.endTime > session.startTime,
    );
};

/** Whether a client has a confirmed booking of another session at the same time. */
export const overlapChecker = (
  read: Read,
  clientId: string,
  among: readonly SessionTime[],
  leaving?: string,
): ((session: SessionTime) => boolean) => {
  const find = overlapFinder(read, clientId, among, leaving);
  return (session) => find(session) !== undefined;
};

export const hasOverlap = (read: Read, clientId: string, session: BookableSession, leaving?: string): boolean =>
  overlapChecker(read, clientId, [session], leaving)(session);

const UPCOMING = `select
  (select count(*) from "bookings" where "clientId" = ?1 and "status" = 'confirmed' and "startTime" > ?2)
  + (select count(*) from "bookings" where "clientId" = ?1 and "status" = 'waitlisted' and "startTime" > ?2) as "upcoming"`;

export const countUpcoming = (read: Read, clientId: string): number =>
  read.db.query<{ upcoming: number }, string[]>(UPCOMING).get(clientId, read.now)?.upcoming ?? 0;

const expiredIn = query<CurrentBooking>(() =>
  selectBookings('sessionId', waiting(), sql`+${offered()}`, sql`+${lte(bookings.offerExpiresAt, NOW)}`)
    .orderBy(asc(bookings.joinedAt), asc(bookings.id))
    .limit(named('limit')),
);

/** The offers of a session that have expired and still hold their seats, the first in line first. */
export const expiredOffers = (read: Read, sessionId: string, limit: number): CurrentBooking[] =>
  expiredIn.all(read, { sessionId, limit });

// The index is named since SQLite would read all who wait anywhere.
const EXPIRED_COUNT = `select count(*) "count" from "bookings" indexed by "bookingsWaiting"
  where "sessionId" = ?1 and "status" = 'waitlisted' and +"holdsSeat" = 1 and +"offerExpiresAt" <= ?2`;

export const expiredOfferCount = (read: Read, sessionId: string): number =>
  read.db.query<{ count: number }, [string, string]>(EXPIRED_COUNT).get(sessionId, read.now)?.count ?? 0;

const openIn = () =>
  and(
    eq(bookings.sessionId, named('sessionId')),
    waiting(),
    sql`+${offered()}`,
    sql`+${gt(bookings.offerExpiresAt, NOW)}`,
  );

const lastOpen = query<CurrentBooking>(() =>
  selectBookings(openIn()).orderBy(desc(bookings.joinedAt), desc(bookings.id)).limit(named('limit')),
);

export const lastOpenOffers = (read: Read, sessionId: string, limit: number): CurrentBooking[] =>
  lastOpen.all(read, { sessionId, limit });

const openAfter = query<{ count: number }>(() =>
  selectFrom(bookings, { count: sql<number>`count(*)`.as('count') }, openIn(), isAfterPlace()),
);

export const openOffersAfter = (read: Read, { sessionId, joinedAt, id }: BookingRow): number =>
  openAfter.get(read, { sessionId, joinedAt, id })?.count ?? 0;

const expiredAnywhere = query<{ sessionId: string }>(() =>
  selectColumns(bookings, ['sessionId'], offered(), lte(bookings.offerExpiresAt, NOW))
    .orderBy(asc(bookings.offerExpiresAt))
    .limit(named('limit')),
);

/** The sessions of expired offers, the earliest expired first. */
export const sessionsWithExpiredOffers = (read: Read, limit: number): string[] => [
  ...new Set(expiredAnywhere.all(read, { limit }).map(({ sessionId }) => sessionId)),
];

const EARLIEST = `select min("at") as "at" from (
  select min("offerExpiresAt") as "at" from "bookings" where "holdsSeat" = 1
  union all select (select "startTime" from "bookings" where "status" = 'waitlisted'
    and "sessionId" not in (select "id" from "unfinishedChanges" where "kind" = 'move') order by "startTime" limit 1))`;

/** An instant; undefined while no one waits. A moved session counts once its bookings have the new time. */
export const nextWaitlistChange = (read: Read): string | undefined =>
  read.db.query<{ at: string | null }, []>(EARLIEST).get()?.at ?? undefined;

const leftWaiting = query<CurrentBooking>(() =>
  selectBookings(waiting(), lte(bookings.startTime, NOW), sql`${ownStartTime} <= ${NOW}`)
    .orderBy(sql`"bookings"."startTime"`)
    .limit(named('limit')),
);

export const waitingAfterStart = (read: Read, limit: number): CurrentBooking[] => leftWaiting.all(read, { limit });

const UNNOTIFIED = `select 1 from "bookings" where "sessionId" = ? and "status" = 'waitlisted'
  and "lastSkipReason" is not 'inside_cutoff' limit 1`;

/** Whether someone waits who does not know that since the cut-off a free seat is anyone's. */
export const hasUnnotified = (read: Read, sessionId: string): boolean =>
  read.db.query<unknown, [string]>(UNNOTIFIED).get(sessionId) !== null;

/** Sessions that one turn of the event loop looks at. */
const PAGE = 50;

// The conditions as the partial index has them.
const WITH_FREE_SEATS = `select "id", "startTime" from "sessions"
  where "waitlistedCount" > 0 and "cancelledAt" is null
    and ${HAS_FREE_SEAT}
    and ("startTime", "id") > (?, ?)
  order by "startTime", "id" limit ${PAGE}`;

/** Up to fifty upcoming sessions after another one with both a free seat and a waitlist. */
export const waitlistsWithFreeSeats = (
  read: Read,
  { startTime, id }: Pick<SessionRow, 'startTime' | 'id'> = { startTime: read.now, id: '' },
): Pick<SessionRow, 'startTime' | 'id'>[] =>
  read.db.query<Pick<SessionRow, 'startTime' | 'id'>, [string, string]>(WITH_FREE_SEATS).all(startTime, id);

// Written out, since drizzle leaves the table off a column's name and both are bookings.
const positions = query<{ id: string; position: number }>(() =>
  selectFrom(
    bookings,
    {
      id: bookings.id,
      position: sql`(select count(*) from "bookings" as "waiting" where "waiting"."sessionId" = "bookings"."sessionId"
        and "waiting"."status" = 'waitlisted'
        and ("waiting"."joinedAt", "waiting"."id") <= ("bookings"."joinedAt", "bookings"."id"))`.as('position'),
    },
    sql`${bookings.id} in (select value from json_each(${named('ids')}))`,
  ),
);

/** The waitlist positions, from 1, of the waiting bookings among `rows`; one query that reads only the waitlist's index. */
export const waitlistPositions = (
  read: Read,
  rows: readonly Pick<BookingRow, 'id' | 'status'>[],
): ReadonlyMap<string, number> => {
  const ids = rows.filter(({ status }) => status === 'waitlisted').map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const found = positions.all(read, { ids: JSON.stringify(ids) });
  return new Map(found.map(({ id, position }) => [id, position]));
};
