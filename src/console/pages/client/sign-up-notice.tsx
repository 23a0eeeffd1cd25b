import { useMutation, useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { client as api, idempotencyKey, send } from '../../api/client.ts';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import { type Client, signUpQuery } from '../../parts/client/queries.ts';
import { useRefreshClient } from '../../parts/client/use-change.ts';
import { useCan, useSite } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { useErrorText } from '../../ui/notices/errors.tsx';
import { ConfirmButton } from '../../ui/overlays/confirm-button.tsx';
import { say } from '../../ui/overlays/toasts.tsx';
import { Icon } from '../../ui/pictures/icon.tsx';

/** Says that a client has signed up and waits, with the buttons that decide. */
export const SignUpNotice = ({ client: { id, fullName: name } }: { client: Client }) => {
  const t = useText();
  const can = useCan();
  const textOf = useErrorText();
  const { date } = useFormats(useSite().timezone);
  const refresh = useRefreshClient();
  const { data } = useQuery(signUpQuery(id));
  const decide = useMutation({
    mutationFn: async (isIn: boolean) => {
      const request = { params: { path: { id }, header: idempotencyKey() } };
      if (isIn) await send(api.POST('/manage/clients/{id}/approve-sign-up', request));
      else await send(api.POST('/manage/clients/{id}/decline-sign-up', request));
      say(t(isIn ? 'today.isIn' : 'today.isTurnedAway', { name }));
    },
    // Also where it was refused: a colleague may have decided.
    onSettled: refresh,
  });
  if (data?.isWaiting !== true || data.signedUpAt === null) return null;
  return (
    <div className="notice" data-tone="info">
      <Icon of={UserPlus} />
      <div className="text">
        <b>{t('client.signUpTitle', { date: date(data.signedUpAt) })}</b>
        <span className="small">{decide.isError ? textOf(decide.error) : t('today.signUpText')}</span>
      </div>
      {can('clients:write') && (
        <div className="row">
          <Button size="small" variant="tinted" isPending={decide.isPending} onPress={() => decide.mutate(true)}>
            {t('today.letIn')}
          </Button>
          <ConfirmButton
            label={t('today.turnAway')}
            variant="quiet"
            isDisabled={decide.isPending}
            outcome={t('today.turnAwayOutcome', { name })}
            confirm={t('today.turnAway')}
            onConfirm={() => decide.mutate(false)}
          />
        </div>
      )}
    </div>
  );
};
