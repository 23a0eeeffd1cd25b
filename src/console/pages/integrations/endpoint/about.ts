import { useQuery } from '@tanstack/react-query';
import { client, send } from '../../../api/client.ts';
import { useCan } from '../../../session/session.ts';
import { useClientName } from '../log/client-name.ts';

type Payload = Readonly<Record<string, unknown>> | undefined;

const idIn = (payload: Payload, name: string): string | undefined => {
  const data = payload?.data;
  if (typeof data !== 'object' || data === null) return undefined;
  const value: unknown = Reflect.get(data, name);
  return typeof value === 'string' ? value : undefined;
};

/** Whom and which class an event is about, by their names; undefined where no one may say or the event is about neither. */
export const useAbout = (payload: Payload): string | undefined => {
  const can = useCan();
  const clientId = idIn(payload, 'clientId');
  const sessionId = idIn(payload, 'sessionId');
  const person = useClientName(clientId);
  const session = useQuery({
    queryKey: ['session', sessionId, 'name'],
    queryFn: async () =>
      (await send(client.GET('/v2/sessions/{id}', { params: { path: { id: sessionId ?? '' } } }))).name,
    enabled: sessionId !== undefined && can('sessions:read'),
    retry: false,
  });
  const names = [person, session.data].filter((name) => name !== undefined);
  return names.length === 0 ? undefined : names.join(', ');
};
