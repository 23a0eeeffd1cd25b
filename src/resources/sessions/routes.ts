import type { AnyElysia } from 'elysia';
import type { Caller } from '../../kernel/caller.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import type { Read } from '../../store/database.ts';
import type { Filters } from '../../store/pages.ts';
import { expand } from '../../web/expand.ts';
import { operations, type RouteDeps, router } from '../../web/operation.ts';
import { listAnswer, pageRequest } from '../../web/paging.ts';
import type { Static } from '../../web/shapes.ts';
import { filteredInstructor, filteredSite } from '../schedules/schedules.ts';
import { sessionPage } from './rows.ts';
import { findSession } from './sessions.ts';
import { OneSessionQuery, Session, SessionList, SessionQuery } from './shapes.ts';
import { sessionExpansions, sessionView, sessionViews } from './view.ts';

type Query = Static<typeof SessionQuery>;

const DAY = 86_400_000;

const instantOf = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : isoInstant(epochOf(text));

/** The filter of a status; what is in progress began at most a day ago, since nothing lasts longer. */
const ofStatus = (read: Read, status: Query['status']): Filters => {
  switch (status) {
    case 'scheduled':
      return { scheduled: read.now };
    case 'in_progress':
      return { inProgress: isoInstant(read.nowMs - DAY) };
    case 'completed':
      return { completed: read.now };
    case 'cancelled':
      return { cancelled: read.now };
    default:
      return {};
  }
};

const listSessions = (read: Read, query: Query, caller: Caller) => {
  const siteId = filteredSite(read, caller, query);
  const page = sessionPage(read, pageRequest(query), {
    reachable: caller.siteIds === null || siteId !== undefined ? undefined : JSON.stringify(caller.siteIds),
    siteId,
    instructorId: filteredInstructor(read, query.instructor_id),
    notBefore: instantOf(query.start_time_gte),
    notAfter: instantOf(query.start_time_lte),
    ...ofStatus(read, query.status),
  });
  const answer = listAnswer('/v2/sessions', page, sessionViews(read));
  expand(read, answer.data, query['expand[]'], sessionExpansions);
  return answer;
};

export const sessionRoutes = (deps: RouteDeps): AnyElysia => {
  const { reads } = operations(deps, 'Sessions');
  return router('/sessions')
    .get(
      '/',
      ...reads(
        { id: 'listSessions', summary: 'List sessions', query: SessionQuery, answer: SessionList, refusals: [400] },
        (read, { query, caller }) => listSessions(read, query, caller),
      ),
    )
    .get(
      '/:id',
      ...reads(
        {
          id: 'getSession',
          summary: 'Retrieve a session',
          query: OneSessionQuery,
          answer: Session,
          refusals: [400, 404],
        },
        (read, { caller, id, query }) => {
          const wire = sessionView(read, findSession(read, caller, id));
          expand(read, [wire], query['expand[]'], sessionExpansions);
          return wire;
        },
      ),
    );
};
