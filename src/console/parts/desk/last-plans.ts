import { queryOptions } from '@tanstack/react-query';
import { client, send } from '../../api/client.ts';

/** The packages of a client among which the plan that was bought last is looked for. */
const LOOKED_AT = 20;

/**
 * The plans that a client has bought, the last one first. They are not asked again while a sale is prepared: what is chosen
 * stays chosen.
 */
export const lastPlansQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['last-plans', clientId],
    queryFn: async () => {
      const query = { client_id: clientId, limit: LOOKED_AT };
      const { data } = await send(client.GET('/manage/packages', { params: { query } }));
      return data.flatMap(({ planId }) => planId ?? []);
    },
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
