import { queryOptions } from '@tanstack/react-query';
import { client, send } from '../../api/client.ts';
import { useRefresh } from '../../live/refresh.ts';

/** As many as a page of the interface has at most. */
const MOST = 100;

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: () => send(client.GET('/manage/auth/passkeys', { params: { query: { limit: MOST } } })),
});

/** The browsers in which a person is signed in. */
export const sessionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'sessions', id],
    queryFn: async () =>
      (await send(client.GET('/manage/staff/{id}/sessions', { params: { path: { id }, query: { limit: MOST } } })))
        .data,
  });

/** Reads again what the page shows of the second step. */
export const useFactorsChanged = (): (() => Promise<unknown>) => {
  const refresh = useRefresh();
  return () => refresh('passkey');
};
