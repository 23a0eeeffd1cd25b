import { queryOptions } from '@tanstack/react-query';
import { allByCursor } from '../api/all-pages.ts';
import { client, send } from '../api/client.ts';

const LIMIT = 100;

/** The people who teach. Anyone who may not read staff is refused. */
export const instructorsQuery = queryOptions({
  queryKey: ['instructors', 'all'],
  queryFn: () =>
    allByCursor((after) => send(client.GET('/v2/instructors', { params: { query: { limit: LIMIT, ...after } } }))),
  staleTime: 300_000,
});

/** The people who teach at a site now. Anyone who may not read staff is refused. */
export const siteInstructorsQuery = (siteId: string) =>
  queryOptions({
    queryKey: ['instructors', siteId],
    queryFn: () =>
      allByCursor((after) =>
        send(
          client.GET('/v2/instructors', { params: { query: { siteId, status: 'active', limit: LIMIT, ...after } } }),
        ),
      ),
    staleTime: 300_000,
  });

/** The people who work for the studio. Anyone who may not read staff is refused. */
export const staffQuery = queryOptions({
  queryKey: ['staff', 'all'],
  queryFn: () =>
    allByCursor((after) => send(client.GET('/v2/staff', { params: { query: { limit: LIMIT, ...after } } }))),
  staleTime: 300_000,
});

/** The name of a client. Anyone who may not read clients is refused. */
export const clientNameQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: ['client', id, 'name'],
    queryFn: async () => (await send(client.GET('/v2/clients/{id}', { params: { path: { id: id ?? '' } } }))).fullName,
    retry: false,
  });
