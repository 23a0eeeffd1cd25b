import { and, asc, eq, gt, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Read } from '../../database/database.ts';
import { pagesOf } from '../../records/pages.ts';
import { byColumn, inList, NOW, named, query, selectColumns, selectFrom, selectRows } from '../../records/query.ts';
import { Booking } from '../bookings/record.ts';
import { Checkin } from '../checkins/record.ts';
import { Session, type SessionRow } from '../sessions/record.ts';
import { Schedule, type ScheduleRow } from './record.ts';

const { table: schedules } = Schedule;
const { table: sessions } = Session;

export const schedulePage = pagesOf<ScheduleRow>(schedules, () => ({
  direction: 'descending',
  indexed: byColumn(schedules, 'externalId', 'instructorId', 'siteId', 'status'),
  filters: { live: isNull(schedules.archivedAt) },
  sites: Schedule.sites,
}));

const idsAfter = (condition: () => SQL) =>
  query<{ id: string }>(() =>
    selectColumns(schedules, ['id'], condition(), gt(schedules.id, named('after')))
      .orderBy(asc(schedules.id))
      .limit(100),
  );
const active = idsAfter(() => eq(schedules.status, 'active'));
const behindSite = idsAfter(() => isNotNull(schedules.siteBefore));

export const activeSchedules = (read: Read, after: string): string[] => active.all(read, { after }).map(({ id }) => id);

/** The ids of up to a hundred schedules after `after` whose sessions do not follow a change of their site yet. */
export const schedulesBehindSite = (read: Read, after: string): string[] =>
  behindSite.all(read, { after }).map(({ id }) => id);

const ofSlots = query<SessionRow>(() =>
  selectRows(
    sessions,
    'scheduleId',
    sql`${sessions.occurrenceKey} >= ${named('from')}`,
    sql`${sessions.occurrenceKey} < ${named('before')}`,
  ).orderBy(asc(sessions.occurrenceKey)),
);

/** The sessions of the slots from the local date `from` to `to`, both included, canceled ones too. */
export const sessionsOfSlots = (read: Read, scheduleId: string, from: string, to: string): SessionRow[] =>
  // ':' sorts after every digit, so this limit is after the last minute of the day.
  ofSlots.all(read, { scheduleId, from, before: `${to}T:` });

const EARLIEST_SLOT_AHEAD = `select min(substr("occurrenceKey", 1, 10)) "date" from "sessions"
  where "scheduleId" = ? and "startTime" >= ? and "cancelledAt" is null`;

/** The first local date whose slot has a session that has not started; it may be past, where the session was moved. */
export const earliestSlotAhead = (read: Read, scheduleId: string): string | undefined =>
  read.db.query<{ date: string | null }, [string, string]>(EARLIEST_SLOT_AHEAD).get(scheduleId, read.now)?.date ??
  undefined;

const anyBooking = query<{ id: string }>(() => selectColumns(Booking.table, ['id'], 'sessionId').limit(1));

const anyCheckin = query<{ id: string }>(() => selectColumns(Checkin.table, ['id'], 'sessionId').limit(1));

/** Whether a session has bookings or check-ins, also canceled ones; then it is not deleted. */
export const hasHistory = (read: Read, sessionId: string): boolean =>
  anyBooking.get(read, { sessionId }) !== undefined || anyCheckin.get(read, { sessionId }) !== undefined;

export interface OverlappingSession {
  readonly id: string;
  readonly name: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly roomName: string | null;
  readonly siteId: string;
}

// No session lasts longer than a day: `earliest`, a day before the start, keeps the range short.
const during = () =>
  and(
    gt(sessions.startTime, named('earliest')),
    lt(sessions.startTime, named('endTime')),
    gt(sessions.endTime, named('startTime')),
    isNull(sessions.cancelledAt),
    sql`${sessions.scheduleId} is not ${named('scheduleId')}`,
    sql`${sessions.id} <> ${named('sessionId')}`,
  );
