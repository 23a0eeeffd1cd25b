import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, sendTagged } from '../../api/client.ts';
import { useRefresh } from '../../live/refresh.ts';
import { type Person, personQuery } from './queries.ts';

type Changed = Partial<Pick<Person, 'status' | 'permissionOverrides'>>;

/**
 * Changes a person right away, over the version that was read last. It is taken back where the server refuses it. Changes that
 * are made faster than the server answers follow one another, so `changeOf` may be called for what it has changed already.
 */
export const useChangePerson = (id: string) => {
  const queries = useQueryClient();
  const refresh = useRefresh();
  const { queryKey } = personQuery(id);
  return useMutation({
    scope: { id: `person ${id}` },
    mutationFn: async (changeOf: (person: Person) => Changed) => {
      const { data, etag } = queries.getQueryData(queryKey) ?? (await queries.fetchQuery(personQuery(id)));
      return sendTagged(
        client.PATCH('/v2/staff/{id}', {
          params: { path: { id }, ...(etag === null ? {} : { header: { 'If-Match': etag } }) },
          body: changeOf(data),
        }),
      );
    },
    onMutate: async (changeOf) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData(queryKey);
      if (before !== undefined) {
        queries.setQueryData(queryKey, { ...before, data: { ...before.data, ...changeOf(before.data) } });
      }
      return before;
    },
    onSuccess: (saved) => queries.setQueryData(queryKey, saved),
    onError: (_error, _change, before) => queries.setQueryData(queryKey, before),
    onSettled: () => refresh('staff'),
  });
};
