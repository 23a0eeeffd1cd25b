import { Type } from '@sinclair/typebox';
import type { Read } from '../../database/database.ts';
import type { PageRequest } from '../../database/pages.ts';
import { memberOperations } from '../../http/operations/declare.ts';
import type { MemberCaller } from '../../kernel/caller.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { addDays, endOfDay, instantOf, isLocalDate, wallClock } from '../../kernel/local-time.ts';
import { invalidParam } from '../../kernel/problem.ts';
import { id, name, optional, type Static, type TObject } from '../../kernel/schemas.ts';
import { standingOf } from '../bookings/member/eligibility.ts';
import { filteredInstructor } from '../schedules/schedules.ts';
import { timetablePage } from '../sessions/queries.ts';
import { MemberSessionList } from '../sessions/shapes.ts';
import { memberSessionExpansions, memberSessionViews } from '../sessions/view.ts';
import { Site } from '../sites/record.ts';

const dayOrInstant = (description: string) => optional(Type.String({ format: 'date-or-instant', description }));

const filters = {
  from: dayOrInstant('A local day of the site, or an instant; now when absent.'),
  to: dayOrInstant('The same, included, at most 31 days on; 7 days on when absent.'),
  instructor_id: optional(id()),
  category: optional(name()),
};

type Query = Static<TObject<typeof filters>>;

const DAY_MS = 86_400_000;
const MAX_DAYS = 31;
const DEFAULT_DAYS = 7;

/** The last instant (epoch ms) of `days` days from `from`: by the hours or by the calendar, whichever is later. */
const daysOn = (from: number, days: number, timezone: string): number => {
  const { date, time } = wallClock(from, timezone);
  return Math.max(from + days * DAY_MS, instantOf(addDays(date, days), time, timezone));
};

/**
 * The time range of a query, as instants. A day is a local day of the site; the last one is included.
 * @throws Problem 400 when it is longer than 31 days or ends before it begins.
 */
const rangeOf = (read: Read, { from, to }: Query, timezone: string) => {
  const startOf = (text: string) => (isLocalDate(text) ? instantOf(text, '00:00', timezone) : epochOf(text));
  const endOf = (text: string) => (isLocalDate(text) ? endOfDay(text, timezone) : epochOf(text));
  const begin = from === undefined ? read.nowMs : startOf(from);
  const end = to === undefined ? daysOn(begin, DEFAULT_DAYS, timezone) : endOf(to);
  if (end < begin) throw invalidParam('to', "'to' is before 'from'. Send a later one.");
  if (end > daysOn(begin, MAX_DAYS, timezone)) {
    throw invalidParam('to', `'to' is more than ${MAX_DAYS} days after 'from'. Send a shorter stretch.`);
  }
  return { notBefore: isoInstant(begin), notAfter: isoInstant(end) };
};

const pageOf = (read: Read, query: Query, { clientId, siteId }: MemberCaller, page: PageRequest) => {
  const timezone = Site.rows.find(read, siteId)?.timezone;
  if (timezone === undefined) throw new Error(`access control allowed the site '${siteId}', which does not exist`);
  return timetablePage(read, page, {
    siteId,
    clientId,
    instructorId: filteredInstructor(read, query.instructor_id),
    category: query.category,
    ...rangeOf(read, query, timezone),
  });
};

/** The timetable of a site for its members. */
export const memberScheduleOperations = memberOperations(({ list }) => [
  list(
    'GET /public-api/v2/member/schedule',
    'getMemberSchedule',
    {
      summary: 'The sessions of the site, with what each means to the member',
      filters,
      expands: () => memberSessionExpansions,
      answer: MemberSessionList,
    },
    (read, { caller, query, page }) => {
      const sessions = pageOf(read, query, caller, page);
      return { page: sessions, view: memberSessionViews(read, standingOf(read, caller.clientId, sessions.rows)) };
    },
  ),
]);
