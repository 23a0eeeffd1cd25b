import { useMutation } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { client, idempotencyKey, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { useRefresh } from '../../../live/refresh.ts';
import { useErrorText } from '../../../ui/notices/errors.tsx';
import { ConfirmButton } from '../../../ui/overlays/confirm-button.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';
import type { Health } from '../queries.ts';

/** Sends everything again that has not arrived; absent while nothing is left. */
export const RedeliverFailed = ({ endpointId, health }: { endpointId: string; health: Health | undefined }) => {
  const t = useText();
  const textOf = useErrorText();
  const refresh = useRefresh();
  const again = useMutation({
    mutationFn: () =>
      send(
        client.POST('/manage/webhooks/{id}/redeliver-failed', {
          params: { path: { id: endpointId }, header: idempotencyKey() },
        }),
      ),
    onSuccess: ({ queued }) => {
      say(t('integrations.queued', { count: queued }));
      return refresh('webhook');
    },
  });
  const { undelivered = 0, redelivering = 0, isUndeliveredCapped = false } = health ?? {};
  return (
    <>
      {redelivering > 0 && (
        <span className="small quiet" role="status">
          {t('integrations.redelivering', { count: redelivering })}
        </span>
      )}
      {undelivered > 0 && (
        <ConfirmButton
          label={
            <>
              <Icon of={RotateCw} />
              {t('integrations.redeliverFailed')}
            </>
          }
          isDisabled={again.isPending}
          outcome={t(isUndeliveredCapped ? 'integrations.redeliverOutcomeMany' : 'integrations.redeliverOutcome', {
            count: undelivered,
          })}
          confirm={t('integrations.redeliverAct', { count: undelivered })}
          onConfirm={() => again.mutate()}
        />
      )}
      {again.isError && (
        <small className="error" role="alert">
          {textOf(again.error)}
        </small>
      )}
    </>
  );
};
