import { useQuery } from '@tanstack/react-query';
import { client, send } from '../../../api/client.ts';
import { useCan } from '../../../session.ts';

/** The name of a client; undefined until it is read, and for who may not read it. */
export const useClientName = (id: string | undefined): string | undefined => {
  const can = useCan();
  return useQuery({
    queryKey: ['client', id, 'name'],
    queryFn: async () => (await send(client.GET('/v2/clients/{id}', { params: { path: { id: id ?? '' } } }))).fullName,
    enabled: id !== undefined && can('clients:read'),
    retry: false,
  }).data;
};
