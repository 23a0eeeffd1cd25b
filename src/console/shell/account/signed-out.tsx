import { useLocation } from '@tanstack/react-router';
import { useText } from '../../base/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';

const nothing = (): void => {};

/**
 * Covers the page once the session has ended. What is typed stays, for anyone who signs in in another tab and comes back.
 */
export const SignedOut = () => {
  const t = useText();
  const next = useLocation({ select: ({ href }) => href });
  const signIn = `/console/sign-in?${new URLSearchParams({ next: `/console${next}` })}`;
  return (
    <Dialog title={t('signedOut.title')} onClose={nothing} stays isAlert>
      <div className="stack" data-gap="wide">
        <p className="quiet">{t('signedOut.text')}</p>
        <div className="row" data-wrap="">
          <Button variant="primary" onPress={() => location.assign(signIn)}>
            {t('gate.signIn')}
          </Button>
          <Button onPress={() => window.open('/console/sign-in', '_blank', 'noopener')}>{t('signedOut.beside')}</Button>
        </div>
      </div>
    </Dialog>
  );
};
