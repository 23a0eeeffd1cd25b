import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, client, send } from '../../api/client.ts';
import { MIN_PASSWORD } from '../../session.ts';
import { useText } from '../../texts.tsx';
import { Button, Link } from '../../ui/button.tsx';
import { useErrorText } from '../../ui/failure.tsx';
import { PasswordField } from '../../ui/field.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { UserName } from '../../ui/user-name.tsx';
import { Gate } from './gate.tsx';
import { takeToken } from './take-token.ts';

/** An invitation, or a link for a lost password: the person chooses a password and is signed in. */
export const InvitationPage = () => {
  const t = useText();
  const textOf = useErrorText();
  const [token] = useState(takeToken);
  const [password, setPassword] = useState('');
  const [isChecked, setChecked] = useState(false);
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
  const isShort = [...password].length < MIN_PASSWORD;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (!isShort) accept.mutate();
  };
  const refused =
    accept.error instanceof ApiError ? (accept.error.detail('password') ?? textOf(accept.error)) : undefined;
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
      <form className="stack" data-gap="wide" onSubmit={submit} noValidate>
        <UserName value={opened.data?.email ?? ''} />
        <PasswordField
          label={t('gate.newPassword')}
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
          hint={t('setup.passwordHint')}
          error={isChecked && isShort ? t('setup.passwordShort') : refused}
        />
        <Button type="submit" variant="primary" size="large" wide isPending={accept.isPending}>
          {t('gate.begin')}
        </Button>
      </form>
    </Gate>
  );
};
