import { useQueryClient } from '@tanstack/react-query';
import { client, sendTagged } from '../../../api/client.ts';
import { type Edit, useEdit } from '../../../edit/use-edit.ts';
import { type Client, clientQuery } from '../queries.ts';
import { fieldsOf, patchOf } from './fields.ts';

/** A client as it was read, with the tag of that version. */
export interface Version {
  readonly client: Client;
  readonly etag: string | null;
}

/**
 * Edits a client.
 * @param onSaved called with what was saved.
 */
export const useClientEdit = (current: Version, onSaved?: (saved: Client) => void): Edit => {
  const queries = useQueryClient();
  const { id } = current.client;
  const query = clientQuery(id);
  return useEdit<Version>({
    current,
    fieldsOf: ({ client: record }) => fieldsOf(record),
    changedAt: ({ client: { updatedAt } }) => updatedAt,
    read: () => queries.fetchQuery({ ...query, staleTime: 0 }),
    write: async ({ client: record, etag }, changed) => {
      const { data, etag: next } = await sendTagged(
        client.PATCH('/v2/clients/{id}', {
          params: { path: { id }, ...(etag === null ? {} : { header: { 'If-Match': etag } }) },
          body: patchOf(changed, record),
        }),
      );
      return { client: data, etag: next };
    },
    onSaved: (saved) => {
      queries.setQueryData(query.queryKey, saved);
      void queries.invalidateQueries({ queryKey: ['clients'] });
      void queries.invalidateQueries({ queryKey: ['timeline'] });
      onSaved?.(saved.client);
    },
  });
};
