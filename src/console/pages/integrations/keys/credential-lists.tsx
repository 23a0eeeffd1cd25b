import { useInfiniteQuery } from '@tanstack/react-query';
import { client, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { useIsOwner } from '../../../session/session.ts';
import { Link } from '../../../ui/button.tsx';
import { clientsQuery, type Key, keysQuery, type OAuthClient } from '../queries.ts';
import { useCredentialColumns } from './credential-rows.tsx';

const revokeKey = (id: string) => send(client.POST('/manage/api-keys/{id}/revoke', { params: { path: { id } } }));

/** The keys of programs. They are read while they are shown. */
export const useKeyList = (isShown: boolean) => {
  const t = useText();
  return {
    label: t('integrations.keys'),
    pages: useInfiniteQuery({ ...keysQuery, enabled: isShown }),
    columns: useCredentialColumns<Key>({
      lead: t('integrations.key'),
      kind: 'api_key',
      revoke: revokeKey,
      noteOf: ({ prefix, last4 }) => `${prefix}…${last4}`,
    }),
    empty: t('integrations.keysEmpty'),
  };
};

const revokeClient = (id: string) =>
  send(client.POST('/manage/oauth-clients/{id}/revoke', { params: { path: { id } } }));

/** The programs that get tokens by OAuth. They are read while they are shown. */
export const useClientList = (isShown: boolean) => {
  const t = useText();
  const isOwner = useIsOwner();
  return {
    label: t('integrations.clients'),
    pages: useInfiniteQuery({ ...clientsQuery, enabled: isShown }),
    columns: useCredentialColumns<OAuthClient>({
      lead: t('integrations.client'),
      kind: 'oauth_client',
      revoke: revokeClient,
      noteOf: ({ clientId }) => clientId,
      linkOf: ({ id, name }) =>
        isOwner && (
          <Link to="/integrations/clients/$clientId" params={{ clientId: id }}>
            {name}
          </Link>
        ),
    }),
    empty: t('integrations.clientsEmpty'),
  };
};
