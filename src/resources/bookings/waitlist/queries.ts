import { and, asc, desc, eq, gt, isNull, lt, lte, ne, sql } from 'drizzle-orm';
import type { Read, Tx } from '../../../database/database.ts';
import { named, query, select } from '../../../database/query.ts';
import { type BookingRow, bookings } from '../../../database/tables/bookings.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { Session, type SessionRow } from '../../sessions/record.ts';
import { type BookingRecord, records, type Seats } from '../queries.ts';

const { table: sessions } = Session;

const DAY_MS = 86_400_000;

// The words of the partial indexes stand in the statements as they are, so that SQLite recognises them.
const waiting = sql`${bookings.status} = 'waitlisted'`;
const confirmed = sql`${bookings.status} = 'confirmed'`;
const offered = sql`${bookings.holdsSeat} = 1`;

/** The first place in the line of a session. */
export const FRONT = { joinedAt: '', id: '' } as const;

const next = query<BookingRecord>(
  records()
    .where(
      and(
        eq(bookings.sessionId, named('sessionId')),
        waiting,
        isNull(bookings.offeredAt),
        sql`(${bookings.joinedAt}, ${bookings.id}) > (${named('joinedAt')}, ${named('id')})`,
      ),
    )
    .orderBy(asc(bookings.joinedAt), asc(bookings.id))
    .limit(1),
);

/** The next in the line of a session after a place, of those to whom no offer was made: one seek. */
export const nextWaiting = (
  read: Read,
  sessionId: string,
  { joinedAt, id }: Pick<BookingRow, 'joinedAt' | 'id'>,
): BookingRecord | undefined => next.get(read, { sessionId, joinedAt, id });

const last = query<{ joinedAt: string }>(
  select
    .select({ joinedAt: sql<string>`${bookings.joinedAt}`.as('joinedAt') })
    .from(bookings)
    .where(and(eq(bookings.sessionId, named('sessionId')), waiting))
    .orderBy(desc(bookings.joinedAt), desc(bookings.id))
    .limit(1),
);

/** When the last in the line of a session joined it: one seek; undefined when nobody waits. */
export const lastJoined = (read: Read, sessionId: string): string | undefined =>
  last.get(read, { sessionId })?.joinedAt;

/** Bookings of a client whose sessions overlap another one; nothing lasts longer than a day. */
const overlapping = and(
  eq(bookings.clientId, named('clientId')),
  gt(bookings.startTime, named('floor')),
  lt(bookings.startTime, named('endTime')),
  ne(bookings.sessionId, named('sessionId')),
  sql`exists (select 1 from "sessions" where "sessions"."id" = "bookings"."sessionId"
    and "sessions"."endTime" > ${named('startTime')})`,
);

const around = (clientId: string, { id, startTime, endTime }: Seats) => ({
  clientId,
  sessionId: id,
  startTime,
  endTime,
  floor: isoInstant(Date.parse(startTime) - DAY_MS),
});

/** A session and when it takes place. */
export type Span = Pick<SessionRow, 'id' | 'startTime' | 'endTime'>;

const spans = query<Span>(
  select
    .select({ id: sessions.id, startTime: sessions.startTime, endTime: sessions.endTime })
    .from(bookings)
    .crossJoin(sessions)
    .where(
      and(
        confirmed,
        eq(bookings.clientId, named('clientId')),
        gt(bookings.startTime, named('floor')),
        lt(bookings.startTime, named('endTime')),
        eq(sessions.id, bookings.sessionId),
      ),
    ),
);

/**
 * Whether a client has a confirmed booking of another session at the same time as one of `asked`: one query for all
 * of them.
 */
export const elsewhereAmong = (read: Read, clientId: string, asked: readonly Span[]): ((session: Span) => boolean) => {
  if (asked.length === 0) return () => false;
  const starts = asked.map(({ startTime }) => startTime).sort();
  const endTime = asked
    .map((session) => session.endTime)
    .sort()
    .at(-1) as string;
  const floor = isoInstant(Date.parse(starts[0] as string) - DAY_MS);
  const booked = spans.all(read, { clientId, floor, endTime });
  return (session) =>
    booked.some(
      (other) => other.id !== session.id && other.startTime < session.endTime && other.endTime > session.startTime,
    );
};

/** Whether the client has a confirmed booking of another session at the same time. */
export const isElsewhere = (read: Read, clientId: string, seats: Seats): boolean =>
  elsewhereAmong(read, clientId, [seats])(seats);

const AHEAD = `select
  (select count(*) from "bookings" where "clientId" = ?1 and "status" = 'confirmed' and "startTime" > ?2)
  + (select count(*) from "bookings" where "clientId" = ?1 and "status" = 'waitlisted' and "startTime" > ?2) as "ahead"`;

