import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client, send } from '../../api/client.ts';
import type { PasswordQuestion } from '../../api/confirmation.ts';
import { useText } from '../../base/texts.tsx';
import { useRefresh } from '../../live/refresh.ts';
import { useMe } from '../../session/session.ts';
import { PasswordField } from '../../ui/fields/field.tsx';
import { DialogForm } from '../dialog-form.tsx';
import { useForm } from '../form.tsx';
import { UserName } from './user-name.tsx';

/** Asks for the password, and answers whether it was right. */
export const AskForPassword = ({ act, answer }: PasswordQuestion) => {
  const t = useText();
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
  const form = useForm({ act: confirm, blamed: 'password', submit: () => confirm.mutate() });
  return (
    <DialogForm form={form} title={t('password.title')} act={act ?? t('password.goOn')} onClose={() => answer(false)}>
      <p className="quiet">{t('password.text')}</p>
      <UserName value={staff.email} />
      <PasswordField
        {...form.field('password')}
        label={t('gate.password')}
        autoComplete="current-password"
        autoFocus
        value={password}
        onChange={setPassword}
        hint={isSandbox ? t('password.ofSandbox') : undefined}
      />
    </DialogForm>
  );
};
