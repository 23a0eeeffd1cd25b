import { queryOptions, useQuery } from '@tanstack/react-query';
import { allOf } from '../../api/all-pages.ts';
import { client, send, sendTagged } from '../../api/client.ts';
import { instructorsQuery } from '../../session/people.ts';
import { useCan } from '../../session/session.ts';

/** The schedules of a site that are not archived. */
export const schedulesQuery = (siteId: string) =>
  queryOptions({
    queryKey: ['timetable', siteId],
    queryFn: () =>
      allOf((after) => {
        const query = { location_id: siteId, limit: 100, ...after };
        return send(client.GET('/v2/schedules', { params: { query } }));
      }),
  });

export const scheduleQuery = (id: string) =>
  queryOptions({
    queryKey: ['timetable', 'schedule', id],
    queryFn: () => sendTagged(client.GET('/v2/schedules/{id}', { params: { path: { id } } })),
  });

/** The people who teach, for anyone who may read that; else no one. */
export const useInstructors = () => useQuery({ ...instructorsQuery, enabled: useCan()('staff:read') });
