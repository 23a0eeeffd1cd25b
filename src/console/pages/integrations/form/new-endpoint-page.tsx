import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { client, send } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';
import { useText } from '../../../base/texts.tsx';
import { useNewRecord } from '../../../forms/use-record-form.tsx';
import { endpointFields } from '../../../parts/integrations/endpoint-record.ts';
import { ShownOnce } from '../shown-once.tsx';
import { EndpointFields } from './endpoint-fields.tsx';
import { FormPage } from './form-page.tsx';

/** Registers an endpoint, and shows its secret once. */
export const NewEndpointPage = () => {
  const t = useText();
  const navigate = useNavigate();
  const [made, setMade] = useState<Schemas['WebhookEndpointWithSecret']>();
  const form = useNewRecord(endpointFields, {
    kind: 'webhook',
    create: (body) => send(client.POST('/v2/webhooks', { body })),
    onCreated: (endpoint) => {
      setMade(endpoint);
    },
  });
  return (
    <>
      <FormPage form={form} title={t('integrations.newEndpoint')} part="webhooks" act={t('integrations.create')}>
        <EndpointFields form={form} />
      </FormPage>
      {made !== undefined && (
        <ShownOnce
          title={t('integrations.secretTitle', { name: made.name })}
          text={t('integrations.secretText')}
          values={[{ value: made.secret }]}
          onClose={() => void navigate({ to: '/integrations/webhooks/$webhookId', params: { webhookId: made.id } })}
        />
      )}
    </>
  );
};
