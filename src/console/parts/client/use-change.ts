import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changeNow } from '../../api/change-now.ts';
import { client, sendTagged } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';
import { useRefresh } from '../../live/refresh.ts';
import { type Client, clientQuery, readClient } from './queries.ts';

type Patch = Schemas['UpdateClientRequest'];

/** Reads again all that is shown for a client. */
export const useRefreshClient = (): (() => Promise<void>) => {
  const refresh = useRefresh();
  return () => refresh('client', 'booking', 'package', 'payment', 'checkin');
};

interface Change {
  /** What is stored: fields, or what follows from the client as they are now, such as a list with one tag more. */
  readonly body: Patch | ((now: Client) => Patch);
  /** What is shown before it is stored. */
  readonly shown?: (now: Client) => Partial<Client>;
}

/** Changes a client right away where two people cannot be in each other's way: a status, a tag. It is taken back where the server refuses it. */
export const useChange = (clientId: string) => {
  const queries = useQueryClient();
  const { queryKey } = clientQuery(clientId);
  const refresh = useRefreshClient();
  const path = { id: clientId };
  return useMutation({
    mutationFn: ({ body }: Change) =>
      typeof body === 'function'
        ? changeNow(
            () => readClient(clientId),
            (now, over) => sendTagged(client.PATCH('/v2/clients/{id}', { params: { path, ...over }, body: body(now) })),
          )
        : sendTagged(client.PATCH('/v2/clients/{id}', { params: { path }, body })),
    onMutate: async ({ shown }) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData(queryKey);
      if (before !== undefined && shown !== undefined) {
        queries.setQueryData(queryKey, { ...before, data: { ...before.data, ...shown(before.data) } });
      }
      return before;
    },
    onSuccess: (saved) => queries.setQueryData(queryKey, saved),
    onError: (_error, _change, before) => queries.setQueryData(queryKey, before),
    onSettled: refresh,
  });
};
