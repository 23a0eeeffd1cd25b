import { queryOptions } from '@tanstack/react-query';
import { DAY_MS } from '../../../kernel/durations.ts';
import { allOf } from '../../api/all-pages.ts';
import { client, send } from '../../api/client.ts';
import { nowMs } from '../../base/time/now.ts';

/** How far ahead the desk books most: a week. */
const DAYS = 7;

/** The classes of a site in the coming days that take place. @param today read again with each day. */
export const sessionsAheadQuery = (siteId: string, today: string) =>
  queryOptions({
    queryKey: ['day', 'ahead', siteId, today],
    queryFn: async () => {
      const now = nowMs();
      const wanted = {
        location_id: siteId,
        start_time_gte: new Date(now).toISOString(),
        start_time_lte: new Date(now + DAYS * DAY_MS).toISOString(),
        status: 'scheduled',
      } as const;
      const query = { ...wanted, limit: 100, 'expand[]': ['instructor'] };
      return allOf((after) => send(client.GET('/v2/sessions', { params: { query: { ...query, ...after } } })));
    },
  });
