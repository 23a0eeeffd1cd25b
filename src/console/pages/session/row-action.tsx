import { Check } from 'lucide-react';
import { useText } from '../../base/texts.tsx';
import { nowMs } from '../../base/time/now.ts';
import { isOpenToDesk } from '../../parts/desk/open-classes.ts';
import type { Entry, Session } from '../../parts/session/queries.ts';
import type { Rights } from '../../parts/session/rights.ts';
import type { Actions } from '../../parts/session/use-actions.ts';
import { nameOf } from '../../parts/session/words.ts';
import { Button, Link } from '../../ui/button.tsx';
import { hasOffer } from './booking-parts.tsx';

interface RowActionProps {
  readonly entry: Entry;
  readonly session: Session;
  readonly actions: Actions;
  readonly rights: Rights;
}

const UNDO_MS = 15 * 60_000;

/** Whether an arrival or a no-show can still be undone. */
export const mayUndo = ({ status, checkedInAt, noShowAt }: Entry, session: Session): boolean => {
  const at = status === 'attended' ? checkedInAt : noShowAt;
  return at !== null && (isOpenToDesk(session) || nowMs() - Date.parse(at) < UNDO_MS);
};

/** The one act that a row offers: the next thing that happens to the booking. */
export const RowAction = ({ entry, session, actions, rights }: RowActionProps) => {
  const t = useText();
  const named = (act: string): string => t('session.actFor', { act, name: nameOf(entry, t) });
  const isOver = session.status === 'cancelled';
  if (isOver) return null;
  if (entry.status === 'confirmed' || entry.status === 'noshow') {
    if (!rights.checkIn) return null;
    const act = t(entry.status === 'noshow' ? 'session.cameAfterAll' : 'words.checkIn');
    return (
      <Button
        variant="tinted"
        size="small"
        aria-label={named(act)}
        onPress={() => actions.checkIn([entry])}
        icon={Check}
      >
        {act}
      </Button>
    );
  }
  if (entry.status === 'attended') {
    if (!rights.checkIn || !rights.noShow || !mayUndo(entry, session)) return null;
    return (
      <Button variant="quiet" size="small" aria-label={named(t('words.undo'))} onPress={() => actions.undo([entry])}>
        {t('words.undo')}
      </Button>
    );
  }
  if (entry.status !== 'waitlisted') return null;
  if (entry.waitlist?.lastSkipReason === 'no_eligible_package' && rights.sell) {
    return (
      <Link className="button" size="small" to="/sell" search={{ client: entry.clientId, session: session.id }}>
        {t('session.sellAndBook')}
      </Link>
    );
  }
  const isOffered = hasOffer(entry);
  if (!rights.promote || (!isOffered && (session.availableSpots ?? 1) < 1)) return null;
  const act = t(isOffered ? 'session.confirmSeat' : 'session.giveSeat');
  return (
    <Button size="small" aria-label={named(act)} onPress={() => actions.promote(entry)}>
      {act}
    </Button>
  );
};
