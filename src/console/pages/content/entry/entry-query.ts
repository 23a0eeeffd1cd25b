import { queryOptions } from '@tanstack/react-query';
import { client, sendTagged, type Tagged } from '../../../api/client.ts';
import type { Entry } from '../../../parts/content/queries.ts';

export type EntryVersion = Tagged<Entry>;

/** An entry in any status. */
export const entryQuery = (id: string) =>
  queryOptions({
    queryKey: ['content', 'entry', id],
    queryFn: (): Promise<EntryVersion> =>
      sendTagged(client.GET('/manage/content/entries/{id}', { params: { path: { id } } })),
  });
