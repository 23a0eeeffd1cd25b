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
const siteId = optional(described(id(), 'The site; by default the first site of the brand.'));

/** A page may show what it has for so long, seconds. */
const CACHE_SECONDS = 30;
const shared = { limitedBy: 'address', cacheSeconds: CACHE_SECONDS } as const;

/** What strangers see of a studio (member-page.md "Public, without a credential"). */
export const studioOperations = publicOperations(
  {
    tag: 'Studio',
    about: 'What a page shows before anybody signs in. No credential is needed.',
    readableFrom: 'everywhere',
  },
  ({ read, list }) => [
    read(
      'GET /public-api/v2/studio',
      'getStudio',
      {
        summary: 'Retrieve the studio: its name, theme, sites and rules',
        description: 'Needs no credential. A response may be 30 seconds old.',
        response: Studio,
        ...shared,
      },
      (read) => studioView(read),
    ),
    list(
      'GET /public-api/v2/timetable',
      'listTimetable',
      {
        summary: 'List the classes of a site that are for everybody',
        description:
          "Needs no credential. From now, for 7 days, unless 'from' and 'to' say otherwise. Nothing says who has booked, or how many. 404 where the studio shows no timetable to strangers.",
        response: PublicSessionList,
        filters: {
          site_id: siteId,
          from: dateOrInstant('A local day of the site, or an instant; now when absent.'),
          to: dateOrInstant('The same, included, at most 31 days on; 7 days on when absent.'),
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
        summary: 'Retrieve a class',
        description: 'Needs no credential. A cancelled class is shown too; a private class is 404.',
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
        summary: 'List the plans that are sold online',
        description: 'Needs no credential. The newest first. 404 where the studio shows no timetable to strangers.',
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
