import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client, send } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';
import type { Picked } from '../../../lists/use-selection.ts';
import { PREVIEW } from '../../../live/refresh.ts';
import type { Filters } from '../../../parts/client/filters.ts';
import type { Meant } from './meant.ts';

export type ClientChange = Schemas['ClientChange'];
export type ChangePreview = Schemas['ClientChangePreview'];

/** What is done with the tags of all who are selected. */
export type TagAct = 'add_tags' | 'remove_tags';

/** Whom a change of what is selected is for. */
export const meantBy = ({ ids, isAll }: Picked, filters: Filters): Meant =>
  isAll ? { filters } : { clientIds: [...ids] };

/** What a change of tags would do, said by the server. */
export const tagPreviewQuery = (meant: Meant, act: TagAct, tag: string) =>
  queryOptions({
    queryKey: ['clients', 'change-preview', meant, act, tag],
    meta: PREVIEW,
    queryFn: async () =>
      (await send(
        client.POST('/manage/clients/bulk', {
          params: { query: { dry_run: true } },
          body: { ...meant, act, tags: [tag] },
        }),
      )) as ChangePreview,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });

const LOOK_AGAIN_MS = 1_000;

/** A change that goes on, looked at each second until it is completed. */
export const changeQuery = (id: string) =>
  queryOptions({
    queryKey: ['clients', 'change', id],
    queryFn: () => send(client.GET('/manage/client-changes/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => (state.data?.status === 'completed' ? false : LOOK_AGAIN_MS),
  });
