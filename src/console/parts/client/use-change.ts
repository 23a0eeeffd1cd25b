import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, sendTagged } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';
import { useRefresh } from '../../live/refresh.ts';
import { type Client, clientQuery } from './queries.ts';

type Patch = Schemas['UpdateClientRequest'];

/** Reads again all that is shown for a client. */
export const useRefreshClient = (): (() => Promise<void>) => {
  const refresh = useRefresh();
  return () => refresh('client', 'booking', 'package', 'payment', 'checkin');
};

/** Changes a client right away where two people cannot be in each other's way: a status, a tag. It is taken back where the server refuses it. */
export const useChange = (clientId: string) => {
  const queries = useQueryClient();
  const { queryKey } = clientQuery(clientId);
  const refresh = useRefreshClient();
  return useMutation({
    mutationFn: ({ body }: { body: Patch; shown?: Partial<Client> }) =>
      sendTagged(client.PATCH('/v2/clients/{id}', { params: { path: { id: clientId } }, body })),
    onMutate: async ({ shown }) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData(queryKey);
      if (before !== undefined && shown !== undefined) {
        queries.setQueryData(queryKey, { ...before, data: { ...before.data, ...shown } });
      }
      return before;
    },
    onSuccess: (saved) => queries.setQueryData(queryKey, saved),
    onError: (_error, _change, before) => queries.setQueryData(queryKey, before),
    onSettled: refresh,
  });
};
