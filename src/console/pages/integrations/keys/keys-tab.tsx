import { useInfiniteQuery } from '@tanstack/react-query';
import { client, send } from '../../../api/client.ts';
import { useText } from '../../../texts.tsx';
import { PagedTable } from '../../../ui/paged-table.tsx';
import { type Key, keysQuery } from '../queries.ts';
import { CredentialCells, useCredentialColumns } from './credential-rows.tsx';

const revoke = (id: string) => send(client.POST('/manage/api-keys/{id}/revoke', { params: { path: { id } } }));

/** The keys of programs. */
export const KeysTab = () => {
  const t = useText();
  const query = useInfiniteQuery(keysQuery);
  const columns = useCredentialColumns(t('integrations.key'));
  return (
    <PagedTable<Key>
      query={query}
      caption={t('integrations.keys')}
      empty={t('integrations.keysEmpty')}
      columns={columns}
    >
      {(key) => <CredentialCells credential={key} note={`${key.prefix}…${key.last4}`} kind="api_key" revoke={revoke} />}
    </PagedTable>
  );
};
