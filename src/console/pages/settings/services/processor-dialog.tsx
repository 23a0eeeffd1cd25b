import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError, client, send } from '../../../api/client.ts';
import { setupQuery } from '../../../session.ts';
import { useText } from '../../../texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyLine } from '../../../ui/copy-line.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, PasswordField } from '../../../ui/field.tsx';
import { focusField } from '../../../ui/focus-field.ts';
import { Refused } from '../../../ui/refused.tsx';
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
  const form = useRef<HTMLFormElement>(null);
  const { data: setup } = useQuery(setupQuery);
  const [fields, setFields] = useState({
    publishableKey: processor.publishableKey ?? '',
    secretKey: '',
    webhookSecret: '',
    account: processor.account ?? '',
  });
  const [isChecked, setChecked] = useState(false);
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
  const refusal = save.error instanceof ApiError ? save.error : undefined;
  const names = ['publishableKey', 'secretKey', 'webhookSecret', 'account'] as const;
  const errorOf = (name: keyof typeof problems): string | undefined =>
    (isChecked ? problems[name] : undefined) ?? refusal?.detail(name);
  const set = (name: keyof typeof fields) => (value: string) => {
    save.reset();
    setFields({ ...fields, [name]: value });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    const first = names.find((name) => problems[name] !== undefined);
    if (first === undefined) save.mutate();
    else focusField(form.current, first);
  };
  return (
    <Dialog title={t('services.stripe')} onClose={onClose}>
      <form ref={form} className="stack" data-gap="wide" onSubmit={submit} noValidate>
        <p className="quiet">{t('services.stripeKeys')}</p>
        <Field
          name="publishableKey"
          label={t('payment.key')}
          placeholder="pk_live_…"
          value={fields.publishableKey}
          onChange={set('publishableKey')}
          error={errorOf('publishableKey')}
          autoComplete="off"
        />
        <PasswordField
          name="secretKey"
          label={t('services.secretKey')}
          hint={
            processor.secretKeyEnd === null
              ? t('services.secretKeyHint')
              : t('services.secretKeyKept', { end: processor.secretKeyEnd })
          }
          value={fields.secretKey}
          onChange={set('secretKey')}
          error={errorOf('secretKey')}
          autoComplete="off"
        />
        <div className="stack" data-gap="tight">
          <PasswordField
            name="webhookSecret"
            label={t('services.webhookSecret')}
            hint={t(processor.hasWebhookSecret ? 'services.webhookSecretKept' : 'services.webhookSecretHint')}
            value={fields.webhookSecret}
            onChange={set('webhookSecret')}
            error={errorOf('webhookSecret')}
            autoComplete="off"
          />
          {setup !== undefined && (
            <CopyLine value={`${setup.publicUrl}/webhooks/processor`} label={t('services.webhookAddress')} />
          )}
        </div>
        <Field
          name="account"
          label={t('services.account')}
          hint={t('services.accountHint')}
          placeholder="acct_…"
          value={fields.account}
          onChange={set('account')}
          error={errorOf('account')}
          autoComplete="off"
        />
        {refusal !== undefined && names.every((name) => errorOf(name) === undefined) && <Refused error={refusal} />}
        <div className="row">
          <Button type="submit" variant="primary" isPending={save.isPending}>
            {t('laterWords.save')}
          </Button>
          <Button onPress={onClose}>{t('words.cancel')}</Button>
        </div>
      </form>
    </Dialog>
  );
};
