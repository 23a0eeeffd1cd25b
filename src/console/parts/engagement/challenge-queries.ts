import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { allOf } from '../../api/all-pages.ts';
import { client, send, sendTagged, type Tagged } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';
import { PREVIEW } from '../../live/refresh.ts';

export type Challenge = Schemas['Challenge'];
export type ChallengeStatus = Challenge['status'];
export type Enrollment = Schemas['RankedChallengeEnrollment'];
export type Version = Tagged<Challenge>;

const PAGE = 25;

/** The challenges of a state, or all that are not archived; the newest first. */
export const challengesQuery = (status: ChallengeStatus | undefined) =>
  infiniteQueryOptions({
    queryKey: ['challenges', 'list', status],
    queryFn: ({ pageParam }) =>
      send(
        client.GET('/manage/challenges', {
          params: {
            query: {
              limit: PAGE,
              ...(status === undefined ? {} : { status }),
              ...(pageParam === '' ? {} : { starting_after: pageParam }),
            },
          },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });

/** The challenges that are not archived, to choose from. */
export const challengeNamesQuery = queryOptions({
  queryKey: ['challenges', 'names'],
  queryFn: () =>
    allOf((after) => send(client.GET('/manage/challenges', { params: { query: { limit: 100, ...after } } }))),
  staleTime: 300_000,
});

/** A challenge, with the tag of its version. */
export const challengeQuery = (id: string) =>
  queryOptions({
    queryKey: ['challenge', id],
    queryFn: (): Promise<Version> => sendTagged(client.GET('/manage/challenges/{id}', { params: { path: { id } } })),
  });

/** What publishing a challenge would do. */
export const publishPreviewQuery = (id: string) =>
  queryOptions({
    queryKey: ['challenge', id, 'publish-preview'],
    meta: PREVIEW,
    queryFn: async () =>
      (await send(
        client.POST('/manage/challenges/{id}/publish', { params: { path: { id }, query: { dry_run: true } } }),
      )) as Schemas['ChallengePublishPreview'],
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** Who takes part by points, or who has left; with the clients for anyone who may read them. */
export const enrollmentsQuery = (id: string, hasLeft: boolean, hasClients: boolean) =>
  infiniteQueryOptions({
    queryKey: ['challenge', id, 'people', hasLeft, hasClients],
    queryFn: ({ pageParam }) =>
      send(
        client.GET('/manage/challenges/{id}/enrollments', {
          params: {
            path: { id },
            query: {
              limit: PAGE,
              ...(hasLeft ? { status: 'withdrawn' as const } : { sort: 'points' as const }),
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

/** The boards that are not archived, to choose from. */
export const boardNamesQuery = queryOptions({
  queryKey: ['boards', 'names'],
  queryFn: () =>
    allOf((after) => send(client.GET('/manage/leaderboards', { params: { query: { limit: 100, ...after } } }))),
});

/** The awards that are not archived, to choose from. */
export const awardNamesQuery = queryOptions({
  queryKey: ['awards', 'names'],
  queryFn: () => allOf((after) => send(client.GET('/manage/awards', { params: { query: { limit: 100, ...after } } }))),
});
