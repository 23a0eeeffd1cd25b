import { Check, Feather } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../base/texts.tsx';
import { MoveBooking } from '../../parts/desk/move-booking.tsx';
import { isOpenToDesk } from '../../parts/desk/open-classes.ts';
import type { Entry, Session } from '../../parts/session/queries.ts';
import type { Rights } from '../../parts/session/rights.ts';
import type { Actions } from '../../parts/session/use-actions.ts';
import { mayCancel, mayMarkNoShow } from '../../parts/session/use-row-keys.ts';
import { nameOf } from '../../parts/session/words.ts';
import { AskButton } from '../../shell/ask-button.tsx';
import { Button, Link } from '../../ui/button.tsx';
import { hasOffer } from './booking-parts.tsx';
import { MakeClient } from './make-client.tsx';
import { mayUndo } from './row-action.tsx';

interface PanelActsProps {
  readonly entry: Entry;
  readonly session: Session;
  readonly actions: Actions;
  readonly rights: Rights;
  readonly isCancelling: boolean;
  readonly onCancelling: (isCancelling: boolean) => void;
}

/** What can be done with a booking now, by whoever may. */
export const PanelActions = ({ entry, session, actions, rights, isCancelling, onCancelling }: PanelActsProps) => {
  const t = useText();
  const { status, penalty } = entry;
  const [isMoving, setMoving] = useState(false);
  const isOver = session.status === 'cancelled';
  const isOpen = session.status === 'scheduled';
  const mayCheckIn = rights.checkIn && !isOver && status !== 'attended' && status !== 'cancelled';
  const mayPromote =
    rights.promote && status === 'waitlisted' && isOpen && (hasOffer(entry) || (session.availableSpots ?? 1) > 0);
  const isPenaltyOpen = penalty?.status === 'pending' || penalty?.status === 'failed';
  return (
    <div className="row panel-actions" data-wrap="">
      {mayPromote && (
        <Button variant="tinted" size="small" onPress={() => actions.promote(entry)}>
          {t(hasOffer(entry) ? 'session.confirmSeat' : 'session.giveSeat')}
        </Button>
      )}
      {mayCheckIn && (
        <Button
          {...(mayPromote ? {} : { variant: 'tinted' as const })}
          size="small"
          onPress={() => actions.checkIn([entry])}
          icon={Check}
        >
          {t(status === 'noshow' ? 'session.cameAfterAll' : 'words.checkIn')}
        </Button>
      )}
      {mayMarkNoShow(entry, session, rights) && (
        <Button size="small" onPress={() => actions.markNoShow(entry)}>
          {t('session.noShow')}
        </Button>
      )}
      {rights.checkIn && rights.noShow && mayUndo(entry, session) && (status === 'attended' || status === 'noshow') && (
        <Button size="small" onPress={() => actions.undo([entry])}>
          {t('words.undo')}
        </Button>
      )}
      {isPenaltyOpen &&
        (rights.waive ? (
          <Button size="small" onPress={() => actions.waive(entry)} icon={Feather}>
            {t('session.waiveFee')}
          </Button>
        ) : (
          <AskButton permission="bookings:waive_penalty">{t('session.waiveFee')}</AskButton>
        ))}
      {rights.book && status === 'confirmed' && entry.guest === null && mayCancel(entry, session, rights) && (
        <Button size="small" onPress={() => setMoving(true)}>
          {t('client.moveBooking')}
        </Button>
      )}
      {mayCancel(entry, session, rights) && (
        <Button size="small" aria-expanded={isCancelling} onPress={() => onCancelling(!isCancelling)}>
          {t(status === 'waitlisted' ? 'session.leaveList' : 'session.cancel')}
        </Button>
      )}
      {status === 'cancelled' && isOpenToDesk(session) && rights.book && (
        <Button size="small" onPress={() => actions.bookAgain(entry)}>
          {t('session.bookAgain')}
        </Button>
      )}
      {isMoving && (
        <MoveBooking
          booking={{ id: entry.id, sessionId: session.id }}
          name={nameOf(entry, t)}
          session={session}
          onClose={() => setMoving(false)}
        />
      )}
      <MakeClient entry={entry} />
      {rights.sell && entry.client !== null && (
        <Link className="button" size="small" to="/sell" search={{ client: entry.clientId, session: session.id }}>
          {t('words.sell')}
        </Link>
      )}
    </div>
  );
};
