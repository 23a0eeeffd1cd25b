import type { AnyElysia } from 'elysia';
import type { Read } from '../../database/database.ts';
import { type Filters, mergedPage } from '../../database/pages.ts';
import { type ExpansionsFor, expand } from '../../http/expansions.ts';
import { operations, type RouteDeps, router } from '../../http/operations.ts';
import { listAnswer, pageRequest } from '../../http/paging.ts';
import type { Caller } from '../../kernel/caller.ts';
import { missingResource } from '../../kernel/problem.ts';
import type { Static } from '../../kernel/schemas.ts';
import { filteredSite } from '../schedules/schedules.ts';
import { checkIn, findCheckin } from './check-in.ts';
import { checkinPage, visitors } from './queries.ts';
import { Checkin, CheckinList, CheckinQuery, CreateCheckin, OneCheckinQuery } from './shapes.ts';
import { checkinView } from './view.ts';

type Query = Static<typeof CheckinQuery>;

/** The filters of a query: the first that is given is the way in, by its own index; the others stand beside it. */
const filtersOf = ({ external_id: externalId, client_id: clientId }: Query, siteId: string | undefined): Filters => {
  if (externalId !== undefined) return { externalId, besideClientId: clientId, besideSiteId: siteId };
  if (clientId !== undefined) return { clientId, besideSiteId: siteId };
  return { siteId };
};

const pageOf = (read: Read, query: Query, caller: Caller) => {
  const request = pageRequest(query);
  if (query.client_id !== undefined && visitors.clientId(read, query.client_id) === undefined) {
    throw missingResource('client_id', 'client', query.client_id);
  }
  const siteId = filteredSite(read, caller, query);
  const filters = filtersOf(query, siteId);
  if (caller.siteIds === null || siteId !== undefined) return checkinPage(read, request, filters);
  const isNarrowed = Object.values(filters).some((value) => value !== undefined);
  if (isNarrowed) return checkinPage(read, request, { ...filters, reachable: JSON.stringify(caller.siteIds) });
  const parts = caller.siteIds.map((siteId) => checkinPage(read, request, { siteId }));
  return mergedPage(request, parts);
};

const listCheckins = (read: Read, query: Query, caller: Caller, expansions: ExpansionsFor) => {
  const answer = listAnswer('/v2/checkins', pageOf(read, query, caller), checkinView);
  expand(read, answer.data, query['expand[]'], expansions(caller.siteIds));
  return answer;
};

/** What the routes of check-ins need besides what all routes do. */
export interface CheckinRouteDeps extends RouteDeps {
  readonly expansions: ExpansionsFor;
}

export const checkinRoutes = (deps: CheckinRouteDeps): AnyElysia => {
  const { reads, writes } = operations(deps, 'Check-ins');
  return router('/checkins')
    .get(
      '/',
      ...reads(
        { id: 'listCheckins', summary: 'List check-ins', query: CheckinQuery, answer: CheckinList, refusals: [400] },
        (read, { query, caller }) => listCheckins(read, query, caller, deps.expansions),
      ),
    )
    .post(
      '/',
      ...writes(
        {
          id: 'createCheckin',
          summary: 'Check a client in at a location',
          body: CreateCheckin,
          isBodyRequired: true,
          status: 201,
          answer: Checkin,
          refusals: [400],
        },
        (tx, { caller, body }) => checkinView(checkIn(tx, caller, body)),
      ),
    )
    .get(
      '/:id',
      ...reads(
        {
          id: 'getCheckin',
          summary: 'Retrieve a check-in',
          query: OneCheckinQuery,
          answer: Checkin,
          refusals: [400, 404],
        },
        (read, { caller, id, query }) => {
          const record = checkinView(findCheckin(read, caller, id));
          return expand(read, [record], query['expand[]'], deps.expansions(caller.siteIds))[0];
        },
      ),
    );
};
