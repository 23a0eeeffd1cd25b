import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client, send } from '../../api/client.ts';
import type { operations } from '../../api/schema.d.ts';
import type { Schemas } from '../../api/types.ts';
import { byMoment } from '../../lists/filters/filters.ts';
import { type Place, placeQuery } from '../../lists/record-list.tsx';

export type Checkin = Schemas['Checkin'];

type Query = NonNullable<operations['listCheckins']['parameters']['query']>;
/** The filters of the list, as the interface names them. */
export type CheckinFilters = Pick<Query, 'from' | 'to' | 'status' | 'location_id' | 'client_id'>;

const PAGE = 25;

/** A page of check-ins with their clients and classes, and how many the list has. */
export const checkinsQuery = (filters: CheckinFilters, place: Place) =>
  queryOptions({
    queryKey: ['checkins', 'page', filters, place.after, place.before],
    queryFn: () =>
      send(
        client.GET('/v2/checkins', {
          params: {
            query: {
              ...byMoment(filters),
              ...filters,
              ...placeQuery(place),
              limit: PAGE,
              include_count: true,
              'expand[]': ['client', 'session'],
            },
          },
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** How many check-ins of a list were refused, as far as the server counts. */
export const refusedQuery = (filters: CheckinFilters) =>
  queryOptions({
    queryKey: ['checkins', 'refused', filters],
    queryFn: async () => {
      const query = { ...filters, status: 'refused' as const, limit: 1, include_count: true };
      return (await send(client.GET('/v2/checkins', { params: { query } }))).total;
    },
    placeholderData: keepPreviousData,
  });

export const checkinQuery = (id: string) =>
  queryOptions({
    queryKey: ['checkins', 'record', id],
    queryFn: () =>
      send(
        client.GET('/v2/checkins/{id}', {
          params: { path: { id }, query: { 'expand[]': ['client', 'session'] } },
        }),
      ),
  });
