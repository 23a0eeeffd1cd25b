import { queryOptions } from '@tanstack/react-query';
import { client, send } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';

export type Progress = Schemas['ClientProgress'];

/** How far a client has come. */
export const progressQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['client', clientId, 'progress'],
    queryFn: () => send(client.GET('/manage/clients/{id}/progress', { params: { path: { id: clientId } } })),
  });
