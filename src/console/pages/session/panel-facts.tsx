import type { ReactNode } from 'react';
import { useText } from '../../base/texts.tsx';
import { nowMs } from '../../base/time/now.ts';
import { useFormats } from '../../formats/use-formats.ts';
import type { Entry, Session } from '../../parts/session/queries.ts';
import { CHANNELS } from '../../parts/session/words.ts';
import { PaysWith } from './booking-parts.tsx';

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

const Package = ({ entry }: { entry: Entry }) => {
  const t = useText();
  const paying = entry.package;
  if (paying === null || paying.creditsRemaining === null || paying.creditsTotal === null)
    return <PaysWith entry={entry} />;
  const { name, creditsRemaining: count, creditsTotal: total, creditsHeld: held } = paying;
  return t('words.passLeftOf', { name, count, total, held });
};

/** What a booking is made of: what pays, when it was booked, until when it is free to cancel. */
export const PanelFacts = ({ entry, session }: { entry: Entry; session: Session }) => {
  const t = useText();
  const { date, dayTime, money, time } = useFormats(session.timezone);
  const { client, penalty, waitlist, freeCancelUntil } = entry;
  const isFree = nowMs() <= Date.parse(freeCancelUntil);
  const when = dayTime(freeCancelUntil);
  const booked = t(CHANNELS[entry.channel], { when: dayTime(entry.bookedAt) });
  return (
    <dl className="facts">
      <Fact name={t('session.paysWith')}>
        <Package entry={entry} />
      </Fact>
      {entry.package?.expiresAt && <Fact name={t('session.packageEnds')}>{date(entry.package.expiresAt)}</Fact>}
      <Fact name={t('session.bookedAt')}>
        {entry.addedAfterwards ? t('session.addedAfterwards', { booked }) : booked}
      </Fact>
      {entry.status === 'confirmed' && session.status === 'scheduled' && (
        <Fact name={t('session.freeToCancel')}>{t(isFree ? 'session.freeUntil' : 'session.freePassed', { when })}</Fact>
      )}
      {entry.status === 'attended' && entry.checkedInAt !== null && (
        <Fact name={t('session.cameAt')}>{time(entry.checkedInAt)}</Fact>
      )}
      {entry.status === 'waitlisted' && waitlist?.position != null && (
        <Fact name={t('session.place')}>{t('session.statusPlace', { position: waitlist.position })}</Fact>
      )}
      {penalty !== null && (
        <Fact name={t('session.fee')}>
          {t(
            (
              {
                pending: 'session.penaltyPending',
                charged: 'session.penaltyCharged',
                waived: 'session.penaltyWaived',
                failed: 'session.penaltyFailed',
              } as const
            )[penalty.status],
            { amount: money(penalty.amount, penalty.currency) },
          )}
        </Fact>
      )}
      {client?.balance && client.balance.amount !== 0 && (
        <Fact name={t('session.balance')}>{money(client.balance.amount, client.balance.currency)}</Fact>
      )}
      {entry.notes && <Fact name={t('session.note')}>{entry.notes}</Fact>}
    </dl>
  );
};
