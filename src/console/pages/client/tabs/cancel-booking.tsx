import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client as api, idempotencyKey, send } from '../../../api/client.ts';
import { isNotStarted } from '../../../api/is-not-started.ts';
import { useText } from '../../../base/texts.tsx';
import type { Booking, Client } from '../../../parts/client/queries.ts';
import { useRefreshClient } from '../../../parts/client/use-change.ts';
import { Outcome } from '../../../parts/session/cancel-outcome.tsx';
import { cancelPreviewQuery } from '../../../parts/session/queries.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckField } from '../../../ui/fields/check-field.tsx';
import { ActionError, LoadError } from '../../../ui/notices/errors.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';
import { SkeletonRows } from '../../../ui/tables/skeleton-rows.tsx';

interface CancelBookingProps {
  readonly booking: Booking;
  readonly client: Client;
  readonly onClose: () => void;
}

/** Asks before a booking is canceled, with what that does: the credit, the fee, the seat, who is notified. */
export const CancelBooking = ({ booking, client, onClose }: CancelBookingProps) => {
  const t = useText();
  const refresh = useRefreshClient();
  const [isGivenBack, setGivenBack] = useState(false);
  const choice = isGivenBack ? { isLateCancel: false } : {};
  const cancel = useMutation({
    mutationFn: () =>
      send(
        api.POST('/v2/bookings/{id}/cancel', {
          params: { path: { id: booking.id }, header: idempotencyKey() },
          body: choice,
        }),
      ),
    onSuccess: () => {
      say(t('client.bookingCancelled', { class: booking.session?.name ?? '' }));
      void refresh();
      onClose();
    },
  });
  const first = useQuery({ ...cancelPreviewQuery(booking.id, {}), enabled: isNotStarted(cancel) });
  const { data, error, refetch } = useQuery({
    ...cancelPreviewQuery(booking.id, choice),
    enabled: isNotStarted(cancel),
    placeholderData: keepPreviousData,
  });
  const isLate = first.data?.isLate === true;
  const isWaiting = booking.status === 'waitlisted';
  const title = isWaiting
    ? t('session.leaveTitle', { name: client.firstName })
    : t(isLate ? 'client.cancelLateTitle' : 'client.cancelTitle', { class: booking.session?.name ?? '' });
  const act = isWaiting ? 'session.leaveList' : isLate && !isGivenBack ? 'session.cancelLate' : 'session.cancelNow';
  return (
    <Dialog title={title} onClose={onClose} isAlert>
      <div className="stack" data-gap="wide">
        <div aria-live="polite">
          {error !== null && <LoadError error={error} onRetry={() => void refetch()} />}
          {data === undefined && error === null && <SkeletonRows />}
          {data !== undefined && booking.session != null && <Outcome preview={data} session={booking.session} />}
        </div>
        {first.data?.credit.outcome === 'forfeited' && (
          <CheckField
            label={t('session.giveBack')}
            hint={t('session.recordKeeps')}
            isSelected={isGivenBack}
            onChange={setGivenBack}
          />
        )}
        <ActionError error={cancel.error} />
        <div className="row">
          <Button
            variant="danger"
            autoFocus
            isPending={cancel.isPending}
            onPress={() => data !== undefined && cancel.mutate()}
          >
            {t(act)}
          </Button>
          <Button onPress={onClose}>{t('session.keepBooking')}</Button>
        </div>
      </div>
    </Dialog>
  );
};
