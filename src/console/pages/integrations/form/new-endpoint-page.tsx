import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ApiError, client, send } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';
import { useText } from '../../../texts.tsx';
import { WEBHOOKS } from '../queries.ts';
import { ShownOnce } from '../shown-once.tsx';
import { EndpointFields, useEndpointForm } from './endpoint-form.tsx';
import { FormPage } from './form-page.tsx';

/** What a form says of a refusal below it: nothing where its fields say it. */
export const besideFields = (error: unknown): unknown =>
  error instanceof ApiError && ['url', 'name', 'customHeader'].some((param) => error.detail(param) !== undefined)
    ? null
    : error;

/** Registers an endpoint, and shows its secret once. */
export const NewEndpointPage = () => {
  const t = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const fields = useEndpointForm();
  const add = useMutation({
    mutationFn: (body: Schemas['CreateWebhookRequest']) => send(client.POST('/v2/webhooks', { body })),
    onSuccess: () => void queries.invalidateQueries({ queryKey: [WEBHOOKS] }),
  });
  const submit = (): void => {
    const body = fields.check();
    if (body !== undefined) add.mutate(body);
  };
  const made = add.data;
  return (
    <>
      <FormPage
        title={t('integrations.newEndpoint')}
        part="webhooks"
        act={t('integrations.create')}
        isPending={add.isPending}
        error={besideFields(add.error)}
        onSubmit={submit}
      >
        <EndpointFields {...fields} error={add.error} />
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
