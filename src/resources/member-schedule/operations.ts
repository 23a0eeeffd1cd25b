import { Type } from '@sinclair/typebox';
import { sql } from 'drizzle-orm';
import { memberOnlyOperations } from '../../http/operations/declare.ts';
import { id, name, optional } from '../../kernel/schemas.ts';
import { named } from '../../records/query.ts';
import { memberEligibility } from '../bookings/member/eligibility.ts';
import { sitePagesOf } from '../sessions/queries.ts';
import { Session } from '../sessions/record.ts';
import { MemberSessionList } from '../sessions/shapes.ts';
import { memberSessionExpansions, memberSessionViews } from '../sessions/view.ts';
import { Site } from '../sites/record.ts';
import { timeRange } from './range.ts';
import { MemberRegulars, regularsOf } from './regulars.ts';

const { table: sessions } = Session;

/** What members see: a private session only when they have a booking in it. */
const memberSchedulePage = sitePagesOf(() => ({
  clientId: sql`(${sessions.isPrivate} = 0 or exists (select 1 from "bookings"
    where "bookings"."sessionId" = "sessions"."id" and "bookings"."clientId" = ${named('clientId')}
      and "bookings"."status" <> 'cancelled'))`,
}));

const dateOrInstant = (description: string) => optional(Type.String({ format: 'date-or-instant', description }));

export const memberScheduleOperations = memberOnlyOperations(({ list, read: retrieve }) => [
  list(
    'GET /public-api/v2/member/schedule',
    'getMemberSchedule',
    {
      summary: "List a site's sessions, each with what the member can do",
      description:
        'Returns the next 7 days, unless `from` and `to` say otherwise. Each session says whether the member can ' +
        'book it, and why not.',
      filters: {
        from: dateOrInstant('A local date at the site, or a timestamp. Defaults to now.'),
        to: dateOrInstant(
          'A local date at the site (inclusive), or a timestamp, at most 31 days after `from`. Defaults to 7 days ' +
            'after it.',
        ),
        instructor_id: optional(id()),
        category: optional(name()),
      },
      expands: () => memberSessionExpansions,
      response: MemberSessionList,
    },
    (read, { caller, query, page: request }) => {
      const { clientId, siteId } = caller;
      const { timezone } = Site.find(read, caller, siteId);
      const instructorId = query.instructor_id;
      const range = timeRange(read.nowMs, query, timezone);
      const page = memberSchedulePage(read, request, {
        siteId,
        clientId,
        instructorId,
        category: query.category,
        ...range,
      });
      return { page, view: memberSessionViews(read, memberEligibility(read, clientId, page.rows)) };
    },
  ),
  retrieve(
    'GET /public-api/v2/member/schedule/regulars',
    'getMemberRegulars',
    {
      summary: "List the member's regular classes and when each is next",
      description:
        'At the site of `X-Site-ID`, by name and day of the week, at most 10, most attended first. Classes without ' +
        'a session in the next 14 days are excluded.',
      response: MemberRegulars,
      isExtension: true,
    },
    (read, { caller }) => regularsOf(read, caller),
  ),
]);
