import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { client, send } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';
import { useText } from '../../../base/texts.tsx';
import { useNewRecord } from '../../../forms/use-record-form.tsx';
import { clientFields } from '../../../parts/integrations/credential-record.ts';
import { useIsOwner } from '../../../session/session.ts';
import { ForbiddenPage } from '../../../ui/notices/page-states.tsx';
import { FormPage } from '../form/form-page.tsx';
import { ShownOnce } from '../shown-once.tsx';
import { CredentialFields } from './credential-fields.tsx';

const NewClient = () => {
  const t = useText();
  const navigate = useNavigate();
  const [made, setMade] = useState<Schemas['OAuthClientWithSecret']>();
  const form = useNewRecord(clientFields, {
    kind: 'oauth_client',
    create: (body) => send(client.POST('/manage/oauth-clients', { body })),
    onCreated: (found) => {
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

/** Makes an OAuth client for a program, and shows its secret once. It acts for no one, so that owners make it. */
export const NewClientPage = () => (useIsOwner() ? <NewClient /> : <ForbiddenPage />);
