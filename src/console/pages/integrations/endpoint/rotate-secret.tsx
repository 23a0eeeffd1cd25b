import { useMutation } from '@tanstack/react-query';
import { ApiError, client, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { useRefresh } from '../../../live/refresh.ts';
import { Button } from '../../../ui/button.tsx';
import { ActionError } from '../../../ui/notices/errors.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import type { Endpoint } from '../queries.ts';
import { ShownOnce } from '../shown-once.tsx';

/** Asks before the secret is replaced, and shows the new one once. */
export const RotateSecret = ({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) => {
  const t = useText();
  const refresh = useRefresh();
  const { id, name, secretLast4 } = endpoint;
  const rotate = useMutation({
    mutationFn: () => send(client.POST('/v2/webhooks/{id}/rotate-secret', { params: { path: { id } } })),
    onSuccess: () => void refresh('webhook'),
  });
  if (rotate.data !== undefined) {
    return (
      <ShownOnce
        title={t('integrations.secretTitle', { name })}
        text={t('integrations.secretText')}
        values={[{ value: rotate.data.secret }]}
        onClose={onClose}
      />
    );
  }
  const isTooSoon = rotate.error instanceof ApiError && rotate.error.code === 'secret_rotation_conflict';
  return (
    <Dialog title={t('integrations.rotate')} onClose={onClose} isAlert>
      <div className="stack" data-gap="wide">
        <p>{t('integrations.rotateText', { last4: secretLast4 })}</p>
        <ActionError error={rotate.error} text={isTooSoon ? t('integrations.rotateTooSoon') : undefined} />
        <div className="row">
          <Button variant="primary" autoFocus isPending={rotate.isPending} onPress={() => rotate.mutate()}>
            {t('integrations.rotateAct')}
          </Button>
          <Button onPress={onClose}>{t('words.cancel')}</Button>
        </div>
      </div>
    </Dialog>
  );
};
