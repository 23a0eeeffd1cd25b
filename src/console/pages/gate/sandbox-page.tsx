import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { ApiError } from '../../api/client.ts';
import { useText } from '../../base/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { ActionError } from '../../ui/notices/errors.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { Gate } from './gate.tsx';

const ROLES = ['owner', 'front_desk', 'instructor'] as const;
type DemoRole = (typeof ROLES)[number];

/** The sandbox is no part of the interface, so its one operation of the console has no type in the document. */
const enter = async (role: DemoRole): Promise<void> => {
  const response = await fetch('/sandbox/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'X-Studiod-Console': '1' },
    body: JSON.stringify({ role }),
  }).catch(() => undefined);
  if (response === undefined) throw new ApiError(0, 'no_connection', '');
  if (!response.ok) throw new ApiError(response.status, 'route_not_found', '');
  location.assign('/console/today');
};

/** Signs in to the demo studio of a sandbox without a password: as the role after `#`, or as the role that is chosen here. */
export const SandboxPage = () => {
  const t = useText();
  usePageTitle(t('gate.sandbox'));
  const signIn = useMutation({ mutationFn: enter });
  const begin = useEffectEvent(() => {
    const role = ROLES.find((each) => `#${each}` === location.hash);
    if (role !== undefined) signIn.mutate(role);
  });
  useEffect(() => begin(), []);
  const { error } = signIn;
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <Gate>
      <h1>{t('gate.sandbox')}</h1>
      <p className="quiet">{t('gate.sandboxHint')}</p>
      <ActionError error={error} text={isMissing ? t('gate.noSandbox') : undefined} isLine />
      <div className="stack" data-gap="wide">
        {ROLES.map((role, index) => (
          <Button
            key={role}
            size="large"
            wide
            isPending={signIn.isPending}
            onPress={() => signIn.mutate(role)}
            {...(index === 0 ? { variant: 'primary' as const } : {})}
          >
            {t(`words.${role}`)}
          </Button>
        ))}
      </div>
    </Gate>
  );
};
