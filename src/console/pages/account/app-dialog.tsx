import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, client, send } from '../../api/client.ts';
import type { ResponseOf } from '../../api/types.ts';
import { useText } from '../../texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useErrorText } from '../../ui/failure.tsx';
import { Field } from '../../ui/field.tsx';
import { QrCode } from '../../ui/qr-code.tsx';

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
  const textOf = useErrorText();
  const [code, setCode] = useState('');
  const [isChecked, setChecked] = useState(false);
  const confirm = useMutation({
    mutationFn: () => send(client.POST('/manage/auth/totp/confirm', { body: { code } })),
    onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
  });
  const isWhole = code.length === DIGITS;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (isWhole) confirm.mutate();
  };
  const { error } = confirm;
  const refused = error === null ? undefined : (error instanceof ApiError && error.detail('code')) || textOf(error);
  return (
    <Dialog title={t('account.setApp')} onClose={onClose}>
      <form className="stack" data-gap="wide" onSubmit={submit} noValidate>
        <p className="quiet">{t('account.scan')}</p>
        <QrCode text={setup.uri} label={t('account.qrCode')} />
        <div className="field">
          <span className="label">{t('account.secret')}</span>
          <code className="code secret">{setup.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        </div>
        <Field
          label={t('account.appCode')}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          maxLength={DIGITS}
          value={code}
          onChange={(typed) => setCode(typed.replace(/\D/g, ''))}
          error={isChecked && !isWhole ? t('account.codeShort') : refused}
        />
        <div className="row">
          <Button type="submit" variant="primary" isPending={confirm.isPending}>
            {t('account.confirmApp')}
          </Button>
          <Button onPress={onClose}>{t('words.cancel')}</Button>
        </div>
      </form>
    </Dialog>
  );
};
