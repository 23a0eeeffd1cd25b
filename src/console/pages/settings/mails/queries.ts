import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { client, send } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';

export type Message = Schemas['Message'];

const PAGE_SIZE = 20;
/** No event says that an email was sent, so the newest are asked for while the page is open. */
const ANEW_MS = 20_000;

/** What was written to clients, the newest first: all, or what the mail server refused. */
export const messagesQuery = (isFailed: boolean) =>
  infiniteQueryOptions({
    queryKey: ['messages', isFailed ? 'failed' : 'all'],
    queryFn: ({ pageParam }) =>
      send(
        client.GET('/manage/messages', {
          params: {
            query: {
              limit: PAGE_SIZE,
              'expand[]': ['client'],
              ...(isFailed ? { status: 'failed' as const } : {}),
              ...(pageParam === null ? {} : { starting_after: pageParam }),
            },
          },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: ANEW_MS,
  });
