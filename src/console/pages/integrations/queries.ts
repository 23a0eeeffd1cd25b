import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client, send, sendTagged, type Tagged } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';

export type Endpoint = Schemas['WebhookEndpoint'];
export type Health = Schemas['WebhookHealth'];
export type Delivery = Schemas['WebhookDelivery'];
export type Key = Schemas['ApiKey'];
export type OAuthClient = Schemas['OAuthClient'];

/** All queries of endpoints begin with this word, which live updates know. */
export const WEBHOOKS = 'webhooks';
/** No event says that something was delivered, so an open page asks for it. */
const ANEW_MS = 5_000;
/** The most endpoints that a brand has. */
const MOST = 100;
const PAGE_SIZE = 20;

/** The endpoints, the newest first. */
export const endpointsQuery = queryOptions({
  queryKey: [WEBHOOKS, 'list'],
  queryFn: async () =>
    (await send(client.GET('/v2/webhooks', { params: { query: { limit: MOST } } }))).data as readonly Endpoint[],
  refetchInterval: 4 * ANEW_MS,
});

export const endpointQuery = (id: string) =>
  queryOptions({
    queryKey: [WEBHOOKS, id, 'endpoint'],
    queryFn: (): Promise<Endpoint> => send(client.GET('/v2/webhooks/{id}', { params: { path: { id } } })),
    refetchInterval: ANEW_MS,
  });

/** An endpoint to change: while someone does, deliveries change what would be read again. */
export const editedEndpointQuery = (id: string) =>
  queryOptions({
    queryKey: [WEBHOOKS, id, 'edited'],
    queryFn: (): Promise<Tagged<Endpoint>> => sendTagged(client.GET('/v2/webhooks/{id}', { params: { path: { id } } })),
  });

/** How its deliveries went. */
export const healthQuery = (id: string) =>
  queryOptions({
    queryKey: [WEBHOOKS, id, 'health'],
    queryFn: (): Promise<Health> => send(client.GET('/manage/webhooks/{id}/health', { params: { path: { id } } })),
    refetchInterval: ANEW_MS,
  });

/** Its deliveries, the newest first: all, or what failed. */
export const deliveriesQuery = (id: string, isFailed: boolean) =>
  infiniteQueryOptions({
    queryKey: [WEBHOOKS, id, 'deliveries', isFailed ? 'failed' : 'all'],
    queryFn: ({ pageParam }) =>
      send(
        client.GET('/v2/webhooks/{id}/deliveries', {
          params: {
            path: { id },
            query: {
              limit: PAGE_SIZE,
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

/** A delivery with what was sent and answered. */
export const deliveryQuery = (id: string, deliveryId: string) =>
  queryOptions({
    queryKey: [WEBHOOKS, id, 'delivery', deliveryId],
    queryFn: () =>
      send(client.GET('/v2/webhooks/{id}/deliveries/{deliveryId}', { params: { path: { id, deliveryId } } })),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? ANEW_MS : false),
  });

const pages = { initialPageParam: null as string | null, getNextPageParam: nextOf };

function nextOf({ nextCursor }: { readonly nextCursor: string | null }): string | null {
  return nextCursor;
}

/** The keys of programs, revoked ones too, the newest first. */
export const keysQuery = infiniteQueryOptions({
  queryKey: ['keys'],
  queryFn: ({ pageParam }) =>
    send(
      client.GET('/manage/api-keys', {
        params: { query: { limit: PAGE_SIZE, ...(pageParam === null ? {} : { starting_after: pageParam }) } },
      }),
    ),
  ...pages,
});

/** One program that gets tokens, with the tag of its version. */
export const clientQuery = (id: string) =>
  queryOptions({
    queryKey: ['oauth-clients', id],
    queryFn: (): Promise<Tagged<OAuthClient>> =>
      sendTagged(client.GET('/manage/oauth-clients/{id}', { params: { path: { id } } })),
    staleTime: 0,
    gcTime: 0,
  });

/** The programs that get tokens, revoked ones too, the newest first. */
export const clientsQuery = infiniteQueryOptions({
  queryKey: ['oauth-clients'],
  queryFn: ({ pageParam }) =>
    send(
      client.GET('/manage/oauth-clients', {
        params: { query: { limit: PAGE_SIZE, ...(pageParam === null ? {} : { starting_after: pageParam }) } },
      }),
    ),
  ...pages,
});
