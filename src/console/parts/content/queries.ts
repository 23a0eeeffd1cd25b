import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { allOf } from '../../api/all-pages.ts';
import { client, send } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';

export type Entry = Schemas['ContentEntry'];
export type EntryType = Schemas['ContentType'];
export type Category = Schemas['ContentCategory'];
export type Tag = Schemas['ContentTag'];
export type Banner = Schemas['ContentBanner'];
export type Feature = Schemas['ContentFeature'];

/** Which entries a list shows. */
export interface EntryFilters {
  readonly search?: string | undefined;
  readonly type?: string | undefined;
  readonly status?: Entry['status'] | undefined;
  readonly categoryId?: string | undefined;
}

const PAGE = 50;

const filtersOf = ({ search, type, status, categoryId }: EntryFilters) => ({
  ...(search === undefined ? {} : { search }),
  ...(type === undefined ? {} : { type }),
  ...(status === undefined ? {} : { status }),
  ...(categoryId === undefined ? {} : { category_id: categoryId }),
});

/** The entries in every status, the newest first. */
export const entriesQuery = (filters: EntryFilters) =>
  infiniteQueryOptions({
    queryKey: ['content', 'entries', filters],
    queryFn: ({ pageParam }) =>
      send(
        client.GET('/manage/content/entries', {
          params: {
            query: {
              ...filtersOf(filters),
              limit: PAGE,
              ...(pageParam === undefined ? {} : { starting_after: pageParam }),
            },
          },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });

/** The first entries whose title has these words. */
export const foundEntriesQuery = (search: string) =>
  queryOptions({
    queryKey: ['content', 'found', search],
    queryFn: async () =>
      (await send(client.GET('/manage/content/entries', { params: { query: { search, limit: 20 } } }))).data,
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });

/** An entry by its id, for its title. */
export const namedEntryQuery = (id: string) =>
  queryOptions({
    queryKey: ['content', 'named', id],
    queryFn: () => send(client.GET('/manage/content/entries/{id}', { params: { path: { id } } })),
    staleTime: 300_000,
    retry: false,
  });

const LIMIT = 100;

export const typesQuery = queryOptions({
  queryKey: ['content', 'types'],
  queryFn: () =>
    allOf((after) => send(client.GET('/manage/content/types', { params: { query: { limit: LIMIT, ...after } } }))),
  staleTime: 300_000,
});

export const categoriesQuery = queryOptions({
  queryKey: ['content', 'categories'],
  queryFn: () =>
    allOf((after) => send(client.GET('/manage/content/categories', { params: { query: { limit: LIMIT, ...after } } }))),
  staleTime: 60_000,
});

export const tagsQuery = queryOptions({
  queryKey: ['content', 'tags'],
  queryFn: () =>
    allOf((after) => send(client.GET('/manage/content/tags', { params: { query: { limit: LIMIT, ...after } } }))),
  staleTime: 60_000,
});

export const bannersQuery = queryOptions({
  queryKey: ['content', 'banners'],
  queryFn: () =>
    allOf((after) => send(client.GET('/manage/content/banners', { params: { query: { limit: LIMIT, ...after } } }))),
  staleTime: 60_000,
});

export const featuresQuery = queryOptions({
  queryKey: ['content', 'features'],
  queryFn: () =>
    allOf((after) => send(client.GET('/manage/content/features', { params: { query: { limit: LIMIT, ...after } } }))),
  staleTime: 60_000,
});

/** The plans that the studio sells, by name. */
export const plansQuery = queryOptions({
  queryKey: ['plans', 'names'],
  queryFn: () => allOf((after) => send(client.GET('/manage/plans', { params: { query: { limit: LIMIT, ...after } } }))),
  staleTime: 300_000,
});
