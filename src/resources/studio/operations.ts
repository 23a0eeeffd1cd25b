import { Type } from '@sinclair/typebox';
import { publicOperations } from '../../http/operations/declare.ts';
import { described, id, name, optional } from '../../kernel/schemas.ts';
import { SESSIONS } from '../demo-ids.ts';
import { timeRange } from '../member-schedule/range.ts';
import { planPage } from '../plans/queries.ts';
import { publicPlanView } from './plans.ts';
import { PublicPlanList, PublicSession, PublicSessionList, Studio } from './shapes.ts';
import { publicSite, studioView } from './studio.ts';
import { publicSession, publicViews, timetablePage } from './timetable.ts';

const dateOrInstant = (description: string) => optional(Type.String({ format: 'date-or-instant', description }));
const siteId = optional(described(id(), "The site. Defaults to the brand's first site."));

/** How long a page may show what it has, in seconds. */
const CACHE_SECONDS = 30;
const shared = { limitedBy: 'address', cacheSeconds: CACHE_SECONDS } as const;

/** What strangers see of a studio (member-page.md "Public, without a credential"). */
export const studioOperations = publicOperations(
  {
    tag: 'Studio',
    about: 'What a page can show before anyone signs in. No credential is required.',
    readableFrom: 'everywhere',
  },
  ({ read, list }) => [
    read(
      'GET /public-api/v2/studio',
      'getStudio',
      {
        summary: "Retrieve the studio's name, theme, sites, and rules",
        description: 'No credential is required. A response can be up to 30 seconds old.',
        response: Studio,
        ...shared,
      },
      (read) => studioView(read),
    ),
    list(
      'GET /public-api/v2/timetable',
      'listTimetable',
      {
        summary: "List a site's public classes",
        description:
          'No credential is required. Returns the next 7 days, unless `from` and `to` say otherwise. Nothing ' +
          'reveals who has booked, or how many. Returns 404 if the studio does not show its schedule to visitors.',
        response: PublicSessionList,
        filters: {
          site_id: siteId,
          from: dateOrInstant('A local date at the site, or a timestamp. Defaults to now.'),
          to: dateOrInstant(
            'A local date at the site (inclusive), or a timestamp, at most 31 days after `from`. Defaults to 7 ' +
              'days after it.',
          ),
          instructor_id: optional(id()),
          category: optional(name()),
        },
        errors: [404],
        ...shared,
      },
      (read, { query, page: request }) => {
        const site = publicSite(read, query.site_id);
        const page = timetablePage(read, request, {
          siteId: site.id,
          instructorId: query.instructor_id,
          category: query.category,
          isPublic: 1,
          ...timeRange(read.nowMs, query, site.timezone),
        });
        return { page, view: publicViews(read, page.rows) };
      },
    ),
    read(
      'GET /public-api/v2/timetable/:sessionId',
      'getTimetableSession',
      {
        summary: 'Retrieve a public class',
        description: 'No credential is required. Canceled classes can be retrieved, too; private classes return 404.',
        response: PublicSession,
        errors: [404],
        example: { path: { sessionId: SESSIONS.offered } },
        ...shared,
      },
      (read, { id: sessionId }) => {
        const row = publicSession(read, sessionId);
        return publicViews(read, [row])(row);
      },
    ),
    list(
      'GET /public-api/v2/plans',
      'listPublicPlans',
      {
        summary: 'List the plans sold online',
        description:
          'No credential is required. Returns the newest first. Returns 404 if the studio does not show its ' +
          'schedule to visitors.',
        response: PublicPlanList,
        filters: { site_id: siteId },
        errors: [404],
        ...shared,
      },
      (read, { query, page: request }) => {
        const site = publicSite(read, query.site_id);
        return { page: planPage(read, request, { live: 1, online: 1, soldAt: site.id }), view: publicPlanView };
      },
    ),
  ],
  true,
);
