import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isAhead } from '../../../api/ahead.ts';
import { client as api, idempotencyKey, send } from '../../../api/client.ts';
import { useText } from '../../../texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckField } from '../../../ui/check-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Failure } from '../../../ui/failure.tsx';
import { Refused } from '../../../ui/refused.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { say } from '../../../ui/toasts.tsx';
import { Outcome } from '../../session/cancel-outcome.tsx';
import { cancelPreviewQuery } from '../../session/queries.ts';
import type { Booking, Client } from '../queries.ts';
import { useRefreshClient } from '../use-change.ts';

interface CancelBookingProps {
  readonly booking: Booking;
  readonly client: Client;
  readonly onClose: () => void;
}

/** Asks before a booking is cancelled, with what that does: the credit, the fee, the seat, who is told. */
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
  const first = useQuery({ ...cancelPreviewQuery(booking.id, {}), enabled: isAhead(cancel) });
  const { data, error, refetch } = useQuery({
    ...cancelPreviewQuery(booking.id, choice),
    enabled: isAhead(cancel),
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
          {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
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
        <Refused error={cancel.error} />
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
