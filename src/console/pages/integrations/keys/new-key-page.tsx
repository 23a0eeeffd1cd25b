import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { client, send } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';
import { useNewRecord } from '../../../forms/use-record-form.tsx';
import { useText } from '../../../texts.tsx';
import { FormPage } from '../form/form-page.tsx';
import { keysQuery } from '../queries.ts';
import { ShownOnce } from '../shown-once.tsx';
import { CredentialFields } from './credential-fields.tsx';
import { keyFields } from './credential-record.ts';

/** Makes a key for a program, and shows it once. */
export const NewKeyPage = () => {
  const t = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [made, setMade] = useState<Schemas['ApiKeyWithKey']>();
  const form = useNewRecord(keyFields, {
    create: (body) => send(client.POST('/manage/api-keys', { body })),
    onCreated: (key) => {
      void queries.invalidateQueries({ queryKey: keysQuery.queryKey });
      setMade(key);
    },
  });
  return (
    <>
      <FormPage form={form} title={t('integrations.newKey')} part="keys" act={t('integrations.createKey')}>
        <CredentialFields form={form} />
      </FormPage>
      {made !== undefined && (
        <ShownOnce
          title={t('integrations.keyTitle', { name: made.name })}
          text={t(made.kind === 'publishable' ? 'integrations.publicKeyText' : 'integrations.keyText')}
          values={[{ value: made.key }]}
          onClose={() => void navigate({ to: '/integrations', search: { part: 'keys' } })}
        />
      )}
    </>
  );
};
