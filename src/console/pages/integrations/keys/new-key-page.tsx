import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { client, send } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';
import { useText } from '../../../base/texts.tsx';
import { useNewRecord } from '../../../forms/use-record-form.tsx';
import { keyFields, keyOf } from '../../../parts/integrations/credential-record.ts';
import { useMe } from '../../../session/session.ts';
import { FormPage } from '../form/form-page.tsx';
import { ShownOnce } from '../shown-once.tsx';
import { CredentialFields } from './credential-fields.tsx';

/** Makes a key for a program, and shows it once. */
export const NewKeyPage = () => {
  const t = useText();
  const navigate = useNavigate();
  const { staff } = useMe();
  const [made, setMade] = useState<Schemas['ApiKeyWithKey']>();
  const form = useNewRecord(keyFields, {
    kind: 'api_key',
    create: (body) => send(client.POST('/manage/api-keys', { body: keyOf(body, staff) })),
    onCreated: (key) => {
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
