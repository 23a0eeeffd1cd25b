import { CircleAlert, CircleCheck, CircleDashed, CircleX, Hourglass, ListOrdered, UserX } from 'lucide-react';
import { useEffect } from 'react';
import { MINUTE_MS } from '../../../kernel/durations.ts';
import { useText } from '../../base/texts.tsx';
import { useNow } from '../../base/time/now.ts';
import { useFormats } from '../../formats/use-formats.ts';
import { useRefresh } from '../../live/refresh.ts';
import type { Entry, Session } from '../../parts/session/queries.ts';
import { nameOf, remarkOf } from '../../parts/session/words.ts';
import { Status } from '../../ui/notices/status.tsx';
import { Avatar } from '../../ui/pictures/avatar.tsx';

const SOON_MS = 10 * MINUTE_MS;

const minutesAndSeconds = (ms: number): string => {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/** How long an offer still holds a seat. The roster is read again at the moment when the offer lapses. */
const OfferClock = ({ expiresAt, zone }: { expiresAt: string; zone: string }) => {
  const t = useText();
  const { dayTime, relative } = useFormats(zone);
  const refresh = useRefresh();
  const left = Date.parse(expiresAt) - useNow(1_000);
  const hasLapsed = left <= 0;
  useEffect(() => {
    if (hasLapsed) void refresh('booking');
  }, [hasLapsed, refresh]);
  if (hasLapsed) return t('session.offerLapsed');
  if (left < SOON_MS) return t('session.offerLapsesSoon', { left: minutesAndSeconds(left) });
  return t('session.offerLapses', { time: dayTime(expiresAt), when: relative(left) });
};

interface PartProps {
  readonly entry: Entry;
  readonly session: Session;
}

/** Whether a seat is held for someone who waits. */
export const hasOffer = ({ status, waitlist }: Entry): boolean =>
  status === 'waitlisted' && (waitlist?.offerExpiresAt ?? null) !== null;

/** The state of a booking: a shape and a word. */
export const BookingStatus = ({ entry, session }: PartProps) => {
  const t = useText();
  const { time } = useFormats(session.timezone);
  if (entry.status === 'attended') {
    return (
      <Status icon={CircleCheck} tone="positive">
        {t('session.statusHere', { time: time(entry.checkedInAt ?? session.startTime) })}
      </Status>
    );
  }
  if (entry.status === 'noshow') {
    return (
      <Status icon={UserX} tone="caution">
        {t('session.statusNoShow')}
      </Status>
    );
  }
  if (entry.status === 'cancelled') {
    return (
      <Status icon={CircleX} tone={entry.isLateCancel ? 'caution' : undefined}>
        {t(entry.isLateCancel ? 'session.statusCancelledLate' : 'session.statusCancelled')}
      </Status>
    );
  }
  if (entry.status === 'confirmed') return <Status icon={CircleDashed}>{t('session.statusExpected')}</Status>;
  return hasOffer(entry) ? (
    <Status icon={Hourglass} tone="waiting">
      {t('session.statusOffered')}
    </Status>
  ) : (
    <Status icon={ListOrdered} tone="waiting">
      {t('session.statusPlace', { position: entry.waitlist?.position ?? 0 })}
    </Status>
  );
};

/** Who pays for a guest: the host, no one, or the guest at the desk. */
const GuestPays = ({ guest: { paidBy } }: { readonly guest: NonNullable<Entry['guest']> }) => {
  const t = useText();
  if (paidBy !== 'studio') return t(paidBy === 'free' ? 'session.guestFree' : 'session.guestPaid');
  return (
    <Status icon={CircleAlert} tone="critical">
      {t('session.guestPays')}
    </Status>
  );
};

export const PaysWith = ({ entry }: { entry: Entry }) => {
  const t = useText();
  const { package: paying, bookingSource, guest } = entry;
  if (guest !== null) return <GuestPays guest={guest} />;
  if (paying !== null) {
    const { name, creditsRemaining: count, creditsHeld: held } = paying;
    return count === null ? name : t('words.passLeft', { name, count, held });
  }
  if (entry.status === 'waitlisted') {
    const isMissing = entry.waitlist?.lastSkipReason === 'no_eligible_package';
    return <span className="quiet">{t(isMissing ? 'session.noPackage' : 'session.paysLater')}</span>;
  }
  // Whoever has no seat anymore owes nothing for it; a fee is shown by the status.
  if (bookingSource === 'unpaid' && entry.status === 'cancelled') return null;
  if (bookingSource === 'unpaid') {
    return (
      <Status icon={CircleAlert} tone="critical">
        {t('session.unpaid')}
      </Status>
    );
  }
  const words = {
    comp: 'session.comp',
    drop_in: 'session.dropIn',
    unlimited: 'session.unlimited',
    credit: 'session.noPackage',
    guest: 'session.guestPaid',
  } as const;
  return t(words[bookingSource]);
};

/** A client with what the desk should know at a glance. */
export const Person = ({ entry, session }: PartProps) => {
  const t = useText();
  const formats = useFormats(session.timezone);
  const name = nameOf(entry, t);
  const remark = remarkOf(entry, t, formats);
  const expiresAt = entry.waitlist?.offerExpiresAt ?? null;
  return (
    <div className="person">
      <Avatar name={name} photoUrl={entry.client?.photoUrl ?? null} />
      <div className="who">
        <b>{name}</b>
        {entry.guest !== null && (
          <small className="quiet">
            {entry.guest.hostName === null ? t('session.guest') : t('session.guestOf', { name: entry.guest.hostName })}
          </small>
        )}
        {hasOffer(entry) && expiresAt !== null ? (
          <small data-tone="caution">
            <OfferClock expiresAt={expiresAt} zone={session.timezone} />
          </small>
        ) : (
          remark !== undefined && <small data-tone={remark.tone}>{remark.text}</small>
        )}
      </div>
    </div>
  );
};
