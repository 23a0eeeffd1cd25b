import { useInfiniteQuery } from '@tanstack/react-query';
import { client, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { PagedTable } from '../../../ui/tables/paged-table.tsx';
import { type Key, keysQuery } from '../queries.ts';
import { useCredentialColumns } from './credential-rows.tsx';

const revoke = (id: string) => send(client.POST('/manage/api-keys/{id}/revoke', { params: { path: { id } } }));

/** The keys of programs. */
export const KeysTab = () => {
  const t = useText();
  const query = useInfiniteQuery(keysQuery);
  const columns = useCredentialColumns<Key>({
    lead: t('integrations.key'),
    kind: 'api_key',
    revoke,
    noteOf: ({ prefix, last4 }) => `${prefix}…${last4}`,
  });
  return (
    <PagedTable query={query} caption={t('integrations.keys')} empty={t('integrations.keysEmpty')} columns={columns} />
  );
};
