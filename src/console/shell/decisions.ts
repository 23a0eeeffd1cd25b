import { queryOptions, useQuery } from '@tanstack/react-query';
import { client, send } from '../api/client.ts';
import type { ResponseOf } from '../api/types.ts';
import { useSite } from '../session/session.ts';

export type Decisions = ResponseOf<'listDecisions'>;
/** Something that waits for a decision of the desk, with the operations that decide. */
export type Decision = Decisions['decisions'][number];

/** What waits for a decision at a site, the most urgent first. */
export const decisionsQuery = (siteId: string) =>
  queryOptions({
    queryKey: ['decisions', siteId],
    queryFn: () => send(client.GET('/manage/decisions', { params: { query: { location_id: siteId } } })),
  });

/** How many decisions wait at the site. */
export const useDecisionCount = (): number => {
  const { data } = useQuery(decisionsQuery(useSite().id));
  return data?.decisions.length ?? 0;
};
