import { useMutation } from '@tanstack/react-query';
import { FingerprintPattern } from 'lucide-react';
import { useState } from 'react';
import { client, send } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';
import { useText } from '../../base/texts.tsx';
import { Form, useForm } from '../../forms/form.tsx';
import { hasPasskeys } from '../../session/webauthn.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { Icon } from '../../ui/pictures/icon.tsx';
import { DIGITS, Digits } from './digits.tsx';
import { GateError } from './gate-error.tsx';
import { passkeyFor } from './passkey.ts';

type Factor = Schemas['SignIn']['factors'][number];
type Given = Omit<Schemas['SecondFactorRequest'], 'signInToken'>;

const TITLES = { totp: 'gate.codeTitle', passkey: 'gate.passkeyTitle', recovery_code: 'gate.recoveryTitle' } as const;
const HINTS = { totp: 'gate.codeHint', passkey: 'gate.passkeyHint', recovery_code: 'gate.recoveryHint' } as const;
const OTHERS = { totp: 'gate.useApp', passkey: 'gate.usePasskey', recovery_code: 'gate.useRecovery' } as const;

interface SecondStepProps {
  /** Says that the password was right. */
  readonly signInToken: string;
  /** The second factors of the person. */
  readonly factors: readonly Factor[];
  readonly onSignedIn: () => void;
  readonly onStartAgain: () => void;
}

/** The second step of signing in: the digits of an app, a passkey, or a recovery code. */
export const SecondStep = ({ signInToken, factors, onSignedIn, onStartAgain }: SecondStepProps) => {
  const t = useText();
  const possible = factors.filter((each) => each !== 'passkey' || hasPasskeys());
  const first = (['totp', 'passkey'] as const).find((each) => possible.includes(each)) ?? 'recovery_code';
  const [factor, setFactor] = useState<Factor>(first);
  const [code, setCode] = useState('');
  const [recoveryCode, setRecoveryCode] = useState('');
  usePageTitle(t(TITLES[factor]));
  const give = useMutation({
    mutationFn: async (given: Given | 'passkey') => {
      const factorGiven = given === 'passkey' ? { passkey: await passkeyFor(signInToken) } : given;
      return send(client.POST('/manage/auth/second-factor', { body: { signInToken, ...factorGiven } }));
    },
    onSuccess: onSignedIn,
    onError: () => setCode(''),
  });
  const type = (digits: string): void => {
    setCode(digits);
    if (digits.length === DIGITS) give.mutate({ code: digits });
  };
  const submit = (): void => {
    if (factor === 'recovery_code') give.mutate({ recoveryCode });
    else if (factor === 'passkey') give.mutate('passkey');
    else if (code.length === DIGITS) give.mutate({ code });
  };
  const form = useForm({ act: give, submit });
  const choose = (other: Factor): void => {
    give.reset();
    setFactor(other);
    if (other === 'passkey') give.mutate('passkey');
  };
  return (
    <>
      <h1>{t(TITLES[factor])}</h1>
      <p className="quiet">{t(HINTS[factor])}</p>
      <Form form={form}>
        {factor === 'totp' && <Digits value={code} onChange={type} isInvalid={give.isError} />}
        {factor === 'recovery_code' && (
          <Field label={t('gate.recoveryCode')} autoFocus value={recoveryCode} onChange={setRecoveryCode} />
        )}
        {factor !== 'totp' && (
          <Button type="submit" variant="primary" size="large" wide isPending={give.isPending}>
            {factor === 'passkey' && <Icon of={FingerprintPattern} />}
            {t(factor === 'passkey' ? 'gate.usePasskey' : 'gate.signIn')}
          </Button>
        )}
        <GateError error={give.error} />
        <div className="stack">
          {possible
            .filter((each) => each !== factor)
            .map((each) => (
              <Button
                key={each}
                wide
                {...(each === 'passkey' ? {} : { variant: 'quiet' as const })}
                onPress={() => choose(each)}
              >
                {each === 'passkey' && <Icon of={FingerprintPattern} />}
                {t(OTHERS[each])}
              </Button>
            ))}
        </div>
        <Button className="link" onPress={onStartAgain}>
          {t('gate.somebodyElse')}
        </Button>
      </Form>
    </>
  );
};
