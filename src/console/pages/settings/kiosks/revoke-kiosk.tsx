import { useMutation } from '@tanstack/react-query';
import { useText } from '../../../base/texts.tsx';
import { useRefresh } from '../../../live/refresh.ts';
import { Button } from '../../../ui/button.tsx';
import { ActionError } from '../../../ui/notices/errors.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';
import { type Kiosk, revokeKiosk } from './queries.ts';

interface RevokeKioskProps {
  readonly kiosk: Kiosk;
  readonly siteName: string;
  readonly onClose: () => void;
}

/** Asks before a kiosk is ended for good, with what that does to its tablet. */
export const RevokeKiosk = ({ kiosk: { id, name }, siteName, onClose }: RevokeKioskProps) => {
  const t = useText();
  const refresh = useRefresh();
  const revoke = useMutation({
    mutationFn: () => revokeKiosk(id),
    onSuccess: () => {
      say(t('kiosks.revokedNow', { name }));
      onClose();
    },
    onSettled: () => refresh('kiosk'),
  });
  return (
    <Dialog title={t('kiosks.revokeTitle', { name })} onClose={onClose} isAlert>
      <div className="stack" data-gap="wide">
        <p>{t('kiosks.revokeText', { site: siteName })}</p>
        <p className="quiet">{t('kiosks.revokeAgain')}</p>
        <ActionError error={revoke.error} />
        <div className="row">
          <Button variant="danger" autoFocus isPending={revoke.isPending} onPress={() => revoke.mutate()}>
            {t('kiosks.revokeAct', { name })}
          </Button>
          <Button onPress={onClose}>{t('words.cancel')}</Button>
        </div>
      </div>
    </Dialog>
  );
};
