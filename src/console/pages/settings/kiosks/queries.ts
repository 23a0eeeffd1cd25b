import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { client, send } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';

export type Kiosk = Schemas['Kiosk'];

const PAGE_SIZE = 100;

/** The tablets at the doors, the newest first, those that have ended too. */
export const kiosksQuery = infiniteQueryOptions({
  queryKey: ['kiosks'],
  queryFn: ({ pageParam }) =>
    send(
      client.GET('/manage/kiosks', {
        params: { query: { limit: PAGE_SIZE, ...(pageParam === null ? {} : { starting_after: pageParam }) } },
      }),
    ),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
  placeholderData: keepPreviousData,
});

/** Ends a kiosk for good. */
export const revokeKiosk = (id: string): Promise<Kiosk> =>
  send(client.POST('/manage/kiosks/{id}/revoke', { params: { path: { id } } }));
