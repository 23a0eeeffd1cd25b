import { queryOptions, useQuery } from '@tanstack/react-query';
import { client, send } from '../../api/client.ts';
import { useCan } from '../../session/session.ts';
import { settingsQuery } from '../settings/queries.ts';

const firstQuery = queryOptions({
  queryKey: ['households'],
  queryFn: async () => {
    const { data } = await send(client.GET('/manage/households', { params: { query: { limit: 1 } } }));
    return data.length > 0;
  },
});

/** Whether the studio offers households, or has any: before that no word of them is shown. */
export const useHasHouseholds = (): boolean => {
  const can = useCan();
  const settings = useQuery({ ...settingsQuery(undefined), enabled: can('settings:read') });
  const isOffered = (settings.data?.data.membership.households ?? 'off') !== 'off';
  const first = useQuery({ ...firstQuery, enabled: can('clients:read') && !settings.isLoading && !isOffered });
  return isOffered || first.data === true;
};
