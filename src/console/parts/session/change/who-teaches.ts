import { useQuery } from '@tanstack/react-query';
import { client, send } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';

type Session = Schemas['Session'];

/** A class that began earlier than this is over. */
const LONGEST_MS = 6 * 3_600_000;

/** What instructors teach while a session takes place, besides it, by their ids. */
export const useWhoTeaches = ({ id, startTime, endTime }: Session): ReadonlyMap<string, Session> => {
  const from = new Date(Date.parse(startTime) - LONGEST_MS).toISOString();
  const { data = [] } = useQuery({
    queryKey: ['session', 'beside', id, startTime, endTime],
    queryFn: async () => {
      const query = { start_time_gte: from, start_time_lte: endTime, limit: 100 };
      return (await send(client.GET('/v2/sessions', { params: { query } }))).data;
    },
  });
  const beside = data.filter(
    (each) => each.id !== id && each.status !== 'cancelled' && each.endTime > startTime && each.startTime < endTime,
  );
  return new Map(beside.flatMap((each) => (each.instructorId === null ? [] : [[each.instructorId, each] as const])));
};
