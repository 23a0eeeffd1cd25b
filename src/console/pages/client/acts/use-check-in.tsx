import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { client, idempotencyKey, send } from '../../../api/client.ts';
import { dropKept, useIsVisitKept, visitOrKeep } from '../../../desk/kept-check-ins.ts';
import { useMe } from '../../../session.ts';
import { useSite } from '../../../shell/site.ts';
import { useText } from '../../../texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useErrorText } from '../../../ui/failure.tsx';
import { Field } from '../../../ui/field.tsx';
import { say, sayWithUndo } from '../../../ui/toasts.tsx';
import type { Checkin, Client } from '../queries.ts';
import { useRefreshClient } from '../use-change.ts';

interface LetInProps {
  readonly checkin: Checkin;
  readonly name: string;
  readonly onClose: () => void;
}

/** Asks why a client is let in whom the rules have refused. */
export const LetIn = ({ checkin, name, onClose }: LetInProps) => {
  const t = useText();
  const textOf = useErrorText();
  const refresh = useRefreshClient();
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
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
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (reason.trim() === '') setMissing(true);
    else override.mutate();
  };
  return (
    <Dialog title={t('client.refusedTitle', { name })} onClose={onClose}>
      <form className="stack" data-gap="wide" onSubmit={submit}>
        <p className="notice" data-tone="critical" role="alert">
          {t(`checkins.why_${checkin.statusCode}`)}
        </p>
        <Field
          label={t('client.letInReason')}
          autoFocus
          value={reason}
          onChange={setReason}
          maxLength={200}
          error={
            override.error === null
              ? isMissing && reason.trim() === ''
                ? t('client.letInReasonMissing')
                : undefined
              : textOf(override.error)
          }
        />
        <div className="row">
          <Button type="submit" variant="primary" isPending={override.isPending}>
            {t('client.letIn')}
          </Button>
          <Button onPress={onClose}>{t('client.letInNot')}</Button>
        </div>
      </form>
    </Dialog>
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
      return bookingId === null ? say(text) : sayWithUndo(text, () => undo.mutate(bookingId));
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
