import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { wholeList } from '../../api/all-pages.ts';
import { client, send, sendTagged, type Tagged } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';

export type Plan = Schemas['Plan'];
export type NewPlan = Schemas['CreatePlanRequest'];

/** What is on sale, or what is no longer sold, of one kind or of all; the newest first. */
export const planListQuery = (isArchived: boolean, type?: Plan['type']) =>
  queryOptions({
    queryKey: ['plans', 'list', isArchived, type],
    queryFn: () =>
      wholeList(isArchived, (page) => {
        const query = type === undefined ? page : { ...page, type };
        return send(client.GET('/manage/plans', { params: { query } }));
      }),
    placeholderData: keepPreviousData,
  });

/** One plan, with the tag of its version. */
export const planQuery = (id: string) =>
  queryOptions({
    queryKey: ['plans', 'record', id],
    queryFn: (): Promise<Tagged<Plan>> => sendTagged(client.GET('/manage/plans/{id}', { params: { path: { id } } })),
  });
