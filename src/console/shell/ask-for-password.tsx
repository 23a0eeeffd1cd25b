import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { client, send } from '../api/client.ts';
import type { PasswordQuestion } from '../api/confirmation.ts';
import { useRefresh } from '../live/refresh.ts';
import { useMe } from '../session.ts';
import { useText } from '../texts.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useErrorText } from '../ui/failure.tsx';
import { PasswordField } from '../ui/field.tsx';
import { UserName } from '../ui/user-name.tsx';

/** Asks for the password, and answers whether it was right. */
export const AskForPassword = ({ act, answer }: PasswordQuestion) => {
  const t = useText();
  const textOf = useErrorText();
  const refresh = useRefresh();
  const { staff, isSandbox } = useMe();
  const [password, setPassword] = useState('');
  const confirm = useMutation({
    mutationFn: () => send(client.POST('/manage/auth/confirm-password', { body: { password } })),
    onSuccess: () => {
      void refresh('staff');
      answer(true);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    confirm.mutate();
  };
  return (
    <Dialog title={t('password.title')} onClose={() => answer(false)}>
      <form className="stack" data-gap="wide" onSubmit={submit}>
        <p className="quiet">{t('password.text')}</p>
        <UserName value={staff.email} />
        <PasswordField
          label={t('gate.password')}
          autoComplete="current-password"
          autoFocus
          value={password}
          onChange={setPassword}
          hint={isSandbox ? t('password.ofSandbox') : undefined}
          error={confirm.error === null ? undefined : textOf(confirm.error)}
        />
        <div className="row">
          <Button type="submit" variant="primary" isPending={confirm.isPending}>
            {act ?? t('password.goOn')}
          </Button>
          <Button onPress={() => answer(false)}>{t('words.cancel')}</Button>
        </div>
      </form>
    </Dialog>
  );
};