/** How many seats and places in line a client has ahead. */
export const countAhead = (read: Read, clientId: string): number =>
  (read.db.query(AHEAD).get(clientId, read.now) as { ahead: number }).ahead;

const waitingAround = query<BookingRecord>(records().where(and(waiting, overlapping)).orderBy(asc(bookings.id)));

/** The client's places in the lines of other sessions at the same time. */
export const waitingElsewhere = (read: Read, clientId: string, seats: Seats): BookingRecord[] =>
  waitingAround.all(read, around(clientId, seats));

const lapsedIn = query<BookingRecord>(
  records()
    .where(
      and(
        eq(bookings.sessionId, named('sessionId')),
        waiting,
        sql`+${offered}`,
        sql`+${lte(bookings.offerExpiresAt, named('now'))}`,
      ),
    )
    .orderBy(asc(bookings.joinedAt), asc(bookings.id)),
);

/** The offers of a session that are over and still hold their seats. */
export const lapsedOffers = (read: Read, sessionId: string): BookingRecord[] =>
  lapsedIn.all(read, { sessionId, now: read.now });

const lapsedAnywhere = query<{ sessionId: string }>(
  select
    .select({ sessionId: bookings.sessionId })
    .from(bookings)
    .where(and(offered, lte(bookings.offerExpiresAt, named('now'))))
    .orderBy(asc(bookings.offerExpiresAt))
    .limit(named('limit')),
);

/** The sessions of offers that are over, the longest over first; one may come twice. */
export const sessionsWithLapsedOffers = (read: Read, limit: number): string[] =>
  lapsedAnywhere.all(read, { now: read.now, limit }).map(({ sessionId }) => sessionId);

const leftWaiting = query<BookingRecord>(
  records()
    .where(and(waiting, lte(bookings.startTime, named('now'))))
    .orderBy(asc(bookings.startTime))
    .limit(named('limit')),
);

/** Who still waits for sessions that have started. */
export const waitingAfterStart = (read: Read, limit: number): BookingRecord[] =>
  leftWaiting.all(read, { now: read.now, limit });

const openLines = query<{ id: string }>(
  select
    .selectDistinct({ id: sessions.id })
    .from(bookings)
    .crossJoin(sessions)
    .where(
      and(
        waiting,
        gt(bookings.startTime, named('now')),
        isNull(bookings.offeredAt),
        eq(sessions.id, bookings.sessionId),
        isNull(sessions.cancelledAt),
        sql`(${sessions.capacity} is null or ${sessions.capacity} >
          ${sessions.confirmedCount} + ${sessions.attendedCount} + ${sessions.noShowCount} + ${sessions.offersHeld})`,
      ),
    ),
);

/** The sessions ahead that have both a free seat and a line; seldom any, since freed seats are handed on at once. */
export const sessionsWithOpenLines = (read: Read): string[] =>
  openLines.all(read, { now: read.now }).map(({ id }) => id);

const dueSessions = query<{ id: string }>(
  select
    .select({ id: sessions.id })
    .from(sessions)
    .where(lte(sessions.noShowsDueAt, named('now')))
    .orderBy(asc(sessions.noShowsDueAt))
    .limit(named('limit')),
);

/** The sessions after which those who are still confirmed become no-shows by now. */
export const sessionsWithDueNoShows = (read: Read, limit: number): string[] =>
  dueSessions.all(read, { now: read.now, limit }).map(({ id }) => id);

/** Notes that nobody of a session will become a no-show by itself any more. */
export const clearDueNoShows = (tx: Tx, sessionId: string): void => {
  tx.db.query('update "sessions" set "noShowsDueAt" = null where "id" = ?').run(sessionId);
};

// Written out, since drizzle leaves the table off a column's name and both are bookings.
const places = query<{ id: string; position: number }>(
  select
    .select({
      id: bookings.id,
      position: sql`(select count(*) from "bookings" as "line" where "line"."sessionId" = "bookings"."sessionId"
        and "line"."status" = 'waitlisted'
        and ("line"."joinedAt", "line"."id") <= ("bookings"."joinedAt", "bookings"."id"))`.as('position'),
    })
    .from(bookings)
    .where(sql`${bookings.id} in (select value from json_each(${named('ids')}))`),
);

/** The places in line of some waiting bookings, from 1, in one query that reads nothing but the index of the lines. */
export const positionsOf = (read: Read, ids: readonly string[]): Map<string, number> => {
  if (ids.length === 0) return new Map();
  const rows = places.all(read, { ids: JSON.stringify(ids) });
  return new Map(rows.map(({ id, position }) => [id, position]));
};
