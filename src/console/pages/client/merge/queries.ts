import { queryOptions } from '@tanstack/react-query';
import { client, send } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';
import { PREVIEW } from '../../../live/refresh.ts';
import type { Client } from '../../../parts/client/queries.ts';

export type MergePreview = Schemas['ClientMergePreview'];

/** What merging two clients would do. @param keepClientId who stays; by default the older one. */
export const mergePreviewQuery = (first: Client, second: Client, keepClientId: string | undefined) =>
  queryOptions({
    queryKey: ['client', first.id, 'merge-preview', second.id, keepClientId],
    meta: PREVIEW,
    queryFn: async (): Promise<MergePreview> => {
      const answered = await send(
        client.POST('/manage/clients/{id}/merge', {
          params: { path: { id: first.id }, query: { dry_run: true } },
          body: { clientId: second.id, ...(keepClientId === undefined ? {} : { keepClientId }) },
        }),
      );
      if (answered.object !== 'client_merge_preview') throw new Error('a dry run merges nobody');
      return answered;
    },
    staleTime: 0,
    gcTime: 0,
  });
