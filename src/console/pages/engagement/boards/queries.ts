import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { allOf } from '../../../api/all-pages.ts';
import { client, send, sendTagged, type Tagged } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';

export type Board = Schemas['Leaderboard'];
export type ListedBoard = Schemas['ListedLeaderboard'];
export type Period = Schemas['ManagedLeaderboardPeriod'];
export type Entry = Schemas['ManagedLeaderboardEntry'];
export type Version = Tagged<Board>;

const PAGE = 25;

/** The boards that are not archived, or all, with who leads. */
export const boardsQuery = (hasArchived: boolean) =>
  infiniteQueryOptions({
    queryKey: ['boards', 'list', hasArchived],
    queryFn: ({ pageParam }) =>
      send(
        client.GET('/manage/leaderboards', {
          params: {
            query: {
              limit: PAGE,
              'expand[]': ['leader'],
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

/** A board, with the tag of its version. */
export const boardQuery = (id: string) =>
  queryOptions({
    queryKey: ['boards', 'one', id],
    queryFn: (): Promise<Version> => sendTagged(client.GET('/manage/leaderboards/{id}', { params: { path: { id } } })),
  });

/** The periods of a board that have begun, the newest first. */
export const periodsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['boards', 'periods', id],
    queryFn: async ({ pageParam }) =>
      send(
        client.GET('/manage/leaderboards/{id}/periods', {
          params: {
            path: { id },
            query: { limit: PAGE, ...(pageParam === '' ? {} : { starting_after: pageParam }) },
          },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });

/** Who is on a board, the best first. */
export const topQuery = (id: string, periodId: string | undefined, division: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['boards', 'top', id, periodId, division],
    queryFn: ({ pageParam }) =>
      send(
        client.GET('/manage/leaderboards/{id}/top', {
          params: {
            path: { id },
            query: {
              limit: PAGE,
              ...(periodId === undefined ? {} : { period_id: periodId }),
              ...(division === undefined ? {} : { division }),
              ...(pageParam === '' ? {} : { starting_after: pageParam }),
            },
          },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });

/** The metrics of the content, to rank by or to earn awards by. */
export const metricsQuery = queryOptions({
  queryKey: ['content', 'metrics'],
  queryFn: () =>
    allOf((after) =>
      send(client.GET('/manage/content/entries', { params: { query: { limit: 100, type: 'metric', ...after } } })),
    ),
  staleTime: 300_000,
});
