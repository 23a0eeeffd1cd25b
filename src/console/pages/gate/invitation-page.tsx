import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client, send } from '../../api/client.ts';
import { useText } from '../../base/texts.tsx';
import { Form, useForm } from '../../forms/form.tsx';
import { UserName } from '../../forms/password/user-name.tsx';
import { MIN_PASSWORD } from '../../session/session.ts';
import { Button, Link } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/fields/field.tsx';
import { useErrorText } from '../../ui/notices/errors.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { Gate } from './gate.tsx';
import { takeToken } from './take-token.ts';

/** An invitation, or a link for a lost password: the person chooses a password and is signed in. */
export const InvitationPage = () => {
  const t = useText();
  const textOf = useErrorText();
  const [token] = useState(takeToken);
  const [password, setPassword] = useState('');
  usePageTitle(t('gate.invitation'));
  const opened = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => send(client.POST('/manage/auth/invitation/view', { body: { token } })),
    enabled: token !== '',
    retry: false,
  });
  const accept = useMutation({
    mutationFn: () => send(client.POST('/manage/auth/invitation', { body: { token, password } })),
    onSuccess: () => location.assign('/console/today'),
  });
  const form = useForm({
    act: accept,
    problems: { password: [...password].length < MIN_PASSWORD ? t('setup.passwordShort') : undefined },
    blamed: 'password',
    submit: () => accept.mutate(),
  });
  if (token === '' || opened.isError) {
    return (
      <Gate>
        <h1>{t('gate.invitation')}</h1>
        <p role="alert">{token === '' ? t('gate.linkCut') : textOf(opened.error)}</p>
        <p>
          <Link to="/sign-in">{t('gate.signIn')}</Link>
        </p>
      </Gate>
    );
  }
  return (
    <Gate>
      <h1>{t('gate.welcome', { name: opened.data?.firstName ?? '' })}</h1>
      <p className="quiet">{opened.data?.email}</p>
      <Form form={form}>
        <UserName value={opened.data?.email ?? ''} />
        <PasswordField
          {...form.field('password')}
          label={t('gate.newPassword')}
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
          hint={t('setup.passwordHint')}
        />
        <Button type="submit" variant="primary" size="large" wide isPending={accept.isPending}>
          {t('gate.begin')}
        </Button>
      </Form>
    </Gate>
  );
};
