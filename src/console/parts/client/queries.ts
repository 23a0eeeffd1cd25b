import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { allOf } from '../../api/all-pages.ts';
import { client, send, sendTagged, type Tagged } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';

export type Client = Schemas['Client'];
/** A client as it was read, with the tag of that version. */
export type Version = Tagged<Client>;
export type Package = Schemas['Package'];
export type Payment = Schemas['Payment'];
export type Booking = Schemas['Booking'];
export type Checkin = Schemas['Checkin'];
export type Agreement = Schemas['Agreement'];
export type Session = Schemas['Session'];
export type Household = Schemas['Household'];
/** A client as the desk finds them: what they did today, what comes next, what pays. */
export type DeskClient = Schemas['DeskSearch']['clients'][number];

/** Reads a client, with the tag of the version for `If-Match`. */
export const readClient = async (id: string): Promise<Version> =>
  (await sendTagged(client.GET('/v2/clients/{id}', { params: { path: { id } } }))) as Version;

/** A client, with the tag of the version for `If-Match`. */
export const clientQuery = (id: string) =>
  queryOptions({ queryKey: ['client', id, 'record'], queryFn: () => readClient(id) });

/** Whether a client has signed up, and waits until the studio decides. */
export const signUpQuery = (id: string) =>
  queryOptions({
    queryKey: ['client', id, 'sign-up'],
    queryFn: () => send(client.GET('/manage/clients/{id}/sign-up', { params: { path: { id } } })),
  });

/** Whether a client has asked to be erased. */
export const erasureQuery = (id: string) =>
  queryOptions({
    queryKey: ['client', id, 'erasure'],
    queryFn: () => send(client.GET('/manage/clients/{id}/erasure-request', { params: { path: { id } } })),
  });

/** The household of a client; null without one. */
export const householdQuery = (id: string) =>
  queryOptions({
    queryKey: ['client', id, 'household'],
    queryFn: async () => {
      const { data } = await send(client.GET('/manage/households', { params: { query: { client_id: id, limit: 1 } } }));
      return data[0] ?? null;
    },
  });

/** What a client has signed and agreed to, the latest first. */
export const agreementsQuery = (id: string) =>
  queryOptions({
    queryKey: ['client', id, 'agreements'],
    queryFn: () =>
      allOf((after) => {
        const params = { path: { id }, query: { limit: 100, ...after } };
        return send(client.GET('/manage/clients/{id}/agreements', { params }));
      }),
  });

/** What a client holds and held, the newest first. */
export const packagesQuery = (id: string) =>
  queryOptions({
    queryKey: ['client', id, 'packages'],
    queryFn: () =>
      allOf((after) =>
        send(client.GET('/manage/packages', { params: { query: { client_id: id, limit: 100, ...after } } })),
      ),
  });

/** A package with every change of its credits. */
export const ledgerQuery = (clientId: string, packageId: string) =>
  queryOptions({
    queryKey: ['client', clientId, 'ledger', packageId],
    queryFn: () =>
      send(
        client.GET('/manage/packages/{id}', {
          params: { path: { id: packageId }, query: { 'expand[]': ['ledger'] } },
        }),
      ),
  });

/** What the desk knows of a client at a site. The search finds the client by what only this client has. */
export const deskQuery = ({ id, email, fullName }: Client, siteId: string) =>
  queryOptions({
    queryKey: ['client', id, 'desk', siteId, email ?? fullName],
    queryFn: async (): Promise<DeskClient | null> => {
      const q = email ?? fullName;
      const { clients } = await send(
        client.GET('/manage/search', { params: { query: { q, location_id: siteId, limit: 20 } } }),
      );
      return clients.find((each) => each.id === id) ?? null;
    },
  });

export const nextBookingQuery = (id: string, nextBookingAt: string) =>
  queryOptions({
    queryKey: ['client', id, 'next', nextBookingAt],
    queryFn: async () => {
      const to = new Date(Date.parse(nextBookingAt) + 60_000).toISOString();
      const { data } = await send(
        client.GET('/manage/bookings', {
          params: {
            query: { client_id: id, from: nextBookingAt, to, status: 'confirmed', limit: 1, 'expand[]': ['session'] },
          },
        }),
      );
      return data[0] ?? null;
    },
  });

/** The visits of the last 60 days, as far as a page has them. */
export const visitsQuery = (id: string, from: string) =>
  queryOptions({
    queryKey: ['client', id, 'visits', from],
    queryFn: async () =>
      (
        await send(
          client.GET('/v2/checkins', { params: { query: { client_id: id, from, status: 'valid', limit: 100 } } }),
        )
      ).data,
  });

const PAGE = 20;
const pages = { initialPageParam: undefined as string | undefined, placeholderData: keepPreviousData };
const next = ({ nextCursor }: { readonly nextCursor: string | null }): string | undefined => nextCursor ?? undefined;
const after = (cursor: string | undefined) => (cursor === undefined ? {} : { starting_after: cursor });

/** The bookings of a client, the newest first, with their classes, and what paid for anyone who may read that. */
export const bookingsQuery = (id: string, hasPackages: boolean) =>
  infiniteQueryOptions({
    queryKey: ['client', id, 'bookings', hasPackages],
    queryFn: ({ pageParam }) =>
      send(
        client.GET('/manage/bookings', {
          params: {
            query: {
              client_id: id,
              limit: PAGE,
              'expand[]': hasPackages ? ['session', 'package'] : ['session'],
              ...after(pageParam),
            },
          },
        }),
      ),
    ...pages,
    getNextPageParam: next,
  });

/** The payments of a client, the newest first. */
export const paymentsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['client', id, 'payments'],
    queryFn: ({ pageParam }) =>
      send(client.GET('/manage/payments', { params: { query: { client_id: id, limit: PAGE, ...after(pageParam) } } })),
    ...pages,
    getNextPageParam: next,
  });

/** The check-ins of a client, refused ones too, the newest first. */
export const checkinsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['client', id, 'checkins'],
    queryFn: ({ pageParam }) =>
      send(
        client.GET('/v2/checkins', {
          params: { query: { client_id: id, limit: PAGE, 'expand[]': ['session'], ...after(pageParam) } },
        }),
      ),
    ...pages,
    getNextPageParam: next,
  });
