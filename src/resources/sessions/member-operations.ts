import type { AnyElysia } from 'elysia';
import type { Read } from '../../database/database.ts';
import { expand } from '../../http/expansions.ts';
import { operations, type RouteDeps, router } from '../../http/operations.ts';
import { listAnswer, pageRequest } from '../../http/paging.ts';
import { type MemberCaller, memberOf } from '../../kernel/caller.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { addDays, endOfDay, instantOf, isLocalDate, wallClock } from '../../kernel/local-time.ts';
import { invalidParam } from '../../kernel/problem.ts';
import type { Static } from '../../kernel/schemas.ts';
import { filteredInstructor } from '../schedules/schedules.ts';
import { siteRows } from '../sites/queries.ts';
import { type SessionRecord, timetablePage } from './queries.ts';
import { MemberSessionList, ScheduleQuery, type Standing } from './shapes.ts';
import { memberSessionExpansions, memberSessionViews } from './view.ts';

type Query = Static<typeof ScheduleQuery>;

const LIST_URL = '/public-api/v2/member/schedule';
const DAY = 86_400_000;
const MOST_DAYS = 31;
const DAYS_UNLESS_SAID = 7;

/** The last instant (epoch ms) of `days` days from `from`: by the hours or by the calendar, whichever is later. */
const daysOn = (from: number, days: number, timezone: string): number => {
  const { date, time } = wallClock(from, timezone);
  return Math.max(from + days * DAY, instantOf(addDays(date, days), time, timezone));
};

/**
 * The stretch of time that a query asks for, as instants. A day is a local day of the site, the last one included.
 * @throws Problem 400 when it is longer than 31 days or ends before it begins.
 */
const stretchOf = (read: Read, { from, to }: Query, timezone: string) => {
  const startOf = (text: string) => (isLocalDate(text) ? instantOf(text, '00:00', timezone) : epochOf(text));
  const endOf = (text: string) => (isLocalDate(text) ? endOfDay(text, timezone) : epochOf(text));
  const begin = from === undefined ? read.nowMs : startOf(from);
  const end = to === undefined ? daysOn(begin, DAYS_UNLESS_SAID, timezone) : endOf(to);
  if (end < begin) throw invalidParam('to', "'to' is before 'from'. Send a later one.");
  if (end > daysOn(begin, MOST_DAYS, timezone)) {
    throw invalidParam('to', `'to' is more than ${MOST_DAYS} days after 'from'. Send a shorter stretch.`);
  }
  return { notBefore: isoInstant(begin), notAfter: isoInstant(end) };
};

/** What each of some sessions means to a client, asked for all of them at once. Bookings fill it. */
type StandingOf = (read: Read, clientId: string, rows: readonly SessionRecord[]) => (row: SessionRecord) => Standing;

/** What the timetable needs besides what all routes do. */
export interface TimetableDeps extends RouteDeps {
  readonly standingOf: StandingOf;
}

const timetable = (read: Read, { clientId, siteId }: MemberCaller, query: Query, standingOf: StandingOf) => {
  const timezone = siteRows.find(read, siteId)?.timezone;
  if (timezone === undefined)
    throw new Error(`the gate let in a request for the site '${siteId}', which does not exist`);
  const page = timetablePage(read, pageRequest(query), {
    siteId,
    clientId,
    instructorId: filteredInstructor(read, query.instructor_id),
    category: query.category,
    ...stretchOf(read, query, timezone),
  });
  const answer = listAnswer(LIST_URL, page, memberSessionViews(read, standingOf(read, clientId, page.rows)));
  expand(read, answer.data, query['expand[]'], memberSessionExpansions);
  return answer;
};

/** The timetable of a site for its members. */
export const scheduleOfMemberRoutes = (deps: TimetableDeps): AnyElysia => {
  const { reads } = operations(deps, 'Member');
  return router('/schedule').get(
    '/',
    ...reads(
      {
        id: 'getMemberSchedule',
        summary: 'The sessions of the site, with what each means to the member',
        query: ScheduleQuery,
        answer: MemberSessionList,
        refusals: [400],
      },
      (read, { caller, query }) => timetable(read, memberOf(caller), query, deps.standingOf),
    ),
  );
};
