import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { allOf } from '../../api/all-pages.ts';
import { client, send } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';
import { PREVIEW } from '../../live/refresh.ts';
import { isReturned } from './debts.ts';

export type Plan = Schemas['Plan'];
export type SaleBody = Schemas['SellPackageRequest'];
export type SalePreview = Schemas['SalePreview'];

/** The plans on sale at a site. */
export const plansQuery = (siteId: string) =>
  queryOptions({
    queryKey: ['plans', siteId],
    queryFn: async () => {
      const plans = await allOf((after) =>
        send(client.GET('/manage/plans', { params: { query: { limit: 100, ...after } } })),
      );
      return plans.filter(({ eligibleSiteIds }) => eligibleSiteIds.length === 0 || eligibleSiteIds.includes(siteId));
    },
  });

export const clientQuery = (id: string) =>
  queryOptions({
    queryKey: ['client', id],
    queryFn: () =>
      send(client.GET('/v2/clients/{id}', { params: { path: { id }, query: { 'expand[]': ['packages'] } } })),
  });

/** Fees that no one has paid or waived: a card may have been declined for them. */
const OPEN_FEES = ['pending', 'failed'] as const;

/** The fees of a client that are not settled. */
export const feesQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['client', clientId, 'fees'],
    queryFn: async () => {
      const lists = OPEN_FEES.map((status) => {
        const query = { client_id: clientId, penalty_status: status, 'expand[]': ['session'], limit: 100 };
        return allOf((after) => send(client.GET('/manage/bookings', { params: { query: { ...query, ...after } } })));
      });
      return (await Promise.all(lists)).flat();
    },
  });

type Payment = Schemas['Payment'];

/** The latest of some instants; empty for none. */
const latest = (payments: readonly Payment[], at: (payment: Payment) => string | null): string =>
  payments
    .map((payment) => at(payment) ?? '')
    .toSorted()
    .at(-1) ?? '';

/** The payments of a client and what the client owes, by currency. */
export const debtsQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['client', clientId, 'debts'],
    queryFn: async () => {
      const query = { client_id: clientId, limit: 100 };
      const [payer, { data: payments }] = await Promise.all([
        send(client.GET('/v2/clients/{id}', { params: { path: { id: clientId } } })),
        send(client.GET('/manage/payments', { params: { query } })),
      ]);
      const owed = 'accountBalances' in payer ? payer.accountBalances : [];
      return { payments, debts: new Map(owed.map(({ amount, currency }) => [currency, -amount] as const)) };
    },
  });

/** The packages of a client whose renewal a card has declined: nothing has been paid for the package since. */
export const declinedQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['client', clientId, 'declined-renewals'],
    queryFn: async () => {
      const query = { client_id: clientId, limit: 100 };
      const [packages, payments] = await Promise.all([
        allOf((after) => send(client.GET('/manage/packages', { params: { query: { ...query, ...after } } }))),
        send(client.GET('/manage/payments', { params: { query: { ...query, purpose: 'membership_renewal' } } })),
      ]);
      return packages.filter(({ id, status, autoRenews }) => {
        const own = payments.data.filter((each) => each.packageId === id && !isReturned(each));
        const isHeld = autoRenews && (status === 'active' || status === 'depleted');
        return isHeld && latest(own, ({ failedAt }) => failedAt) > latest(own, ({ paidAt }) => paidAt);
      });
    },
  });

/** A booking that was made with a sale, with its class. */
export const soldBookingQuery = (id: string) =>
  queryOptions({
    queryKey: ['client', 'sold-booking', id],
    queryFn: () =>
      send(client.GET('/v2/bookings/{id}', { params: { path: { id }, query: { 'expand[]': ['session'] } } })),
  });

export const sessionQuery = (id: string) =>
  queryOptions({
    queryKey: ['session', id],
    queryFn: () =>
      send(client.GET('/manage/sessions/{id}', { params: { path: { id }, query: { 'expand[]': ['instructor'] } } })),
  });

/** The classes at a site that begin from now on, for booking right away. */
export const upcomingQuery = (siteId: string, from: string) =>
  queryOptions({
    queryKey: ['day', siteId, 'upcoming', from],
    queryFn: async () => {
      const wanted = { location_id: siteId, start_time_gte: from, status: 'scheduled' } as const;
      const query = { ...wanted, limit: 12, 'expand[]': ['instructor'] };
      return (await send(client.GET('/v2/sessions', { params: { query } }))).data;
    },
  });

/** What a sale would do: its lines, its total, and what the client has after it. It changes nothing. */
export const previewQuery = (body: SaleBody | undefined) =>
  queryOptions({
    queryKey: ['sale', body],
    meta: PREVIEW,
    queryFn: async (): Promise<SalePreview | undefined> => {
      if (body === undefined) return undefined;
      const answered = await send(client.POST('/manage/packages', { params: { query: { dry_run: true } }, body }));
      return answered.object === 'sale_preview' ? answered : undefined;
    },
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
