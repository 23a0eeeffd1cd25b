import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { client, send } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';
import { useText } from '../../../texts.tsx';
import { FormPage } from '../form/form-page.tsx';
import { clientsQuery } from '../queries.ts';
import { ShownOnce } from '../shown-once.tsx';
import { CredentialFields, useCredentialForm } from './credential-form.tsx';

/** Makes an OAuth client for a program, and shows its secret once. */
export const NewClientPage = () => {
  const t = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const fields = useCredentialForm();
  const make = useMutation({
    mutationFn: (body: Schemas['CreateOAuthClientRequest']) => send(client.POST('/manage/oauth-clients', { body })),
    onSuccess: () => void queries.invalidateQueries({ queryKey: clientsQuery.queryKey }),
  });
  const submit = (): void => {
    const body = fields.check();
    if (body !== undefined && 'scopes' in body) make.mutate(body);
  };
  return (
    <>
      <FormPage
        title={t('integrations.newClient')}
        part="clients"
        act={t('integrations.createClient')}
        isPending={make.isPending}
        error={make.error}
        onSubmit={submit}
      >
        <CredentialFields {...fields} isKey={false} />
      </FormPage>
      {make.data !== undefined && (
        <ShownOnce
          title={t('integrations.clientTitle', { name: make.data.name })}
          text={t('integrations.clientText')}
          values={[
            { name: t('integrations.clientId'), value: make.data.clientId },
            { name: t('integrations.clientSecret'), value: make.data.clientSecret },
          ]}
          onClose={() => void navigate({ to: '/integrations', search: { part: 'clients' } })}
        />
      )}
    </>
  );
};
