import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client, send, sendTagged, type Tagged } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';

export type Award = Schemas['Award'];
export type Grant = Schemas['AwardGrant'];
export type Version = Tagged<Award>;

const PAGE = 25;

/** The awards that are not archived, or all; the newest first. */
export const awardsQuery = (hasArchived: boolean) =>
  infiniteQueryOptions({
    queryKey: ['awards', 'list', hasArchived],
    queryFn: ({ pageParam }) =>
      send(
        client.GET('/manage/awards', {
          params: {
            query: {
              limit: PAGE,
              ...(hasArchived ? { include_archived: true } : {}),
              ...(pageParam === '' ? {} : { starting_after: pageParam }),
            },
          },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });

/** An award, with the tag of its version. */
export const awardQuery = (id: string) =>
  queryOptions({
    queryKey: ['awards', 'one', id],
    queryFn: (): Promise<Version> => sendTagged(client.GET('/manage/awards/{id}', { params: { path: { id } } })),
  });

/** Who has an award, the newest grant first; with the clients for anyone who may read them. */
export const grantsQuery = (id: string, hasClients: boolean) =>
  infiniteQueryOptions({
    queryKey: ['awards', 'grants', id, hasClients],
    queryFn: ({ pageParam }) =>
      send(
        client.GET('/manage/awards/{id}/grants', {
          params: {
            path: { id },
            query: {
              limit: PAGE,
              ...(hasClients ? { 'expand[]': ['client'] } : {}),
              ...(pageParam === '' ? {} : { starting_after: pageParam }),
            },
          },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
