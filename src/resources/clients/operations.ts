import type { AnyElysia } from 'elysia';
import type { Read } from '../../database/database.ts';
import { mergedPage } from '../../database/pages.ts';
import { type ExpansionsFor, expand } from '../../http/expansions.ts';
import { operations, type RouteDeps, router } from '../../http/operations.ts';
import { listAnswer, pageRequest } from '../../http/paging.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Static } from '../../kernel/schemas.ts';
import { archiveClient, type CancelFutureBookings, createClient, findClient, updateClient } from './clients.ts';
import { clientPage } from './queries.ts';
import { matchOf, searchPage } from './search.ts';
import {
  Client,
  ClientList,
  ClientQuery,
  CreateClient,
  DeletedClient,
  OneClientQuery,
  UpdateClient,
} from './shapes.ts';
import { clientView } from './view.ts';

/** What the routes of clients need besides what all routes do. */
export interface ClientRouteDeps extends RouteDeps {
  readonly cancelFutureBookings: CancelFutureBookings;
  readonly expansions: ExpansionsFor;
}

/** Each way in has an index with the list's order behind it; a restricted caller's list is one seek per site. */
const pageOf = (read: Read, query: Static<typeof ClientQuery>, { siteIds }: Caller) => {
  const request = pageRequest(query);
  const narrowed = {
    live: query.include_archived === true ? undefined : 1,
    email: query.email?.toLowerCase(),
    externalId: query.external_id,
  };
  const reachable = siteIds === null ? undefined : JSON.stringify(siteIds);
  if (query.search !== undefined) {
    return searchPage(read, request, { ...narrowed, match: matchOf(query.search), reachable });
  }
  if (siteIds === null || narrowed.email !== undefined || narrowed.externalId !== undefined) {
    return clientPage(read, request, { ...narrowed, reachable });
  }
  const parts = siteIds.map((home) => clientPage(read, request, { ...narrowed, home }));
  return mergedPage(request, parts);
};

const listClients = (read: Read, query: Static<typeof ClientQuery>, caller: Caller, deps: ClientRouteDeps) => {
  const answer = listAnswer('/v2/clients', pageOf(read, query, caller), clientView);
  expand(read, answer.data, query['expand[]'], deps.expansions(caller.siteIds));
  return answer;
};

export const clientRoutes = (deps: ClientRouteDeps): AnyElysia => {
  const { reads, writes } = operations(deps, 'Clients');
  return router('/clients')
    .get(
      '/',
      ...reads(
        { id: 'listClients', summary: 'List clients', query: ClientQuery, answer: ClientList, refusals: [400] },
        (read, { query, caller }) => listClients(read, query, caller, deps),
      ),
    )
    .post(
      '/',
      ...writes(
        {
          id: 'createClient',
          summary: 'Create a client',
          body: CreateClient,
          status: 201,
          answer: Client,
          refusals: [400, 409],
        },
        (tx, { caller, body }) => clientView(createClient(tx, caller, body)),
      ),
    )
    .get(
      '/:id',
      ...reads(
        {
          id: 'getClient',
          summary: 'Retrieve a client',
          query: OneClientQuery,
          answer: Client,
          refusals: [400, 404],
        },
        (read, { caller, id, query }) =>
          expand(
            read,
            [clientView(findClient(read, caller, id))],
            query['expand[]'],
            deps.expansions(caller.siteIds),
          )[0],
      ),
    )
    .patch(
      '/:id',
      ...writes(
        {
          id: 'updateClient',
          summary: 'Update a client',
          body: UpdateClient,
          answer: Client,
          refusals: [400, 404, 409],
        },
        (tx, { caller, id, body }) => clientView(updateClient(tx, caller, findClient(tx, caller, id), body)),
      ),
    )
    .delete(
      '/:id',
      ...writes(
        { id: 'deleteClient', summary: 'Archive a client', answer: DeletedClient, refusals: [404] },
        (tx, { caller, id }) => {
          const { archivedAt } = archiveClient(tx, findClient(tx, caller, id), deps.cancelFutureBookings);
          return { id, object: 'client', deleted: true, archived: true, archivedAt };
        },
      ),
    );
};
