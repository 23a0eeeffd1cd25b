import { and, asc, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Read, Tx } from '../../database/database.ts';
import { pagesOf } from '../../database/pages.ts';
import { inList, named, query, select, tableRows } from '../../database/query.ts';
import { bookings } from '../../database/tables/bookings.ts';
import { checkins } from '../../database/tables/checkins.ts';
import { type ScheduleRow, schedules } from '../../database/tables/schedules.ts';
import { type SessionRow, sessions } from '../../database/tables/sessions.ts';

export const scheduleRows = tableRows(schedules);

/** The sessions that schedules make. */
export const slotRows = tableRows(sessions);

export const schedulePage = pagesOf<ScheduleRow>(schedules, {
  direction: 'descending',
  filters: {
    reachable: inList(schedules.siteId, 'reachable'),
    live: isNull(schedules.archivedAt),
    siteId: eq(schedules.siteId, named('siteId')),
    instructorId: eq(schedules.instructorId, named('instructorId')),
    status: eq(schedules.status, named('status')),
    externalId: eq(schedules.externalId, named('externalId')),
  },
});

const active = query<{ id: string }>(
  select
    .select({ id: schedules.id })
    .from(schedules)
    .where(and(eq(schedules.status, 'active'), gt(schedules.id, named('after'))))
    .orderBy(asc(schedules.id))
    .limit(100),
);

/** Up to a hundred active schedules with ids after `after`, by id. */
export const activeAfter = (read: Read, after: string): string[] => active.all(read, { after }).map(({ id }) => id);

const toFollow = query<{ id: string }>(
  select
    .select({ id: schedules.id })
    .from(schedules)
    .where(and(isNotNull(schedules.siteBefore), gt(schedules.id, named('after'))))
    .orderBy(asc(schedules.id))
    .limit(100),
);

/** Up to a hundred schedules, with ids after `after`, whose sessions have yet to follow a change of their site. */
export const behindSite = (read: Read, after: string): string[] => toFollow.all(read, { after }).map(({ id }) => id);

/** Notes for all schedules of a site, except archived ones, what it was; an earlier note that still stands stays. */
export const noteBefore = (tx: Tx, siteId: string, before: string): void => {
  const statement = `update "schedules" set "siteBefore" = ? where "siteId" = ? and "siteBefore" is null
    and "archivedAt" is null`;
  tx.db.query(statement).run(before, siteId);
};

const ofSlots = query<SessionRow>(
  select
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.scheduleId, named('scheduleId')),
        sql`${sessions.occurrenceKey} >= ${named('from')}`,
        sql`${sessions.occurrenceKey} < ${named('before')}`,
      ),
    )
    .orderBy(asc(sessions.occurrenceKey)),
);

/** The sessions of the slots from the local date `from` to `to`, both included, cancelled ones too. */
export const sessionsOfSlots = (read: Read, scheduleId: string, from: string, to: string): SessionRow[] =>
  // ':' follows every digit, so that the bound stands after the last minute of its day.
  ofSlots.all(read, { scheduleId, from, before: `${to}T:` });

const anyBooking = query<{ id: string }>(
  select
    .select({ id: bookings.id })
    .from(bookings)
    .where(eq(bookings.sessionId, named('sessionId')))
    .limit(1),
);

const anyCheckin = query<{ id: string }>(
  select
    .select({ id: checkins.id })
    .from(checkins)
    .where(eq(checkins.sessionId, named('sessionId')))
    .limit(1),
);

/** Whether anyone ever booked the session or came to it; its record then has to stay. */
export const hasHistory = (read: Read, sessionId: string): boolean =>
  anyBooking.get(read, { sessionId }) !== undefined || anyCheckin.get(read, { sessionId }) !== undefined;

export const removeSession = (tx: Tx, id: string): void => {
  tx.db.query('delete from sessions where id = ?').run(id);
};

/** A session that claims an instructor at a given time. */
export interface Claim {
  readonly id: string;
  readonly name: string;
  readonly startTime: string;
}

// Nothing lasts longer than a day: `floor` is a day before the start, and makes the look-up a short range.
const during = and(
  gt(sessions.startTime, named('floor')),
  lt(sessions.startTime, named('endTime')),
  gt(sessions.endTime, named('startTime')),
  isNull(sessions.cancelledAt),
  sql`${sessions.scheduleId} is not ${named('scheduleId')}`,
  sql`${sessions.id} <> ${named('sessionId')}`,
);
const claim = { id: sessions.id, name: sessions.name, startTime: sessions.startTime };
const claimsAsFirst = query<Claim>(
  select
    .select(claim)
    .from(sessions)
    .where(and(eq(sessions.instructorId, named('instructorId')), during))
    .limit(1),
);
const claimsAsFurther = query<Claim>(
  select
    .select(claim)
    .from(sessions)
    .where(
      and(
        isNotNull(sessions.additionalInstructorIds),
        during,
        sql`${named('instructorId')} in (select value from json_each(${sessions.additionalInstructorIds}))`,
      ),
    )
    .limit(1),
);

/** What is sought; sessions of `scheduleId` and the session `sessionId` are left out, '' leaves out none. */
interface Sought {
  readonly instructorId: string;
  readonly scheduleId: string;
  readonly sessionId: string;
  readonly floor: string;
  readonly startTime: string;
  readonly endTime: string;
}

/** Another session that needs the instructor between two instants. */
export const otherClaim = (read: Read, sought: Sought & Record<string, string>): Claim | undefined =>
  claimsAsFirst.get(read, sought) ?? claimsAsFurther.get(read, sought);

/** What a schedule has ahead. */
export interface Ahead {
  readonly id: string;
  readonly nextSessionAt: string | null;
  readonly sessionCount: number;
}

// Written out, since drizzle leaves the table off a column's name and both tables have an `id`.
const live = sql`from sessions where sessions.scheduleId = schedules.id and sessions.cancelledAt is null`;
const aheadOf = query<Ahead>(
  select
    .select({
      id: schedules.id,
      nextSessionAt: sql`(select min(sessions.startTime) ${live} and sessions.startTime >= ${named('now')})`.as(
        'nextSessionAt',
      ),
      sessionCount: sql`(select count(*) ${live})`.as('sessionCount'),
    })
    .from(schedules)
    .where(inList(schedules.id, 'ids')),
);

/** The next session and the number of sessions that are not cancelled, for a page of schedules in one query. */
export const ahead = (read: Read, ids: readonly string[]): Map<string, Ahead> =>
  new Map(aheadOf.all(read, { ids: JSON.stringify(ids), now: read.now }).map((row) => [row.id, row]));
