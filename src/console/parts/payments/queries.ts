import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client, send } from '../../api/client.ts';
import type { operations } from '../../api/schema.d.ts';
import type { Schemas } from '../../api/types.ts';
import { byMoment } from '../../lists/filters/filters.ts';
import { type Place, placeQuery } from '../../lists/record-list.tsx';

export type Payment = Schemas['Payment'];
export type PaymentTotal = NonNullable<Schemas['ManagedPaymentList']['total']>;

type Query = NonNullable<operations['manageListPayments']['parameters']['query']>;
/** The filters of the list, as the interface names them. */
export type PaymentFilters = Pick<
  Query,
  'from' | 'to' | 'payment_method' | 'status' | 'purpose' | 'location_id' | 'client_id'
>;

const PAGE = 25;

/** A page of payments with their clients, and what the whole list comes to. */
export const paymentsQuery = (filters: PaymentFilters, place: Place) =>
  queryOptions({
    queryKey: ['payments', 'page', filters, place.after, place.before],
    queryFn: () =>
      send(
        client.GET('/manage/payments', {
          params: {
            query: {
              ...byMoment(filters),
              ...filters,
              ...placeQuery(place),
              limit: PAGE,
              include_count: true,
              'expand[]': ['client'],
            },
          },
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** One payment with its client and what it paid. */
export const paymentQuery = (id: string) =>
  queryOptions({
    queryKey: ['payments', 'record', id],
    queryFn: () =>
      send(
        client.GET('/manage/payments/{id}', {
          params: { path: { id }, query: { 'expand[]': ['client', 'package'] } },
        }),
      ),
  });
