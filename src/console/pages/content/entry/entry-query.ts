import { queryOptions } from '@tanstack/react-query';
import { client, sendTagged } from '../../../api/client.ts';
import type { EntryVersion } from './entry-fields.ts';

/** An entry in any status. */
export const entryQuery = (id: string) =>
  queryOptions({
    queryKey: ['content', 'entry', id],
    queryFn: async (): Promise<EntryVersion> => {
      const { data, etag } = await sendTagged(client.GET('/manage/content/entries/{id}', { params: { path: { id } } }));
      return { entry: data, etag };
    },
  });
