import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { client, send } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';
import { useFormats } from '../../../formats.ts';
import { addDays, isDate, startOfDate } from '../../../local-time.ts';
import { useText } from '../../../texts.tsx';
import { FormPage } from '../form/form-page.tsx';
import { keysQuery } from '../queries.ts';
import { ShownOnce } from '../shown-once.tsx';
import { CredentialFields, useCredentialForm } from './credential-form.tsx';

/** Makes a key for a program, and shows it once. */
export const NewKeyPage = () => {
  const t = useText();
  const { timeZone } = useFormats();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const fields = useCredentialForm();
  const make = useMutation({
    mutationFn: (body: Schemas['CreateApiKeyRequest']) => send(client.POST('/manage/api-keys', { body })),
    onSuccess: () => void queries.invalidateQueries({ queryKey: keysQuery.queryKey }),
  });
  const submit = (): void => {
    const body = fields.check();
    const { until } = fields.form;
    if (body === undefined) return;
    // The last day counts: it ends when the next one begins at the studio.
    const expiresAt = isDate(until) ? new Date(startOfDate(addDays(until, 1), timeZone)).toISOString() : null;
    make.mutate({ ...body, expiresAt });
  };
  const leave = (): void => void navigate({ to: '/integrations', search: { part: 'keys' } });
  return (
    <>
      <FormPage
        title={t('integrations.newKey')}
        part="keys"
        act={t('integrations.createKey')}
        isPending={make.isPending}
        error={make.error}
        onSubmit={submit}
      >
        <CredentialFields {...fields} isKey />
      </FormPage>
      {make.data !== undefined && (
        <ShownOnce
          title={t('integrations.keyTitle', { name: make.data.name })}
          text={t(make.data.kind === 'publishable' ? 'integrations.publicKeyText' : 'integrations.keyText')}
          values={[{ value: make.data.key }]}
          onClose={leave}
        />
      )}
    </>
  );
};
