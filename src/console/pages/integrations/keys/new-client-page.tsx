import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { client, send } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';
import { useNewRecord } from '../../../forms/use-record-form.tsx';
import { useText } from '../../../texts.tsx';
import { FormPage } from '../form/form-page.tsx';
import { clientsQuery } from '../queries.ts';
import { ShownOnce } from '../shown-once.tsx';
import { CredentialFields } from './credential-fields.tsx';
import { clientFields } from './credential-record.ts';

/** Makes an OAuth client for a program, and shows its secret once. */
export const NewClientPage = () => {
  const t = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [made, setMade] = useState<Schemas['OAuthClientWithSecret']>();
  const form = useNewRecord(clientFields, {
    create: (body) => send(client.POST('/manage/oauth-clients', { body })),
    onCreated: (found) => {
      void queries.invalidateQueries({ queryKey: clientsQuery.queryKey });
      setMade(found);
    },
  });
  return (
    <>
      <FormPage form={form} title={t('integrations.newClient')} part="clients" act={t('integrations.createClient')}>
        <CredentialFields form={form} />
      </FormPage>
      {made !== undefined && (
        <ShownOnce
          title={t('integrations.clientTitle', { name: made.name })}
          text={t('integrations.clientText')}
          values={[
            { name: t('integrations.clientId'), value: made.clientId },
            { name: t('integrations.clientSecret'), value: made.clientSecret },
          ]}
          onClose={() => void navigate({ to: '/integrations', search: { part: 'clients' } })}
        />
      )}
    </>
  );
};
