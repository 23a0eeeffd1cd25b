import { queryOptions } from '@tanstack/react-query';
import { allOf } from '../../../api/all-pages.ts';
import { client, send } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';

export type Goal = Schemas['ChallengeGoal'];
export type Assessment = Schemas['ChallengeAssessment'];
export type Article = Schemas['ChallengeArticle'];

const ALL = { limit: 100 } as const;

/** The goals of a challenge; there are at most 50. */
export const goalsQuery = (id: string) =>
  queryOptions({
    queryKey: ['challenge', id, 'goals'],
    queryFn: async () =>
      (await send(client.GET('/manage/challenges/{id}/goals', { params: { path: { id }, query: ALL } }))).data,
  });

/** The assessments of a challenge; there are at most 50. */
export const assessmentsQuery = (id: string) =>
  queryOptions({
    queryKey: ['challenge', id, 'assessments'],
    queryFn: async () =>
      (await send(client.GET('/manage/challenges/{id}/assessments', { params: { path: { id }, query: ALL } }))).data,
  });

/** The articles of a challenge. */
export const articlesQuery = (id: string) =>
  queryOptions({
    queryKey: ['challenge', id, 'articles'],
    queryFn: () =>
      allOf((after) =>
        send(client.GET('/manage/challenges/{id}/articles', { params: { path: { id }, query: { ...ALL, ...after } } })),
      ),
  });

/** Entries of the content that are found by a text. */
export const entriesQuery = (text: string) =>
  queryOptions({
    queryKey: ['content', 'find', text],
    queryFn: async () =>
      (
        await send(
          client.GET('/manage/content/entries', {
            params: { query: { limit: 20, ...(text.trim() === '' ? {} : { search: text.trim() }) } },
          }),
        )
      ).data,
    staleTime: 10_000,
  });
