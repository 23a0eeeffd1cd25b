import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client, send } from '../../api/client.ts';
import type { ResponseOf } from '../../api/types.ts';
import { useText } from '../../base/texts.tsx';
import { DialogForm } from '../../forms/dialog-form.tsx';
import { useForm } from '../../forms/form.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { QrCode } from '../../ui/pictures/qr-code.tsx';

const DIGITS = 6;

interface AppDialogProps {
  readonly setup: ResponseOf<'beginTotp'>;
  /** @param codes the recovery codes that came with the first second step; null where the person has some. */
  readonly onConfirmed: (codes: readonly string[] | null) => void;
  readonly onClose: () => void;
}

/** Sets an app up: it reads the picture or takes the secret, and its first code proves that it works. */
export const AppDialog = ({ setup, onConfirmed, onClose }: AppDialogProps) => {
  const t = useText();
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () => send(client.POST('/manage/auth/totp/confirm', { body: { code } })),
    onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
  });
  const form = useForm({
    act: confirm,
    problems: { code: code.length === DIGITS ? undefined : t('account.codeShort') },
    blamed: 'code',
    submit: () => confirm.mutate(),
  });
  return (
    <DialogForm form={form} title={t('account.setApp')} act={t('account.confirmApp')} onClose={onClose}>
      <p className="quiet">{t('account.scan')}</p>
      <QrCode text={setup.uri} label={t('account.qrCode')} />
      <div className="field">
        <span className="label">{t('account.secret')}</span>
        <code className="code secret">{setup.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </div>
      <Field
        {...form.field('code')}
        label={t('account.appCode')}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        maxLength={DIGITS}
        value={code}
        onChange={(typed) => setCode(typed.replace(/\D/g, ''))}
      />
    </DialogForm>
  );
};
