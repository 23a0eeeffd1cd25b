import { Type } from '@sinclair/typebox';
import { sql } from 'drizzle-orm';
import type { Read } from '../../database/database.ts';
import { isoInstant } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { laterOf } from '../../kernel/local-time.ts';
import { count, described, id, instant, type Static, shape, WEEKDAYS, weekday } from '../../kernel/schemas.ts';
import { inList, named, query } from '../../records/query.ts';
import { memberEligibility } from '../bookings/member/eligibility.ts';
import { memberInstructorsByIds } from '../instructors/view.ts';
import { recordsOf, type SessionRecord } from '../sessions/queries.ts';
import { Session } from '../sessions/record.ts';
import { MemberSession } from '../sessions/shapes.ts';
import { memberSessionViews } from '../sessions/view.ts';

/** How many of the newest bookings show what a member usually books. */
const LAST_BOOKINGS = 200;
const DAYS_AHEAD = 14;
const MOST = 10;
/** More classes of these names than a site has in two weeks. */
const MOST_COMING = 1000;

/** What a member takes on a weekday, and when it is next. */
const MemberRegular = shape('MemberRegular', () => ({
  weekday: described(weekday(), 'The day of the week on which the member took it, local to the site.'),
  timesTaken: described(
    count(),
    'The number of times the member attended it on that day, within the last 200 bookings.',
  ),
  lastTakenAt: described(instant(), 'Time at which the last of them started.'),
  session: MemberSession,
}));

export const MemberRegulars = shape('MemberRegulars', () => ({
  object: Type.Literal('member_regulars'),
  siteId: described(id(), 'The site.'),
  regulars: Type.Array(MemberRegular, { maxItems: MOST }),
}));

type Regular = Static<typeof MemberRegular>;
export type MemberRegularsResponse = Static<typeof MemberRegulars>;

interface Taken extends Pick<SessionRecord, 'name' | 'startTime' | 'localDate'> {}

const { table: sessions } = Session;

/** Of the newest bookings of a client, the classes of a site that were attended. */
const TAKEN = `select "name", "sessions"."startTime", "localDate" from
  (select "sessionId", "status" from "bookings" where "clientId" = ? order by "id" desc limit ${LAST_BOOKINGS}) "newest"
  cross join "sessions" on "sessions"."id" = "newest"."sessionId"
  where "newest"."status" = 'attended' and "siteId" = ?`;

const coming = query<SessionRecord>(() =>
  recordsOf(
    sql`${sessions.siteId} = ${named('siteId')} and ${sessions.startTime} > ${named('after')}
      and ${sessions.startTime} <= ${named('until')} and ${sessions.cancelledAt} is null and ${sessions.isPrivate} = 0`,
    inList(sessions.name, 'names'),
  )
    .orderBy(sessions.startTime)
    .limit(MOST_COMING),
);

const weekdayOf = ({ localDate }: Pick<SessionRecord, 'localDate'>): Regular['weekday'] =>
  WEEKDAYS[(new Date(Date.parse(localDate)).getUTCDay() + 6) % 7] ?? 'MO';

interface Habit extends Omit<Regular, 'session'> {
  readonly name: string;
}

/** What was taken most comes first, then what was taken last. */
const habitsOf = (taken: readonly Taken[]): Habit[] => {
  const found = new Map<string, Habit>();
  for (const each of taken) {
    const [day, { name }] = [weekdayOf(each), each];
    const { timesTaken = 0, lastTakenAt = '' } = found.get(day + name) ?? {};
    const last = laterOf(each.startTime, lastTakenAt);
    found.set(day + name, { name, weekday: day, timesTaken: timesTaken + 1, lastTakenAt: last });
  }
  return [...found.values()].sort(
    (one, other) => other.timesTaken - one.timesTaken || (one.lastTakenAt < other.lastTakenAt ? 1 : -1),
  );
};

/** The next session of each habit; on another day of the week for a class that is on no day on which it was taken. */
const nextOf = (habits: readonly Habit[], rows: readonly SessionRecord[]): Map<Habit, SessionRecord> => {
  const next = new Map<Habit, SessionRecord>();
  const names = new Set<string>();
  for (const habit of habits) {
    const row = rows.find((each) => each.name === habit.name && weekdayOf(each) === habit.weekday);
    if (row === undefined) continue;
    next.set(habit, row);
    names.add(habit.name);
  }
  for (const habit of habits) {
    const row = names.has(habit.name) ? undefined : rows.find(({ name }) => name === habit.name);
    if (row === undefined) continue;
    next.set(habit, row);
    names.add(habit.name);
  }
  return next;
};

/** The classes that a member took most at a site, each with its next session. Two seeks, however many there are. */
export const regularsOf = (
  read: Read,
  { clientId, siteId }: { readonly clientId: string; readonly siteId: string },
): MemberRegularsResponse => {
  const taken = read.db.query<Taken, [string, string]>(TAKEN).all(clientId, siteId);
  const habits = habitsOf(taken);
  if (habits.length === 0) return { object: 'member_regulars', siteId, regulars: [] };
  const names = JSON.stringify([...new Set(habits.map(({ name }) => name))]);
  const until = isoInstant(read.nowMs + DAYS_AHEAD * DAY_MS);
  const next = nextOf(habits, coming.all(read, { siteId, after: read.now, until, names }));
  const shown = habits.flatMap((habit) => {
    const row = next.get(habit);
    return row === undefined ? [] : [{ habit, row }];
  });
  const rows = shown.slice(0, MOST).map(({ row }) => row);
  const viewOf = memberSessionViews(read, memberEligibility(read, clientId, rows));
  const instructors = memberInstructorsByIds(
    read,
    rows.flatMap(({ instructorId }) => instructorId ?? []),
  );
  const regulars = shown.slice(0, MOST).map(({ habit: { name: _name, ...habit }, row }) => ({
    ...habit,
    session: { ...viewOf(row), instructor: instructors.get(row.instructorId ?? '') ?? null },
  }));
  return { object: 'member_regulars', siteId, regulars };
};
