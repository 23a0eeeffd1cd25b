import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { allOf } from '../../api/all-pages.ts';
import { client, send } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';
import { addDays, instantAt } from '../../base/time/local-time.ts';

export type Session = Schemas['Session'];
export type Closure = Schemas['Site']['closures'][number];

/** What the calendar shows: a site, from a date up to and without another. */
export interface Range {
  readonly siteId: string;
  readonly zone: string;
  readonly from: string;
  readonly until: string;
  readonly instructorId?: string | undefined;
}

/** A week of more classes than this is cut off. */
const MOST = 2_000;

const readSessions = async ({ siteId, zone, from, until, instructorId }: Range): Promise<readonly Session[]> => {
  const query = {
    location_id: siteId,
    // A class of the night before may last into the first day.
    start_time_gte: instantAt(addDays(from, -1), '12:00', zone),
    start_time_lte: instantAt(until, '00:00', zone),
    limit: 100,
    'expand[]': ['instructor'],
    ...(instructorId === undefined ? {} : { instructor_id: instructorId }),
  };
  const all = await allOf(
    (after) => send(client.GET('/manage/sessions', { params: { query: { ...query, ...after } } })),
    MOST,
  );
  const start = Date.parse(instantAt(from, '00:00', zone));
  return all.filter(({ endTime }) => Date.parse(endTime) > start);
};

/** The sessions of a range, in order of time. */
export const sessionsQuery = (range: Range) =>
  queryOptions({
    queryKey: ['calendar', 'sessions', range],
    queryFn: () => readSessions(range),
    placeholderData: keepPreviousData,
  });

/** A site with its closures. */
export const siteQuery = (siteId: string) =>
  queryOptions({
    queryKey: ['calendar', 'site', siteId],
    queryFn: () => send(client.GET('/v2/sites/{id}', { params: { path: { id: siteId } } })),
    staleTime: 300_000,
  });
