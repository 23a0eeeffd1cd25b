import { Suspense } from 'react';
import { askForPassword, usePasswordQuestion } from '../../api/confirmation.ts';
import { nowMs } from '../../base/time/now.ts';
import { useMe } from '../../session/session.ts';
import { loadedLater } from '../../ui/overlays/loaded-later.ts';

/** Seldom needed, and not part of the first load. */
const AskForPassword = loadedLater(async () => (await import('./ask-for-password.tsx')).AskForPassword);

/** The dialog that asks for the password again, while an act waits for it. */
export const ConfirmPassword = () => {
  const question = usePasswordQuestion();
  if (question === undefined) return null;
  return (
    <Suspense fallback={null}>
      <AskForPassword {...question} />
    </Suspense>
  );
};

/**
 * Asks for the password before an act that is no request of the client, such as a download, unless the person gave it in the
 * last minutes. Requests of the client ask on their own.
 * @returns a function of the name of the act, on the button, and the act.
 */
export const useConfirmedPassword = (): ((name: string, act: () => void) => void) => {
  const { passwordConfirmedUntil } = useMe();
  return (name, act) => {
    const isConfirmed = passwordConfirmedUntil !== null && Date.parse(passwordConfirmedUntil) > nowMs();
    if (isConfirmed) act();
    else void askForPassword(name).then((isGiven) => isGiven && act());
  };
};
