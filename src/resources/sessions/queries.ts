import { and, asc, eq, getTableColumns, gte, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { Read, Tx } from '../../database/database.ts';
import { pagesOf } from '../../database/pages.ts';
import { inList, named, query, select, tableRows } from '../../database/query.ts';
import { bookings } from '../../database/tables/bookings.ts';
import { type SessionRow, sessions } from '../../database/tables/sessions.ts';

/** A session's row with the text of its schedule's `bookingPolicyOverrides`. */
export interface SessionRecord extends SessionRow {
  readonly overrides: string | null;
}

const told = {
  overrides: sql`(select bookingPolicyOverrides from schedules where schedules.id = sessions.scheduleId)`.as(
    'overrides',
  ),
};

const records = () => select.select({ ...getTableColumns(sessions), ...told }).from(sessions);

const byId = query<SessionRecord>(records().where(eq(sessions.id, named('id'))));
const byIds = query<SessionRecord>(records().where(inList(sessions.id, 'ids')));

export const sessionById = (read: Read, id: string): SessionRecord | undefined => byId.get(read, { id });

export const sessionsById = (read: Read, ids: readonly string[]): SessionRecord[] =>
  byIds.all(read, { ids: JSON.stringify(ids) });

const live = isNull(sessions.cancelledAt);
const now = named('now');

export const sessionPage = pagesOf<SessionRecord>(sessions, {
  by: sessions.startTime,
  direction: 'ascending',
  also: told,
  filters: {
    // The plus keeps the order of the list: by the index of sites, all of their sessions would have to be sorted.
    reachable: sql`+${inList(sessions.siteId, 'reachable')}`,
    siteId: eq(sessions.siteId, named('siteId')),
    instructorId: eq(sessions.instructorId, named('instructorId')),
    notBefore: gte(sessions.startTime, named('notBefore')),
    notAfter: lte(sessions.startTime, named('notAfter')),
    // What a status means to the clock; each filter's value is the instant it compares the start with.
    scheduled: sql`${live} and ${sessions.startTime} > ${named('scheduled')}`,
    inProgress: sql`${live} and ${sessions.startTime} >= ${named('inProgress')} and ${sessions.startTime} <= ${now} and ${sessions.endTime} > ${now}`,
    completed: sql`${live} and ${sessions.startTime} <= ${named('completed')} and ${sessions.endTime} <= ${now}`,
    cancelled: sql`${isNotNull(sessions.cancelledAt)} and ${named('cancelled')} is not null`,
  },
});

/** Everything of a timetable that a member may know of: what is private is for those who are booked in it. */
const visible = sql`(${sessions.isPrivate} = 0 or exists (select 1 from "bookings"
  where "bookings"."sessionId" = "sessions"."id" and "bookings"."clientId" = ${named('clientId')}
    and "bookings"."status" <> 'cancelled'))`;

/** The timetable of a site as one member sees it. */
export const timetablePage = pagesOf<SessionRecord>(sessions, {
  by: sessions.startTime,
  direction: 'ascending',
  also: told,
  collection: 'siteId',
  filters: {
    siteId: eq(sessions.siteId, named('siteId')),
    notBefore: gte(sessions.startTime, named('notBefore')),
    notAfter: lte(sessions.startTime, named('notAfter')),
    // The plus keeps the site the way in.
    instructorId: sql`+${eq(sessions.instructorId, named('instructorId'))}`,
    category: eq(sessions.category, named('category')),
    clientId: visible,
  },
});

export const { insert: insertSession, update: updateColumns } = tableRows(sessions);

const ended = query<SessionRecord>(
  records()
    .where(and(isNull(sessions.completedAt), live, lte(sessions.endTime, now)))
    .orderBy(asc(sessions.endTime))
    .limit(named('limit')),
);

/** Sessions that took place and are not marked so yet, the earliest end first. */
export const endedSessions = (read: Read, limit: number): SessionRecord[] => ended.all(read, { now: read.now, limit });

/** Marks a session as completed, and when who stayed away becomes a no-show; null for never. */
export const setCompleted = (tx: Tx, id: string, noShowsDueAt: string | null): void =>
  updateColumns(tx, id, { completedAt: tx.now, noShowsDueAt });

const isLed = sql`(${sessions.instructorId} = ${named('staffId')} or exists (
  select 1 from json_each(${sessions.additionalInstructorIds}) where value = ${named('staffId')}))`;
const led = query<{ id: string }>(
  select
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, named('id')), isLed)),
);
const ledByBooking = query<{ id: string }>(
  select
    .select({ id: sessions.id })
    .from(bookings)
    .innerJoin(sessions, eq(sessions.id, bookings.sessionId))
    .where(and(eq(bookings.id, named('id')), isLed)),
);

/** Whether somebody leads a session, alone or with others. */
export const leadsSession = (read: Read, staffId: string, id: string): boolean =>
  led.get(read, { id, staffId }) !== undefined;

/** Whether somebody leads the session of a booking. */
export const leadsBooking = (read: Read, staffId: string, id: string): boolean =>
  ledByBooking.get(read, { id, staffId }) !== undefined;
