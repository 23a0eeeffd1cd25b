import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleDashed, CircleX, Hourglass, ListOrdered, UserX } from 'lucide-react';
import { useState } from 'react';
import { client as api, idempotencyKey, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { useNow } from '../../../base/time/now.ts';
import { useFormats, useFormatsIn } from '../../../formats/use-formats.ts';
import { type Booking, bookingsQuery, type Client } from '../../../parts/client/queries.ts';
import { useRefreshClient } from '../../../parts/client/use-change.ts';
import { MoveBooking } from '../../../parts/desk/move-booking.tsx';
import { useCan } from '../../../session/session.ts';
import { AskButton } from '../../../shell/ask-button.tsx';
import { Button, Link } from '../../../ui/button.tsx';
import { useErrorText } from '../../../ui/notices/errors.tsx';
import { Status } from '../../../ui/notices/status.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';
import type { ListColumn } from '../../../ui/tables/columns.ts';
import { LeadCell, PagedTable } from '../../../ui/tables/paged-table.tsx';
import { byClass } from '../bookings-by-class.ts';
import { CancelBooking } from './cancel-booking.tsx';

/** The state of a booking: a shape and a word. */
const BookingState = ({ booking, zone }: { booking: Booking; zone: string }) => {
  const t = useText();
  const { time } = useFormats(zone);
  const { status, checkedInAt, isLateCancel, waitlist } = booking;
  if (status === 'attended') {
    return (
      <Status icon={CircleCheck} tone="positive">
        {checkedInAt === null ? t('client.here') : t('client.hereAt', { time: time(checkedInAt) })}
      </Status>
    );
  }
  if (status === 'noshow') {
    return (
      <Status icon={UserX} tone="caution">
        {t('client.noShow')}
      </Status>
    );
  }
  if (status === 'cancelled') {
    return (
      <Status icon={CircleX} tone={isLateCancel ? 'caution' : undefined}>
        {t(isLateCancel ? 'client.cancelledLate' : 'client.cancelled')}
      </Status>
    );
  }
  if (status === 'confirmed') return <Status icon={CircleDashed}>{t('client.expected')}</Status>;
  return waitlist?.offerExpiresAt == null ? (
    <Status icon={ListOrdered} tone="waiting">
      {t('client.waitingAt', { position: waitlist?.position ?? 1 })}
    </Status>
  ) : (
    <Status icon={Hourglass} tone="waiting">
      {t('client.offered')}
    </Status>
  );
};

/** The fee of a booking, while it can still be waived. */
const Fee = ({ booking }: { booking: Booking }) => {
  const t = useText();
  const can = useCan();
  const textOf = useErrorText();
  const { money } = useFormats();
  const refresh = useRefreshClient();
  const waive = useMutation({
    mutationFn: () =>
      send(
        api.POST('/manage/bookings/{id}/waive-penalty', {
          params: { path: { id: booking.id }, header: idempotencyKey() },
          body: {},
        }),
      ),
    onSuccess: () => {
      say(t('client.feeWaived'));
      void refresh();
    },
  });
  const { penalty } = booking;
  if (penalty === null) return null;
  const amount = money(penalty.amount, penalty.currency);
  const words = {
    pending: 'client.feePending',
    charged: 'client.feeCharged',
    waived: 'client.feeWasWaived',
    failed: 'client.feeFailed',
  } as const;
  const isOpen = penalty.status === 'pending' || penalty.status === 'failed';
  return (
    <span className="row fee">
      <Status icon={CircleAlert} tone={penalty.status === 'failed' ? 'critical' : undefined}>
        {t(words[penalty.status], { amount })}
      </Status>
      {isOpen &&
        (can('bookings:waive_penalty') ? (
          <Button className="link small" isPending={waive.isPending} onPress={() => waive.mutate()}>
            {t('client.waive')}
          </Button>
        ) : (
          <AskButton permission="bookings:waive_penalty">{t('client.waive')}</AskButton>
        ))}
      {waive.error !== null && <span className="critical-text small">{textOf(waive.error)}</span>}
    </span>
  );
};

interface Actions {
  readonly mayCancel: (booking: Booking) => boolean;
  readonly onMove: (booking: Booking) => void;
  readonly onCancel: (booking: Booking) => void;
}

const useColumns = ({ mayCancel, onMove, onCancel }: Actions): readonly ListColumn<Booking>[] => {
  const t = useText();
  const can = useCan();
  const formatsIn = useFormatsIn();
  const whenOf = ({ startTime, timezone }: NonNullable<Booking['session']>): string => {
    const { day, time } = formatsIn(timezone);
    return `${day(startTime)}, ${time(startTime)}`;
  };
  return [
    {
      id: 'class',
      name: t('client.class'),
      part: 'lead',
      cell: ({ id, session }) =>
        session == null ? (
          <LeadCell name={t('client.class')} />
        ) : (
          <LeadCell
            name={
              <Link
                className="strong"
                to="/sessions/$sessionId"
                params={{ sessionId: session.id }}
                search={{ panel: id }}
              >
                {session.name}
              </Link>
            }
            note={whenOf(session)}
          />
        ),
    },
    {
      id: 'state',
      name: t('client.state'),
      cell: (booking) => (
        <>
          <BookingState booking={booking} zone={booking.session?.timezone ?? 'UTC'} />
          <Fee booking={booking} />
        </>
      ),
    },
    { id: 'paid', name: t('client.paidWith'), priority: 3, cell: ({ package: pack }) => pack?.name ?? '' },
    {
      id: 'actions',
      name: t('common.actions'),
      part: 'act',
      isUnnamed: true,
      className: 'num',
      cell: (booking) => (
        <>
          {booking.status === 'confirmed' &&
            booking.hostBookingId === null &&
            booking.session != null &&
            mayCancel(booking) &&
            can('bookings:create') && (
              <Button size="small" onPress={() => onMove(booking)}>
                {t('client.moveBooking')}
                <span className="visually-hidden"> {booking.session.name}</span>
              </Button>
            )}
          {mayCancel(booking) && (
            <Button size="small" onPress={() => onCancel(booking)}>
              {t('client.cancelBooking')}
              <span className="visually-hidden"> {booking.session?.name}</span>
            </Button>
          )}
        </>
      ),
    },
  ];
};

/** The bookings of a client by their classes: the next one first, then the last one; those ahead can be canceled, with what that does said before. */
export const BookingsTab = ({ client, canChange }: { client: Client; canChange: boolean }) => {
  const t = useText();
  const can = useCan();
  const now = useNow();
  const query = useInfiniteQuery(bookingsQuery(client.id, can('packages:sell')));
  const [cancelling, setCancelling] = useState<Booking>();
  const [moving, setMoving] = useState<Booking>();
  const mayCancel = ({ status, session }: Booking): boolean =>
    canChange &&
    can('bookings:cancel') &&
    (status === 'confirmed' || status === 'waitlisted') &&
    Date.parse(session?.startTime ?? '') > now;
  const columns = useColumns({ mayCancel, onMove: setMoving, onCancel: setCancelling });
  return (
    <>
      <PagedTable
        query={query}
        caption={t('client.bookings')}
        empty={t('client.noBookings', { name: client.firstName })}
        sectionsOf={(bookings) => {
          const { ahead, over } = byClass(bookings, now);
          return [
            { name: t('client.bookingsAhead'), rows: ahead },
            { name: t('client.bookingsOver'), rows: over },
          ];
        }}
        columns={columns}
      />
      {moving?.session != null && (
        <MoveBooking
          booking={moving}
          name={client.fullName}
          session={moving.session}
          onClose={() => setMoving(undefined)}
        />
      )}
      {cancelling !== undefined && (
        <CancelBooking booking={cancelling} client={client} onClose={() => setCancelling(undefined)} />
      )}
    </>
  );
};
