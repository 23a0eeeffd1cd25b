import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { allOf } from '../../api/all-pages.ts';
import { client, send } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';
import { type Place, placeQuery } from '../../lists/record-list.tsx';
import type { Filters, Shown } from '../../parts/client/filters.ts';

export type Client = Schemas['Client'];
export type SavedList = Schemas['SavedClientList'];

const PAGE = 25;

/** Filters as the interface names them in an address. */
export const filterQuery = (filters: Filters) => ({
  ...(filters.search === undefined ? {} : { search: filters.search }),
  ...(filters.status === undefined ? {} : { status: filters.status }),
  ...(filters.tag === undefined ? {} : { tag: filters.tag }),
  ...(filters.homeSiteId === undefined ? {} : { home_site_id: filters.homeSiteId }),
  ...(filters.planId === undefined ? {} : { plan_id: filters.planId }),
  ...(filters.packageEndsBefore === undefined ? {} : { package_ends_before: filters.packageEndsBefore }),
  ...(filters.lastVisitBefore === undefined ? {} : { last_visit_before: filters.lastVisitBefore }),
  ...(filters.lastVisitAfter === undefined ? {} : { last_visit_after: filters.lastVisitAfter }),
  ...(filters.neverVisited === undefined ? {} : { never_visited: filters.neverVisited }),
  ...(filters.owes === undefined ? {} : { owes: filters.owes }),
  ...(filters.joinedAfter === undefined ? {} : { joined_after: filters.joinedAfter }),
  ...(filters.joinedBefore === undefined ? {} : { joined_before: filters.joinedBefore }),
  ...(filters.waiverStatus === undefined ? {} : { waiver_status: filters.waiverStatus }),
  ...(filters.includeArchived === undefined ? {} : { include_archived: filters.includeArchived }),
});

const queryOf = ({ filters, sort }: Shown) => ({ sort, ...filterQuery(filters) });

/** A page of clients, with what they hold where the person may see packages. */
export const clientsQuery = (shown: Shown, place: Place, hasPackages: boolean) =>
  queryOptions({
    queryKey: ['clients', 'page', shown, place, hasPackages],
    queryFn: () =>
      send(
        client.GET('/v2/clients', {
          params: {
            query: {
              ...queryOf(shown),
              limit: PAGE,
              include_count: true,
              ...placeQuery(place),
              ...(hasPackages ? { 'expand[]': ['packages'] } : {}),
            },
          },
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** How many clients a saved list has, as far as the server counts. */
export const listCountQuery = ({ filters, sort }: SavedList) =>
  queryOptions({
    queryKey: ['clients', 'count', filters],
    queryFn: async () =>
      (
        await send(
          client.GET('/v2/clients', {
            params: { query: { ...queryOf({ filters, sort }), limit: 1, include_count: true } },
          }),
        )
      ).total,
    staleTime: 300_000,
  });

/** The saved lists of the person and of everyone at their sites, the oldest first: a new list moves no other. */
export const savedListsQuery = queryOptions({
  queryKey: ['clients', 'lists'],
  queryFn: async () => {
    const lists = await allOf((after) =>
      send(client.GET('/manage/client-lists', { params: { query: { limit: 100, ...after } } })),
    );
    return lists.toReversed();
  },
  staleTime: 60_000,
});

/** What the studio sells, for filters. */
export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: () =>
    allOf((after) =>
      send(client.GET('/manage/plans', { params: { query: { limit: 100, include_archived: true, ...after } } })),
    ),
  staleTime: 300_000,
});

/** The client whom an email belongs to, for anyone who may read the client. */
export const holderQuery = (id: string) =>
  queryOptions({
    queryKey: ['client', id, 'holder'],
    queryFn: () => send(client.GET('/v2/clients/{id}', { params: { path: { id } } })),
  });
