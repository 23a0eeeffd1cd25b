import { queryOptions } from '@tanstack/react-query';
import { DAY_MS } from '../../../kernel/durations.ts';
import { client, send } from '../../api/client.ts';
import { nowMs } from '../../base/time/now.ts';

/** How far ahead the desk books most: a week. */
const DAYS = 7;

/** The classes of a site in the coming days. @param today read again with each day. */
export const sessionsAheadQuery = (siteId: string, today: string) =>
  queryOptions({
    queryKey: ['day', 'ahead', siteId, today],
    queryFn: async () => {
      const now = nowMs();
      const { data } = await send(
        client.GET('/v2/sessions', {
          params: {
            query: {
              location_id: siteId,
              start_time_gte: new Date(now).toISOString(),
              start_time_lte: new Date(now + DAYS * DAY_MS).toISOString(),
              limit: 100,
              'expand[]': ['instructor'],
            },
          },
        }),
      );
      return data.filter(({ status }) => status === 'scheduled');
    },
  });
