import { useMutation } from '@tanstack/react-query';
import { client as api, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import type { Client } from '../../../parts/client/queries.ts';
import { Button } from '../../../ui/button.tsx';
import { ActionError } from '../../../ui/notices/errors.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';

/** Asks before the secret address of a client's calendar ends, which their own programs follow too. */
export const RenewCalendar = ({ client, onClose }: { client: Client; onClose: () => void }) => {
  const t = useText();
  const { id, fullName: name } = client;
  const renew = useMutation({
    mutationFn: () => send(api.POST('/manage/clients/{id}/calendar-address', { params: { path: { id } } })),
    onSuccess: () => {
      say(t('client.calendarRenewed', { name }));
      onClose();
    },
  });
  return (
    <Dialog title={t('client.renewCalendarTitle', { name })} onClose={onClose} isAlert>
      <div className="stack" data-gap="wide">
        <p>{t('client.renewCalendarText')}</p>
        <ActionError error={renew.error} />
        <div className="row">
          <Button variant="danger" autoFocus isPending={renew.isPending} onPress={() => renew.mutate()}>
            {t('client.renewCalendarAct')}
          </Button>
          <Button onPress={onClose}>{t('words.cancel')}</Button>
        </div>
      </div>
    </Dialog>
  );
};
