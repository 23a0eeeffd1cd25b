import { useInfiniteQuery } from '@tanstack/react-query';
import { client, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { Link } from '../../../ui/button.tsx';
import { PagedTable } from '../../../ui/tables/paged-table.tsx';
import { clientsQuery, type OAuthClient } from '../queries.ts';
import { useCredentialColumns } from './credential-rows.tsx';

const revoke = (id: string) => send(client.POST('/manage/oauth-clients/{id}/revoke', { params: { path: { id } } }));

/** The programs that get tokens by OAuth. */
export const ClientsTab = () => {
  const t = useText();
  const query = useInfiniteQuery(clientsQuery);
  const columns = useCredentialColumns<OAuthClient>({
    lead: t('integrations.client'),
    kind: 'oauth_client',
    revoke,
    noteOf: ({ clientId }) => clientId,
    linkOf: ({ id, name }) => (
      <Link to="/integrations/clients/$clientId" params={{ clientId: id }}>
        {name}
      </Link>
    ),
  });
  return (
    <PagedTable
      query={query}
      caption={t('integrations.clients')}
      empty={t('integrations.clientsEmpty')}
      columns={columns}
    />
  );
};
