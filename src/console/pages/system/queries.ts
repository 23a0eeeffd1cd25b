import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { client, send } from '../../api/client.ts';
import type { ResponseOf } from '../../api/types.ts';

export type System = ResponseOf<'getSystem'>;
export type Report = ResponseOf<'checkSystem'>;
export type Entry = ResponseOf<'listAuditLog'>['data'][number];

/** How the server is. */
export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: () => send(client.GET('/manage/system')),
  refetchInterval: 30_000,
});

/** What `doctor` says, which takes some seconds. */
export const checkQuery = queryOptions({
  queryKey: ['system-check'],
  queryFn: () => send(client.POST('/manage/system/check')),
  staleTime: 5 * 60_000,
  refetchOnWindowFocus: false,
  retry: false,
});

/** What the audit log is filtered by. */
export interface AuditFilters {
  readonly actor?: string;
  readonly type?: string;
  readonly from?: string;
  readonly to?: string;
}

const PAGE = 50;

/** The audit log, newest first. */
export const auditQuery = (filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: ['audit', filters],
    queryFn: ({ pageParam }) =>
      send(
        client.GET('/manage/audit-log', {
          params: {
            query: { ...filters, limit: PAGE, ...(pageParam === undefined ? {} : { starting_after: pageParam }) },
          },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ hasMore, nextCursor }) => (hasMore ? (nextCursor ?? undefined) : undefined),
  });