const columns = () => ({
  id: sessions.id,
  name: sessions.name,
  startTime: sessions.startTime,
  endTime: sessions.endTime,
  roomName: sessions.roomName,
  siteId: sessions.siteId,
});
const byInstructor = query<OverlappingSession>(() =>
  selectFrom(sessions, columns(), 'instructorId', during()).limit(1),
);
const byAdditionalInstructor = query<OverlappingSession>(() =>
  selectFrom(
    sessions,
    columns(),
    isNotNull(sessions.additionalInstructorIds),
    during(),
    sql`${named('instructorId')} in (select value from json_each(${sessions.additionalInstructorIds}))`,
  ).limit(1),
);

/** The sessions of `scheduleId` and the session `sessionId` are left out; an empty id leaves out none. */
type OverlapQuery = Record<'instructorId' | 'scheduleId' | 'sessionId' | 'earliest' | 'startTime' | 'endTime', string>;

export const overlappingSession = (read: Read, overlap: OverlapQuery): OverlappingSession | undefined =>
  byInstructor.get(read, overlap) ?? byAdditionalInstructor.get(read, overlap);

const inRoom = query<OverlappingSession>(() =>
  selectFrom(
    sessions,
    columns(),
    'siteId',
    sql`${sessions.roomName} = ${named('roomName')} collate nocase and ${sessions.roomName} is not null`,
    during(),
  ).limit(1),
);

/** A session that is in the room of a site between `startTime` and `endTime`, with the same exceptions. */
export const sessionInRoom = (
  read: Read,
  overlap: Omit<OverlapQuery, 'instructorId'> & { readonly siteId: string; readonly roomName: string },
): OverlappingSession | undefined => inRoom.get(read, overlap);

// No session lasts longer than a day.
const takenTwice = (
  which: string,
): string => `select "own"."startTime", "own"."roomName", "other"."name" from "sessions" "own"
  join "sessions" "other" on "other"."siteId" = "own"."siteId" and "other"."roomName" = "own"."roomName" collate nocase
    and "other"."roomName" is not null and "other"."cancelledAt" is null and "other"."id" <> "own"."id"
    and ("other"."scheduleId" is null or "other"."scheduleId" is not "own"."scheduleId")
    and "other"."startTime" > strftime('%Y-%m-%dT%H:%M:%fZ', "own"."startTime", '-1 day')
    and "other"."startTime" < "own"."endTime" and "other"."endTime" > "own"."startTime"
  where "own".${which} = ? and "own"."endTime" > ? and "own"."roomName" is not null and "own"."cancelledAt" is null
  order by "own"."startTime" limit 1`;
const TAKEN_TWICE = { schedule: takenTwice('"scheduleId"'), session: takenTwice('"id"') };

/** A session that is in a room at the same time as another one. */
interface SharedRoom {
  readonly startTime: string;
  readonly roomName: string;
  readonly name: string;
}

/** The first session ahead, with or without a schedule, whose room another one needs too. */
export const firstSharedRoom = (read: Read, kind: keyof typeof TAKEN_TWICE, id: string): SharedRoom | undefined =>
  read.db.query<SharedRoom, [string, string]>(TAKEN_TWICE[kind]).get(id, read.now) ?? undefined;

interface Upcoming {
  readonly id: string;
  readonly nextSessionAt: string | null;
  readonly sessionCount: number;
}

// As text, since drizzle leaves out the table of a column and both tables have an `id`.
const live = sql`from sessions where sessions.scheduleId = schedules.id and sessions.cancelledAt is null`;
const upcoming = query<Upcoming>(() =>
  selectFrom(
    schedules,
    {
      id: schedules.id,
      nextSessionAt: sql`(select min(sessions.startTime) ${live} and sessions.startTime >= ${NOW})`.as('nextSessionAt'),
      sessionCount: sql`(select count(*) ${live})`.as('sessionCount'),
    },
    inList(schedules.id, 'ids'),
  ),
);

/** The next session and the number of sessions that are not canceled, of several schedules in one query. */
export const upcomingSessions = (read: Read, ids: readonly string[]): Map<string, Upcoming> =>
  new Map(upcoming.all(read, { ids: JSON.stringify(ids) }).map((row) => [row.id, row]));
