import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { client, sendTagged, type Tagged } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { useEditedRecord } from '../../../forms/use-record-form.tsx';
import { clientFields } from '../../../parts/integrations/credential-record.ts';
import { useIsOwner } from '../../../session/session.ts';
import { ForbiddenPage, NotFoundPage, NotLoaded } from '../../../ui/notices/page-states.tsx';
import { FormPage } from '../form/form-page.tsx';
import { clientQuery, type OAuthClient } from '../queries.ts';
import { CredentialFields } from './credential-fields.tsx';

const route = getRouteApi('/signed-in/integrations/clients/$clientId');

const Loaded = ({ version }: { version: Tagged<OAuthClient> }) => {
  const t = useText();
  const navigate = useNavigate();
  const { id, name } = version.data;
  const leave = (how: { readonly ignoreBlocker?: true }): void =>
    void navigate({ to: '/integrations', search: { part: 'clients' }, ...how });
  const form = useEditedRecord(clientFields, {
    kind: 'oauth_client',
    version,
    query: clientQuery(id),
    shown: { scopes: (held) => t('integrations.rights', { count: Array.isArray(held) ? held.length : 0 }) },
    write: (body, header) =>
      sendTagged(client.PATCH('/manage/oauth-clients/{id}', { params: { path: { id }, ...header }, body })),
    onSaved: () => leave({ ignoreBlocker: true }),
    onUnchanged: () => leave({}),
  });
  return (
    <FormPage form={form} title={t('integrations.editEndpoint', { name })} part="clients" act={t('integrations.save')}>
      <CredentialFields form={form} />
      <p className="small quiet">{t('integrations.clientChange')}</p>
    </FormPage>
  );
};

/** Changes a client, which owners do. Its secret stays, and its tokens lose right away what it loses. */
export const EditClientPage = () => {
  const { clientId } = route.useParams();
  const isOwner = useIsOwner();
  const { data, error, refetch } = useQuery(clientQuery(clientId));
  if (!isOwner) return <ForbiddenPage />;
  if (data === undefined) return <NotLoaded error={error} onRetry={() => void refetch()} />;
  // A client that is revoked has ended for good.
  return data.data.revokedAt === null ? <Loaded key={clientId} version={data} /> : <NotFoundPage />;
};
