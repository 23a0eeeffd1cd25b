import { useMutation, useQuery } from '@tanstack/react-query';
import { UserX } from 'lucide-react';
import { useState } from 'react';
import { client as api, idempotencyKey, send } from '../../api/client.ts';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import { DialogForm } from '../../forms/dialog-form.tsx';
import { useForm } from '../../forms/form.tsx';
import { type Client, erasureQuery } from '../../parts/client/queries.ts';
import { useRefreshClient } from '../../parts/client/use-change.ts';
import { useCan, useSite } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { say } from '../../ui/overlays/toasts.tsx';
import { Icon } from '../../ui/pictures/icon.tsx';
import { EraseClient } from './actions/erase.tsx';

interface DeclineProps {
  readonly client: Client;
  readonly onClose: () => void;
}

/** Declines that a client is erased, with the reason that the client reads. */
const DeclineErasure = ({ client: { id, fullName: name }, onClose }: DeclineProps) => {
  const t = useText();
  const refresh = useRefreshClient();
  const [reason, setReason] = useState('');
  const decline = useMutation({
    mutationFn: () =>
      send(
        api.POST('/manage/clients/{id}/decline-erasure', {
          params: { path: { id }, header: idempotencyKey() },
          body: { reason: reason.trim() || null },
        }),
      ),
    onSuccess: () => {
      say(t('client.erasureDeclined', { name }));
      onClose();
    },
    // Also where it was refused: a colleague may have decided.
    onSettled: refresh,
  });
  const form = useForm({ act: decline, submit: () => decline.mutate() });
  return (
    <DialogForm
      form={form}
      title={t('client.erasureDeclineTitle', { name })}
      act={t('client.erasureDecline')}
      isAlert
      onClose={onClose}
    >
      <p>{t('client.erasureDeclineText')}</p>
      <Field
        {...form.field('reason')}
        label={t('client.erasureReason')}
        hint={t('client.erasureReasonHint')}
        autoComplete="off"
        value={reason}
        onChange={setReason}
      />
    </DialogForm>
  );
};

/** Says that a client has asked to be erased, with the buttons that decide. */
export const ErasureNotice = ({ client }: { client: Client }) => {
  const t = useText();
  const can = useCan();
  const { date } = useFormats(useSite().timezone);
  const [open, setOpen] = useState<'erase' | 'decline'>();
  const { data } = useQuery(erasureQuery(client.id));
  const close = (): void => setOpen(undefined);
  if (data?.status !== 'requested' || data.requestedAt === null) return null;
  return (
    <div className="notice" data-tone="caution">
      <Icon of={UserX} />
      <div className="text">
        <b>{t('client.erasureTitle', { date: date(data.requestedAt) })}</b>
        <span className="small">{t(can('clients:erase') ? 'client.erasureText' : 'client.erasureForOthers')}</span>
        {can('clients:erase') && (
          <div className="row" data-wrap="">
            <Button size="small" onPress={() => setOpen('erase')}>
              {t('client.erase')}
            </Button>
            <Button size="small" variant="quiet" onPress={() => setOpen('decline')}>
              {t('client.erasureDeclineOpen')}
            </Button>
          </div>
        )}
      </div>
      {open === 'erase' && <EraseClient client={client} onClose={close} />}
      {open === 'decline' && <DeclineErasure client={client} onClose={close} />}
    </div>
  );
};
