import { useInfiniteQuery } from '@tanstack/react-query';
import { client, send } from '../../../api/client.ts';
import { useText } from '../../../texts.tsx';
import { Link } from '../../../ui/button.tsx';
import { PagedTable } from '../../../ui/paged-table.tsx';
import { clientsQuery, type OAuthClient } from '../queries.ts';
import { CredentialCells, useCredentialColumns } from './credential-rows.tsx';

const revoke = (id: string) => send(client.POST('/manage/oauth-clients/{id}/revoke', { params: { path: { id } } }));

/** The programs that get tokens by OAuth. */
export const ClientsTab = () => {
  const t = useText();
  const query = useInfiniteQuery(clientsQuery);
  const columns = useCredentialColumns(t('integrations.client'));
  return (
    <PagedTable<OAuthClient>
      query={query}
      caption={t('integrations.clients')}
      empty={t('integrations.clientsEmpty')}
      columns={columns}
    >
      {(each) => (
        <CredentialCells
          credential={each}
          note={each.clientId}
          kind="oauth_client"
          revoke={revoke}
          link={
            <Link to="/integrations/clients/$clientId" params={{ clientId: each.id }}>
              {each.name}
            </Link>
          }
        />
      )}
    </PagedTable>
  );
};
