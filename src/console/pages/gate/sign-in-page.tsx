import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { FingerprintPattern } from 'lucide-react';
import { useState } from 'react';
import { ApiError, client, send } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';
import { useText } from '../../base/texts.tsx';
import { Form, useForm } from '../../forms/form.tsx';
import { setupQuery } from '../../session/session.ts';
import { hasPasskeys } from '../../session/webauthn.ts';
import { Button } from '../../ui/button.tsx';
import { Field, PasswordField } from '../../ui/fields/field.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { Forgotten } from './forgotten.tsx';
import { Gate } from './gate.tsx';
import { GateError } from './gate-error.tsx';
import { passkeyFor } from './passkey.ts';
import { SecondStep } from './second-step.tsx';

type SignIn = Schemas['SignIn'];

const route = getRouteApi('/sign-in');

/** Where a person goes after signing in: a page of the console, never another site. */
const destination = (next: string | undefined): string => (next?.startsWith('/console/') ? next : '/console/today');

/** Signing in with email and password, or with a passkey where the address and the browser take passkeys. */
export const SignInPage = () => {
  const t = useText();
  const { next } = route.useSearch();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [isForgotten, setForgotten] = useState(false);
  usePageTitle(t('gate.signIn'));
  const [half, setHalf] = useState<{ readonly token: string; readonly factors: SignIn['factors'] }>();
  const enter = (): void => location.assign(destination(next));
  const signIn = useMutation({
    mutationFn: () => send(client.POST('/manage/auth/sign-in', { body: { email, password } })),
    onSuccess: ({ signInToken, factors }) =>
      signInToken === null ? enter() : setHalf({ token: signInToken, factors }),
  });
  const { data: setup } = useQuery(setupQuery);
  const byPasskey = useMutation({
    mutationFn: async () => {
      const passkey = await passkeyFor();
      return send(client.POST('/manage/auth/passkeys/sign-in', { body: { passkey } }));
    },
    onSuccess: enter,
  });
  // The server says of a passkey what it says of a password, so that nothing tells who exists.
  const isUnknown = byPasskey.error instanceof ApiError && byPasskey.error.status === 401;
  const isWaiting = signIn.error instanceof ApiError && signIn.error.status === 429;
  const form = useForm({
    act: { error: isWaiting ? null : signIn.error, isPending: signIn.isPending },
    blamed: 'password',
    submit: () => signIn.mutate(),
  });
  if (half !== undefined) {
    return (
      <Gate email={email}>
        <SecondStep
          signInToken={half.token}
          factors={half.factors}
          onSignedIn={enter}
          onStartAgain={() => setHalf(undefined)}
        />
      </Gate>
    );
  }
  if (isForgotten && setup?.mailsLinks === true) {
    return <Forgotten email={email} onEmail={setEmail} onBack={() => setForgotten(false)} />;
  }
  return (
    <Gate>
      <h1>{t('gate.signIn')}</h1>
      <Form form={form}>
        <Field
          label={t('gate.email')}
          type="email"
          autoComplete="username webauthn"
          value={email}
          onChange={setEmail}
          isRequired
        />
        <PasswordField
          {...form.field('password')}
          label={t('gate.password')}
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          isRequired
          hint={isForgotten ? t('gate.forgottenHelp') : undefined}
          beside={
            <Button className="link small" onPress={() => setForgotten(!isForgotten)}>
              {t('gate.forgotten')}
            </Button>
          }
        />
        <Button type="submit" variant="primary" size="large" wide isPending={signIn.isPending}>
          {t('gate.signIn')}
        </Button>
        {isWaiting && <GateError error={signIn.error} />}
        {setup?.passkeys === true && hasPasskeys() && (
          <>
            <div className="or">
              <span>{t('gate.or')}</span>
            </div>
            <Button
              size="large"
              wide
              isPending={byPasskey.isPending}
              onPress={() => byPasskey.mutate()}
              icon={FingerprintPattern}
            >
              {t('gate.usePasskey')}
            </Button>
          </>
        )}
        <GateError error={byPasskey.error} text={isUnknown ? t('gate.passkeyUnknown') : undefined} />
      </Form>
    </Gate>
  );
};
