import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Banknote, Hourglass, Ticket, Undo2, Users } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Text, useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import { Button } from '../../ui/button.tsx';
import { LoadError } from '../../ui/notices/errors.tsx';
import { OutcomeLine } from '../../ui/notices/outcome-line.tsx';
import { SkeletonRows } from '../../ui/tables/skeleton-rows.tsx';
import { NotifiedLine } from './outcome-lines.tsx';
import { type CancelPreview, cancelPreviewQuery, type Entry, type Session } from './queries.ts';
import type { Rights } from './rights.ts';
import type { Actions } from './use-actions.ts';
import { nameOf } from './words.ts';

interface CancelOutcomeProps {
  readonly entry: Entry;
  readonly session: Session;
  readonly actions: Actions;
  readonly rights: Rights;
  readonly onClose: () => void;
}

const Credit = ({ credit }: { credit: CancelPreview['credit'] }): ReactNode => {
  const { outcome, credits: count, creditsRemaining: left } = credit;
  if (outcome === 'forfeited') {
    if (left === null || count < 1) return <Text id="session.creditForfeited" />;
    return <Text id="session.creditForfeitedLeft" values={{ count, left }} />;
  }
  if (outcome !== 'restored') return <Text id="session.creditNone" />;
  if (left === null) return <Text id="session.creditRestored" values={{ count }} />;
  return <Text id="session.creditRestoredLeft" values={{ count, left }} />;
};

const Fee = ({ fee, zone }: { fee: CancelPreview['fee']; zone: string }): ReactNode => {
  const t = useText();
  const { money, dayTime } = useFormats(zone);
  if (fee === null) return t('session.feeNone');
  const amount = money(fee.amount, fee.currency);
  if (fee.status === 'waived') return t('session.feeWaived', { amount });
  return fee.chargedAt === null
    ? t('session.feeOpen', { amount })
    : t('session.feePending', { amount, when: dayTime(fee.chargedAt) });
};

const SEATS = {
  first_come: 'session.seatFirstCome',
  desk_decides: 'session.seatDesk',
  nobody_waits: 'session.seatNobodyWaits',
  nobody_eligible: 'session.seatNobodyEligible',
  still_full: 'session.seatStillFull',
  undecided: 'session.seatUndecided',
} as const;

const Seat = ({ seat, zone }: { seat: CancelPreview['seat']; zone: string }): ReactNode => {
  const t = useText();
  const { dayTime } = useFormats(zone);
  const name = seat.goesTo?.name ?? t('session.somebody');
  if (seat.reason === 'promoted') return t('session.seatPromoted', { name });
  if (seat.reason !== 'offered') return seat.reason === 'not_freed' ? null : t(SEATS[seat.reason]);
  return seat.offerExpiresAt === null
    ? t('session.seatOfferedPlain', { name })
    : t('session.seatOffered', { name, time: dayTime(seat.offerExpiresAt) });
};

/** What a cancellation would do, in the words of the server's preview. */
export const Outcome = ({ preview, session }: { preview: CancelPreview; session: Session }) => {
  const t = useText();
  const { money } = useFormats(session.timezone);
  const { credit, fee, refund, seat, isLate, guestsCancelled } = preview;
  return (
    <ul className="outcome">
      <OutcomeLine of={Ticket}>
        <Credit credit={credit} />
      </OutcomeLine>
      {(isLate || fee !== null) && (
        <OutcomeLine of={Banknote}>
          <Fee fee={fee} zone={session.timezone} />
        </OutcomeLine>
      )}
      {refund !== null && (
        <OutcomeLine of={Undo2}>
          {t('session.refundBack', { amount: money(refund.amount, refund.currency) })}
        </OutcomeLine>
      )}
      {guestsCancelled > 0 && (
        <OutcomeLine of={Users}>{t('session.guestsCancelled', { count: guestsCancelled })}</OutcomeLine>
      )}
      {seat.reason !== 'not_freed' && (
        <OutcomeLine of={Hourglass}>
          <Seat seat={seat} zone={session.timezone} />
        </OutcomeLine>
      )}
      <NotifiedLine preview={preview} />
    </ul>
  );
};

const titleOf = (entry: Entry, isLate: boolean) => {
  if (entry.status === 'waitlisted') return 'session.leaveTitle';
  return isLate ? 'session.cancelLateTitle' : 'session.cancelTitle';
};

/** Asks before a booking is canceled, with what that does beside the button. */
export const CancelOutcome = ({ entry, session, actions, rights, onClose }: CancelOutcomeProps) => {
  const t = useText();
  const [isGivenBack, setGivenBack] = useState(false);
  const [isWaived, setWaived] = useState(false);
  const choice = { ...(isGivenBack ? { isLateCancel: false } : {}), ...(isWaived ? { waivePenalty: true } : {}) };
  const first = useQuery(cancelPreviewQuery(entry.id, {}));
  const {
    data: preview,
    error,
    refetch,
  } = useQuery({
    ...cancelPreviewQuery(entry.id, choice),
    placeholderData: keepPreviousData,
  });
  const isLate = first.data?.isLate === true;
  const isReady = preview !== undefined;
  if (error !== null) return <LoadError error={error} onRetry={() => void refetch()} />;
  const offersCredit = first.data?.credit.outcome === 'forfeited';
  const offersWaiver = isLate && first.data?.fee != null && rights.waive && !isGivenBack;
  const confirm = (): void => {
    onClose();
    void actions.cancel(entry, choice);
  };
  return (
    <section
      className="confirm stack"
      role="alertdialog"
      aria-labelledby="cancel-title"
      aria-describedby="cancel-outcome"
    >
      <h3 id="cancel-title">{t(titleOf(entry, isLate), { name: nameOf(entry, t) })}</h3>
      <div id="cancel-outcome" aria-live="polite">
        {preview === undefined ? <SkeletonRows /> : <Outcome preview={preview} session={session} />}
      </div>
      {offersCredit && (
        <label className="check-label">
          <input
            className="check"
            type="checkbox"
            checked={isGivenBack}
            onChange={({ target }) => setGivenBack(target.checked)}
          />
          <span>
            {t('session.giveBack')}
            <span className="hint">{t('session.recordKeeps')}</span>
          </span>
        </label>
      )}
      {offersWaiver && (
        <label className="check-label">
          <input
            className="check"
            type="checkbox"
            checked={isWaived}
            onChange={({ target }) => setWaived(target.checked)}
          />
          <span>
            {t('session.waiveFee')}
            <span className="hint">{t('session.recordKeeps')}</span>
          </span>
        </label>
      )}
      <div className="row">
        {/* A new key lets the button take the focus once the outcome is known. */}
        <Button key={String(isReady)} autoFocus={isReady} variant="danger" isDisabled={!isReady} onPress={confirm}>
          {t(
            entry.status === 'waitlisted'
              ? 'session.leaveList'
              : isLate && !isGivenBack
                ? 'session.cancelLate'
                : 'session.cancelNow',
          )}
        </Button>
        <Button onPress={onClose}>{t('session.keepBooking')}</Button>
      </div>
    </section>
  );
};
