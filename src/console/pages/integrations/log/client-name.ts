import { useQuery } from '@tanstack/react-query';
import { clientNameQuery } from '../../../session/people.ts';
import { useCan } from '../../../session/session.ts';

/** The name of a client; undefined until it is read, and for anyone who may not read it. */
export const useClientName = (id: string | undefined): string | undefined => {
  const can = useCan();
  return useQuery({ ...clientNameQuery(id), enabled: id !== undefined && can('clients:read') }).data;
};
