import { useMutation, useQuery } from '@tanstack/react-query';
import { CalendarOff, Hourglass } from 'lucide-react';
import { useState } from 'react';
import { client, send } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';
import { useKeyFor } from '../../../api/use-key-for.ts';
import { useText } from '../../../base/texts.tsx';
import { PREVIEW, useRefresh } from '../../../live/refresh.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { ActionError, LoadError } from '../../../ui/notices/errors.tsx';
import { OutcomeLine } from '../../../ui/notices/outcome-line.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';
import { SkeletonRows } from '../../../ui/tables/skeleton-rows.tsx';
import { GivenBackLines, NotifiedLine } from '../outcome-lines.tsx';

interface CancelSessionProps {
  readonly session: Schemas['Session'];
  readonly onClose: () => void;
}

type Preview = Schemas['SessionCancelPreview'];

const Outcome = ({ preview }: { preview: Preview }) => {
  const t = useText();
  return (
    <ul className="outcome">
      <OutcomeLine of={CalendarOff}>{t('session.cancelClassBookings', { count: preview.bookedCount })}</OutcomeLine>
      {preview.waitlistCount > 0 && (
        <OutcomeLine of={Hourglass}>{t('session.cancelClassWaiting', { count: preview.waitlistCount })}</OutcomeLine>
      )}
      <GivenBackLines preview={preview} />
      <NotifiedLine preview={preview} />
    </ul>
  );
};

/** Asks before a session is canceled, with what that does. */
export const CancelSession = ({ session, onClose }: CancelSessionProps) => {
  const t = useText();
  const refresh = useRefresh();
  const [reason, setReason] = useState('');
  const path = '/manage/sessions/{id}/cancel';
  const keyFor = useKeyFor();
  const preview = useQuery({
    queryKey: ['session', 'cancel-preview', session.id],
    meta: PREVIEW,
    queryFn: async () =>
      (await send(
        client.POST(path, { params: { path: { id: session.id }, query: { dry_run: true } }, body: {} }),
      )) as Preview,
    staleTime: 0,
    gcTime: 0,
  });
  const cancel = useMutation({
    mutationFn: () => {
      const body = reason.trim() === '' ? {} : { reason: reason.trim() };
      return send(client.POST(path, { params: { path: { id: session.id }, header: keyFor(body) }, body }));
    },
    onSuccess: () => {
      void refresh('session', 'booking');
      say(t('session.classCancelled', { name: session.name }));
      onClose();
    },
  });
  const count = preview.data?.notifiedCount ?? 0;
  return (
    <Dialog title={t('session.cancelClassTitle', { name: session.name })} onClose={onClose} isAlert>
      <div className="stack" data-gap="wide">
        {preview.error !== null && <LoadError error={preview.error} onRetry={() => void preview.refetch()} />}
        {preview.data === undefined ? preview.error === null && <SkeletonRows /> : <Outcome preview={preview.data} />}
        <Field
          label={t('session.cancelClassReason')}
          hint={t('session.cancelClassReasonHint')}
          value={reason}
          onChange={setReason}
          maxLength={200}
        />
        <ActionError error={cancel.error} />
        <div className="row" data-wrap="">
          <Button variant="danger" isPending={cancel.isPending} onPress={() => cancel.mutate()}>
            {count === 0 ? t('session.cancelClassAct') : t('session.cancelClassActTell', { count })}
          </Button>
          <Button onPress={onClose}>{t('session.keepClass')}</Button>
        </div>
      </div>
    </Dialog>
  );
};
