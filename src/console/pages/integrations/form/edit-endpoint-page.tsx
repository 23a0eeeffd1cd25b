import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { client, sendTagged, type Tagged } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { useEditedRecord } from '../../../forms/use-record-form.tsx';
import { endpointFields } from '../../../parts/integrations/endpoint-record.ts';
import { Link } from '../../../ui/button.tsx';
import { NotLoaded } from '../../../ui/notices/page-states.tsx';
import { type Endpoint, editedEndpointQuery } from '../queries.ts';
import { EndpointFields } from './endpoint-fields.tsx';
import { FormPage } from './form-page.tsx';

const route = getRouteApi('/signed-in/integrations/webhooks/$webhookId/edit');

const Loaded = ({ version }: { version: Tagged<Endpoint> }) => {
  const t = useText();
  const navigate = useNavigate();
  const { id, name } = version.data;
  const leave = (how: { readonly ignoreBlocker?: true }): void =>
    void navigate({ to: '/integrations/webhooks/$webhookId', params: { webhookId: id }, ...how });
  const form = useEditedRecord(endpointFields, {
    kind: 'webhook',
    version,
    query: editedEndpointQuery(id),
    // Whoever sends the address, the events or the sites of an endpoint answers for it from then on, so only what has changed is
    // sent. It is sent without the tag of a version: each delivery makes another one.
    write: (body) => sendTagged(client.PATCH('/v2/webhooks/{id}', { params: { path: { id } }, body })),
    onSaved: () => leave({ ignoreBlocker: true }),
    onUnchanged: () => leave({}),
  });
  return (
    <FormPage
      form={form}
      title={t('integrations.editEndpoint', { name })}
      part="webhooks"
      act={t('integrations.save')}
      discard={
        <Link to="/integrations/webhooks/$webhookId" params={{ webhookId: id }} className="button" variant="quiet">
          {t('integrations.discard')}
        </Link>
      }
    >
      <EndpointFields form={form} />
    </FormPage>
  );
};

/** Changes an endpoint. What no one changes stays with whoever it belongs to. */
export const EditEndpointPage = () => {
  const { webhookId } = route.useParams();
  const { data, error, refetch } = useQuery(editedEndpointQuery(webhookId));
  if (data !== undefined) return <Loaded key={webhookId} version={data} />;
  return <NotLoaded error={error} onRetry={() => void refetch()} />;
};
