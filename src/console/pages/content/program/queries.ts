import { queryOptions } from '@tanstack/react-query';
import { allOf } from '../../../api/all-pages.ts';
import { client, send } from '../../../api/client.ts';

/** The entries of a program, for their titles and states. */
export const childrenQuery = (programId: string) =>
  queryOptions({
    queryKey: ['content', 'children', programId],
    queryFn: () =>
      allOf((after) =>
        send(
          client.GET('/manage/content/entries', {
            params: { query: { program_id: programId, include_archived: true, limit: 100, ...after } },
          }),
        ),
      ),
  });
