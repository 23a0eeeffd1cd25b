import { and, asc, eq, getTableColumns, gte, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Read } from '../../database/database.ts';
import { isoInstant } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { pagesOf } from '../../records/pages.ts';
import { byColumn, inList, NOW, named, query, select, selectColumns } from '../../records/query.ts';
import { Booking } from '../bookings/record.ts';
import { Session, type SessionRow } from './record.ts';

const { table: sessions } = Session;

/** A session's row with the text of its schedule's `bookingPolicyOverrides`. */
export interface SessionRecord extends SessionRow {
  readonly overrides: string | null;
}

/** What the records of sessions have besides their row. */
const scheduleColumns = {
  overrides: sql`(select bookingPolicyOverrides from schedules where schedules.id = sessions.scheduleId)`.as(
    'overrides',
  ),
};

const records = () => select.select({ ...getTableColumns(sessions), ...scheduleColumns }).from(sessions);

/** Selects sessions as records. */
export const recordsOf = (...conditions: SQL[]) => records().where(and(...conditions));

const byId = query<SessionRecord>(() => records().where(eq(sessions.id, named('id'))));
const byIds = query<SessionRecord>(() => records().where(inList(sessions.id, 'ids')));

/** Whether a session has started. One that is completed stays so, also when the clock is set back. */
export const hasStarted = ({ startTime, completedAt }: Pick<SessionRow, 'startTime' | 'completedAt'>, now: string) =>
  completedAt !== null || now >= startTime;

export const sessionById = (read: Read, id: string): SessionRecord | undefined => byId.get(read, { id });

export const sessionsById = (read: Read, ids: readonly string[]): SessionRecord[] =>
  byIds.all(read, { ids: JSON.stringify(ids) });

/** @throws Problem 404 when there is no such session or the caller may not see it. */
export const findSession = Session.finder(sessionById);

const live = () => isNull(sessions.cancelledAt);
const notCompleted = () => isNull(sessions.completedAt);

/**
 * Pages of the sessions of a site by their start, as members and strangers ask for them.
 * @param visible which of them someone sees, by the name of the value that this depends on.
 */
export const sitePagesOf = (visible: () => Readonly<Record<string, SQL>>) =>
  pagesOf<SessionRecord>(sessions, () => ({
    sites: null,
    orderBy: sessions.startTime,
    direction: 'ascending',
    extraColumns: scheduleColumns,
    collection: 'siteId',
    filters: {
      siteId: eq(sessions.siteId, named('siteId')),
      notBefore: gte(sessions.startTime, named('notBefore')),
      notAfter: lte(sessions.startTime, named('notAfter')),
      // The plus keeps the index of the site.
      instructorId: sql`+${eq(sessions.instructorId, named('instructorId'))}`,
      category: eq(sessions.category, named('category')),
      ...visible(),
    },
  }));

export const sessionPage = pagesOf<SessionRecord>(sessions, () => ({
  orderBy: sessions.startTime,
  direction: 'ascending',
  extraColumns: scheduleColumns,
  indexed: {
    roomName: sql`(${sessions.roomName} = ${named('roomName')} collate nocase and ${sessions.roomName} is not null)`,
    ...byColumn(sessions, 'instructorId', 'siteId'),
    cancelled: sql`${isNotNull(sessions.cancelledAt)} and ${named('cancelled')} is not null`,
  },
  indexedBySite: ['roomName'],
  filters: {
    notBefore: gte(sessions.startTime, named('notBefore')),
    notAfter: lte(sessions.startTime, named('notAfter')),
    // The value of each of these statuses is an instant to compare the start with.
    scheduled: sql`${live()} and ${notCompleted()} and ${sessions.startTime} > ${named('scheduled')}`,
    inProgress: sql`${live()} and ${notCompleted()} and ${sessions.startTime} >= ${named('inProgress')} and ${sessions.startTime} <= ${NOW} and ${sessions.endTime} > ${NOW}`,
    completed: sql`${live()} and ${sessions.startTime} <= ${named('completed')} and (${sessions.endTime} <= ${NOW} or ${isNotNull(sessions.completedAt)})`,
  },
  sites: Session.sites,
}));

/** All sessions in the order of their ids, which a change of their times leaves as it is. */
export const sessionFilePage = pagesOf<SessionRecord>(sessions, () => ({
  direction: 'descending',
  extraColumns: scheduleColumns,
  filters: {},
  sites: Session.sites && { within: Session.sites.within },
}));

const ended = query<SessionRecord>(() =>
  records()
    .where(and(notCompleted(), live(), lte(sessions.endTime, NOW)))
    .orderBy(asc(sessions.endTime))
    .limit(named('limit')),
);

/** Sessions that ended and are not completed yet, the earliest end first. */
export const endedSessions = (read: Read, limit: number): SessionRecord[] => ended.all(read, { limit });

const isLed = () => sql`(${sessions.instructorId} = ${named('staffId')} or exists (
  select 1 from json_each(${sessions.additionalInstructorIds}) where value = ${named('staffId')}))`;
/** How many days back an instructor can read the rosters of sessions (rules.md "Roles"). */
const ROSTER_MS = 7 * DAY_MS;
const since = named('since');
const rosterSince = (read: Read): string => isoInstant(read.nowMs - ROSTER_MS);

const led = query<{ id: string }>(() => selectColumns(sessions, ['id'], 'id', gte(sessions.startTime, since), isLed()));
const { table: bookings } = Booking;
const ledBookings = query<{ id: string }>(() =>
  select
    .select({ id: bookings.id })
    .from(bookings)
    .innerJoin(sessions, eq(sessions.id, bookings.sessionId))
    .where(and(inList(bookings.id, 'ids'), gte(sessions.startTime, since), isLed())),
);
// The sessions of an instructor are fewer than the bookings that clients have gathered.
const onRosters = query<{ clientId: string }>(() =>
  select
    .selectDistinct({ clientId: bookings.clientId })
    .from(sessions)
    .crossJoin(bookings)
    .where(
      and(
        gte(sessions.startTime, since),
        isLed(),
        eq(bookings.sessionId, sessions.id),
        sql`${bookings.status} <> 'cancelled'`,
        inList(bookings.clientId, 'ids'),
      ),
    ),
);

/** Whether a staff member is an instructor of a session and reads its roster. */
export const leadsRoster = (read: Read, staffId: string, id: string): boolean =>
  led.get(read, { id, staffId, since: rosterSince(read) }) !== undefined;

/** Whether a staff member is an instructor of the session of a booking. */
export const leadsBooking = (read: Read, staffId: string, id: string): boolean =>
  ledBookings.get(read, { ids: JSON.stringify([id]), staffId, since: '' }) !== undefined;

/** Which of some bookings are on the rosters that a staff member reads. */
export const bookingsOnRosters = (read: Read, staffId: string, ids: readonly string[]): ReadonlySet<string> => {
  const rows = ledBookings.all(read, { ids: JSON.stringify(ids), staffId, since: rosterSince(read) });
  return new Set(rows.map(({ id }) => id));
};

/** Which of some clients have a booking on the rosters that a staff member reads. */
export const clientsOnRosters = (read: Read, staffId: string, ids: readonly string[]): ReadonlySet<string> => {
  const rows = onRosters.all(read, { ids: JSON.stringify(ids), staffId, since: rosterSince(read) });
  return new Set(rows.map(({ clientId }) => clientId));
};
