import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { DialogForm } from '../../../forms/dialog-form.tsx';
import { useForm } from '../../../forms/form.tsx';
import { setupQuery } from '../../../session/session.ts';
import { CopyLine } from '../../../ui/copy-line.tsx';
import { Field, PasswordField } from '../../../ui/fields/field.tsx';
import type { CardProcessor } from './queries.ts';
import { useTakenOver } from './use-taken-over.ts';

const SECRET = /^(?:sk|rk)_(?:test|live)_\w+$/;
const PUBLISHABLE = /^pk_(?:test|live)_\w+$/;
const SIGNING = /^whsec_\S+$/;
const ACCOUNT = /^acct_\w+$/;

/** The keys of Stripe. Stripe is asked before they are saved. */
export const ProcessorDialog = ({ processor, onClose }: { processor: CardProcessor; onClose: () => void }) => {
  const t = useText();
  const takenOver = useTakenOver();
  const { data: setup } = useQuery(setupQuery);
  const [fields, setFields] = useState({
    publishableKey: processor.publishableKey ?? '',
    secretKey: '',
    webhookSecret: '',
    account: processor.account ?? '',
  });
  const isKept = processor.source === 'console';
  const given = (name: keyof typeof fields): string | undefined => fields[name].trim() || undefined;
  const [secretKey, webhookSecret] = [given('secretKey'), given('webhookSecret')];
  const body = {
    publishableKey: fields.publishableKey.trim(),
    account: given('account') ?? null,
    ...(secretKey === undefined ? {} : { secretKey }),
    ...(webhookSecret === undefined ? {} : { webhookSecret }),
  };
  const save = useMutation({
    mutationFn: async () => {
      await send(client.PUT('/manage/card-processor', { body }));
      await takenOver();
    },
    onSuccess: onClose,
  });
  const isFilled = (value: string | undefined, pattern: RegExp): boolean => value === undefined || pattern.test(value);
  const problems = {
    publishableKey: PUBLISHABLE.test(body.publishableKey) ? undefined : t('services.publishableKeyWrong'),
    secretKey: (secretKey === undefined ? isKept : SECRET.test(secretKey)) ? undefined : t('services.secretKeyWrong'),
    webhookSecret: isFilled(webhookSecret, SIGNING) ? undefined : t('services.webhookSecretWrong'),
    account: isFilled(given('account'), ACCOUNT) ? undefined : t('services.accountWrong'),
  };
  const form = useForm({ act: save, problems, submit: () => save.mutate() });
  const set = (name: keyof typeof fields) => (value: string) => {
    save.reset();
    setFields({ ...fields, [name]: value });
  };
  return (
    <DialogForm form={form} title={t('services.stripe')} act={t('common.save')} onClose={onClose}>
      <p className="quiet">{t('services.stripeKeys')}</p>
      <Field
        {...form.field('publishableKey')}
        label={t('payment.key')}
        placeholder="pk_live_…"
        value={fields.publishableKey}
        onChange={set('publishableKey')}
        autoComplete="off"
      />
      <PasswordField
        {...form.field('secretKey')}
        label={t('services.secretKey')}
        hint={
          processor.secretKeyEnd === null
            ? t('services.secretKeyHint')
            : t('services.secretKeyKept', { end: processor.secretKeyEnd })
        }
        value={fields.secretKey}
        onChange={set('secretKey')}
        autoComplete="off"
      />
      <div className="stack" data-gap="tight">
        <PasswordField
          {...form.field('webhookSecret')}
          label={t('services.webhookSecret')}
          hint={t(processor.hasWebhookSecret ? 'services.webhookSecretKept' : 'services.webhookSecretHint')}
          value={fields.webhookSecret}
          onChange={set('webhookSecret')}
          autoComplete="off"
        />
        {setup !== undefined && (
          <CopyLine value={`${setup.publicUrl}/webhooks/processor`} label={t('services.webhookAddress')} />
        )}
      </div>
      <Field
        {...form.field('account')}
        label={t('services.account')}
        hint={t('services.accountHint')}
        placeholder="acct_…"
        value={fields.account}
        onChange={set('account')}
        autoComplete="off"
      />
    </DialogForm>
  );
};
