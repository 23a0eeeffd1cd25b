import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { client, send } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';
import { NotFoundPage, NotLoaded } from '../../../shell/page-states.tsx';
import { useText } from '../../../texts.tsx';
import { say } from '../../../ui/toasts.tsx';
import { FormPage } from '../form/form-page.tsx';
import { clientQuery, clientsQuery, type OAuthClient } from '../queries.ts';
import { CredentialFields, useCredentialForm } from './credential-form.tsx';

const route = getRouteApi('/signed-in/integrations/clients/$clientId');

type Body = Schemas['UpdateOAuthClientRequest'];

const isSame = (left: readonly string[] | null, right: readonly string[] | null): boolean =>
  JSON.stringify(left?.toSorted()) === JSON.stringify(right?.toSorted());

/** What is sent: a right that nobody changed is not asked of whoever saves. */
const changesOf = ({ name, tier, scopes, siteIds = null }: Body, before: OAuthClient): Body => ({
  ...(name === undefined || name === before.name ? {} : { name }),
  ...(tier === undefined || tier === before.tier ? {} : { tier }),
  ...(scopes === undefined || isSame(scopes, before.scopes) ? {} : { scopes }),
  ...(isSame(siteIds, before.siteIds) ? {} : { siteIds }),
});

const Loaded = ({ found }: { found: OAuthClient }) => {
  const t = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const fields = useCredentialForm(found);
  const leave = (): void => void navigate({ to: '/integrations', search: { part: 'clients' } });
  const save = useMutation({
    mutationFn: (body: Body) =>
      send(client.PATCH('/manage/oauth-clients/{id}', { params: { path: { id: found.id } }, body })),
    onSuccess: () => {
      say(t('laterWords.saved'));
      void queries.invalidateQueries({ queryKey: clientsQuery.queryKey });
      leave();
    },
  });
  const submit = (): void => {
    const body = fields.check();
    if (body === undefined || !('scopes' in body)) return;
    const changes = changesOf(body, found);
    if (Object.keys(changes).length === 0) leave();
    else save.mutate(changes);
  };
  return (
    <FormPage
      title={t('integrations.editEndpoint', { name: found.name })}
      part="clients"
      act={t('integrations.save')}
      isPending={save.isPending}
      error={save.error}
      onSubmit={submit}
    >
      <CredentialFields {...fields} isKey={false} />
      <p className="small quiet">{t('integrations.clientChange')}</p>
    </FormPage>
  );
};

/** Changes a client. Its secret stays, and its tokens lose at once what it loses. */
export const EditClientPage = () => {
  const { clientId } = route.useParams();
  const { data, error, refetch } = useQuery(clientQuery(clientId));
  // A client that is revoked has ended for good.
  if (data !== undefined) return data.revokedAt === null ? <Loaded key={clientId} found={data} /> : <NotFoundPage />;
  return <NotLoaded error={error} onRetry={() => void refetch()} />;
};
