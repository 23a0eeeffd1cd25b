import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client, idempotencyKey, send } from '../../api/client.ts';
import { useText } from '../../base/texts.tsx';
import { DialogForm } from '../../forms/dialog-form.tsx';
import { useForm } from '../../forms/form.tsx';
import { useMe, useSite } from '../../session/session.ts';
import { Field } from '../../ui/fields/field.tsx';
import { say, sayWithUndo } from '../../ui/overlays/toasts.tsx';
import { dropKept, useIsVisitKept, visitOrKeep } from '../desk/offline-check-ins.ts';
import type { Checkin, Client } from './queries.ts';
import { useRefreshClient } from './use-change.ts';

interface LetInProps {
  readonly checkin: Checkin;
  readonly name: string;
  readonly onClose: () => void;
}

/** Asks why a client is let in whom the rules have refused. */
export const LetIn = ({ checkin, name, onClose }: LetInProps) => {
  const t = useText();
  const refresh = useRefreshClient();
  const [reason, setReason] = useState('');
  const override = useMutation({
    mutationFn: () =>
      send(
        client.POST('/manage/checkins/{id}/override', {
          params: { path: { id: checkin.id }, header: idempotencyKey() },
          body: { reason: reason.trim() },
        }),
      ),
    onSuccess: () => {
      say(t('client.letInDone', { name }));
      void refresh();
      onClose();
    },
  });
  const form = useForm({
    act: override,
    problems: { reason: reason.trim() === '' ? t('client.letInReasonMissing') : undefined },
    blamed: 'reason',
    submit: () => override.mutate(),
  });
  return (
    <DialogForm
      form={form}
      title={t('client.refusedTitle', { name })}
      act={t('client.letIn')}
      cancel={t('client.letInNot')}
      onClose={onClose}
    >
      <p className="notice" data-tone="critical" role="alert">
        {t(`checkins.why_${checkin.statusCode}`)}
      </p>
      <Field
        {...form.field('reason')}
        label={t('client.letInReason')}
        autoFocus
        value={reason}
        onChange={setReason}
        maxLength={200}
      />
    </DialogForm>
  );
};

/** Checks a client in at the site: to the class that they are booked into, or without one. */
export const useCheckIn = ({ id: clientId, firstName: name, fullName }: Client) => {
  const t = useText();
  const site = useSite();
  const { id: staffId } = useMe().staff;
  const refresh = useRefreshClient();
  const [refused, setRefused] = useState<Checkin>();
  const undo = useMutation({
    mutationFn: (bookingId: string) =>
      send(
        client.POST('/manage/bookings/{id}/undo', { params: { path: { id: bookingId }, header: idempotencyKey() } }),
      ),
    onSuccess: () => {
      say(t('shell.undone'));
      void refresh();
    },
  });
  const visit = { clientId, siteId: site.id };
  const isKept = useIsVisitKept(visit);
  const checkIn = useMutation({
    // It is kept where there is no connection.
    networkMode: 'always',
    mutationFn: () => visitOrKeep({ ...visit, name: fullName, staffId }),
    onSuccess: ({ checkin, key }) => {
      if (checkin === undefined) {
        return sayWithUndo(t('shell.keptCheckIns', { count: 1 }), () => {
          dropKept(key);
          say(t('shell.undone'));
        });
      }
      void refresh();
      const { status, bookingId, isReEntry } = checkin;
      if (status === 'invalid') return setRefused(checkin);
      const text = t(isReEntry ? 'client.checkedInAgain' : 'client.checkedIn', { name });
      // Undoing it would take back the visit that was there already, too.
      return bookingId === null || isReEntry ? say(text) : sayWithUndo(text, () => undo.mutate(bookingId));
    },
  });
  return {
    checkIn: () => checkIn.mutate(),
    isPending: checkIn.isPending,
    isKept,
    error: checkIn.error ?? undo.error,
    dialog: refused && <LetIn checkin={refused} name={name} onClose={() => setRefused(undefined)} />,
  };
};
