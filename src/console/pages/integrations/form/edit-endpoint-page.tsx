import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { client, send } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';
import { NotLoaded } from '../../../shell/page-states.tsx';
import { useText } from '../../../texts.tsx';
import { Link } from '../../../ui/button.tsx';
import { say } from '../../../ui/toasts.tsx';
import { type Endpoint, endpointQuery, WEBHOOKS } from '../queries.ts';
import { EndpointFields, useEndpointForm } from './endpoint-form.tsx';
import { FormPage } from './form-page.tsx';
import { besideFields } from './new-endpoint-page.tsx';

const route = getRouteApi('/signed-in/integrations/webhooks/$webhookId/edit');

type Body = Schemas['UpdateWebhookRequest'];

const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

/** What a body changes: whoever sends the address, the events or the sites of an endpoint answers for it from then on. */
const changesOf = (body: Schemas['CreateWebhookRequest'], before: Endpoint): Body => ({
  ...(body.name === before.name ? {} : { name: body.name }),
  ...(body.url === before.url ? {} : { url: body.url }),
  ...(isSame(body.eventTypes.toSorted(), before.eventTypes.toSorted()) ? {} : { eventTypes: body.eventTypes }),
  ...(body.locationScope === before.locationScope && isSame(body.locationIds, before.locationIds)
    ? {}
    : { locationScope: body.locationScope, locationIds: body.locationIds }),
  ...(body.customHeader === undefined ? {} : { customHeader: body.customHeader }),
});

const Loaded = ({ endpoint }: { endpoint: Endpoint }) => {
  const t = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const fields = useEndpointForm(endpoint);
  const { id } = endpoint;
  const leave = (): void => void navigate({ to: '/integrations/webhooks/$webhookId', params: { webhookId: id } });
  const save = useMutation({
    mutationFn: (body: Body) =>
      send(
        // Only what was changed is sent, without the tag of a version: each delivery makes another one.
        client.PATCH('/v2/webhooks/{id}', { params: { path: { id } }, body }),
      ),
    onSuccess: () => {
      say(t('laterWords.saved'));
      void queries.invalidateQueries({ queryKey: [WEBHOOKS] });
      leave();
    },
  });
  const submit = (): void => {
    const body = fields.check();
    if (body === undefined) return;
    const changes = changesOf(body, endpoint);
    if (Object.keys(changes).length === 0) leave();
    else save.mutate(changes);
  };
  return (
    <FormPage
      title={t('integrations.editEndpoint', { name: endpoint.name })}
      part="webhooks"
      act={t('integrations.save')}
      isPending={save.isPending}
      error={besideFields(save.error)}
      onSubmit={submit}
      discard={
        <Link to="/integrations/webhooks/$webhookId" params={{ webhookId: id }} className="button" variant="quiet">
          {t('integrations.discard')}
        </Link>
      }
    >
      <EndpointFields {...fields} error={save.error} />
    </FormPage>
  );
};

/** Changes an endpoint. What nobody changes stays with whoever it belongs to. */
export const EditEndpointPage = () => {
  const { webhookId } = route.useParams();
  // While it is edited, deliveries change what the page would read anew.
  const { data, error, refetch } = useQuery({ ...endpointQuery(webhookId), refetchInterval: false });
  if (data !== undefined) return <Loaded key={webhookId} endpoint={data} />;
  return <NotLoaded error={error} onRetry={() => void refetch()} />;
};
