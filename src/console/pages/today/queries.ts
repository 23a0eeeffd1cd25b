import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { allOf } from '../../api/all-pages.ts';
import { client, send } from '../../api/client.ts';
import type { ResponseOf, Schemas } from '../../api/types.ts';
import { addDays, startOfDate } from '../../base/time/local-time.ts';
import { PREVIEW } from '../../live/refresh.ts';
import type { Decision } from '../../shell/decisions.ts';
import { feesOf } from './no-show-fees.ts';

/** A class of the day, with who teaches it. */
export type DaySession = ResponseOf<'listSessions'>['data'][number];

/** What the rail of a day is read by. */
export interface Day {
  readonly siteId: string;
  readonly timezone: string;
  /** YYYY-MM-DD at the site. */
  readonly date: string;
  /** Only classes of this instructor. */
  readonly instructorId?: string | undefined;
}

const sessionsFrom = ({ siteId, timezone, date, instructorId }: Day): Promise<DaySession[]> =>
  allOf((after) =>
    send(
      client.GET('/v2/sessions', {
        params: {
          query: {
            location_id: siteId,
            start_time_gte: new Date(startOfDate(date, timezone)).toISOString(),
            start_time_lte: new Date(startOfDate(addDays(date, 1), timezone) - 1).toISOString(),
            limit: 100,
            'expand[]': ['instructor'],
            ...(instructorId === undefined ? {} : { instructor_id: instructorId }),
            ...after,
          },
        },
      }),
    ),
  );

/** The classes of a day at a site, the earliest first. */
export const dayQuery = (day: Day) =>
  queryOptions({
    queryKey: ['day', day.siteId, day.date, day.instructorId ?? null],
    queryFn: () => sessionsFrom(day),
    placeholderData: keepPreviousData,
  });

/** The first class after a date that takes place, for a day without classes. */
export const nextSessionQuery = ({ siteId, timezone, date, instructorId }: Day) =>
  queryOptions({
    queryKey: ['day', siteId, 'after', date, instructorId ?? null],
    queryFn: async () => {
      const { data } = await send(
        client.GET('/v2/sessions', {
          params: {
            query: {
              location_id: siteId,
              start_time_gte: new Date(startOfDate(addDays(date, 1), timezone)).toISOString(),
              status: 'scheduled',
              limit: 1,
              'expand[]': ['instructor'],
              ...(instructorId === undefined ? {} : { instructor_id: instructorId }),
            },
          },
        }),
      );
      return data[0] ?? null;
    },
  });

/** The site itself, for its closures. */
export const siteQuery = (siteId: string) =>
  queryOptions({
    queryKey: ['site', siteId],
    queryFn: () => send(client.GET('/v2/sites/{id}', { params: { path: { id: siteId } } })),
    staleTime: 300_000,
  });

/** The most people whose fees are asked for. */
const MOST_FEES = 10;

/** What the people of a class that has ended would pay as no-shows, as the server says; null for nothing. */
export const noShowFeesQuery = ({ id, people, peopleCount }: Decision) =>
  queryOptions({
    // Not read again with the decisions: it is asked once for the same people.
    queryKey: ['no-show-fees', id, peopleCount, people.map(({ bookingId }) => bookingId)],
    meta: PREVIEW,
    queryFn: async () => {
      const ids = people.slice(0, MOST_FEES).flatMap(({ bookingId }) => bookingId ?? []);
      const previews = await Promise.all(
        ids.map(
          async (bookingId) =>
            (await send(
              client.POST('/v2/bookings/{id}/noshow', {
                params: { path: { id: bookingId }, query: { dry_run: true } },
                body: { waivePenalty: false },
              }),
            )) as Schemas['BookingNoShowPreview'],
        ),
      );
      return feesOf(
        previews.map(({ fee }) => fee),
        peopleCount,
      );
    },
    retry: false,
    staleTime: 600_000,
  });

/** What has happened at a site just now. */
export const latestQuery = (siteId: string) =>
  queryOptions({
    queryKey: ['latest', siteId],
    queryFn: () => send(client.GET('/manage/latest', { params: { query: { location_id: siteId, limit: 5 } } })),
  });
