import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { client, send } from '../../api/client.ts';
import { useKeyFor } from '../../api/use-key-for.ts';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import { useRefresh } from '../../live/refresh.ts';
import { otherDebts, takenBackOf } from '../../parts/sell/debts.ts';
import { debtsQuery, declinedQuery, feesQuery } from '../../parts/sell/queries.ts';
import { useSite } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { LoadError, useErrorText } from '../../ui/notices/errors.tsx';
import { say } from '../../ui/overlays/toasts.tsx';
import { type Owed, paymentOf } from './payment-of.ts';
import type { Method } from './sale.ts';

interface FeesProps {
  readonly clientId: string | undefined;
  readonly method: Method;
  readonly onPaid: (paymentId: string, said: string) => void;
}

interface RowProps {
  readonly name: string;
  readonly note: ReactNode;
  readonly owed: Owed;
  readonly isPending: boolean;
  readonly onTake: (owed: Owed) => void;
}

const Row = ({ name, note, owed, isPending, onTake }: RowProps) => {
  const t = useText();
  const { money } = useFormats();
  return (
    <li className="spread who-card">
      <span className="who">
        <b>{name}</b>
        <small className="quiet">{note}</small>
      </span>
      <Button size="small" variant="tinted" isPending={isPending} onPress={() => onTake(owed)}>
        {t('sell.take', { amount: money(owed.amount, owed.currency) })}
        <span className="visually-hidden"> {name}</span>
      </Button>
    </li>
  );
};

/** What the client owes, fees and declined renewals, each with the button that takes it in the chosen way. */
export const Fees = ({ clientId, method, onPaid }: FeesProps) => {
  const t = useText();
  const textOf = useErrorText();
  const refresh = useRefresh();
  const { id: siteId, timezone } = useSite();
  const { money, dayTime } = useFormats(timezone);
  const fees = useQuery({ ...feesQuery(clientId ?? ''), enabled: clientId !== undefined });
  const declined = useQuery({ ...declinedQuery(clientId ?? ''), enabled: clientId !== undefined });
  const debts = useQuery({ ...debtsQuery(clientId ?? ''), enabled: clientId !== undefined });
  const takenBack =
    debts.data === undefined
      ? []
      : takenBackOf(debts.data.payments, otherDebts(debts.data.debts, fees.data, declined.data));
  const keyFor = useKeyFor();
  // A card that was declined is tried again when the button is pressed again.
  const declines = useRef(0);
  const pay = useMutation({
    mutationFn: ({ owed, name }: { owed: Owed; name: string }) => {
      const body = { ...paymentOf(owed, method, name), siteId };
      return send(client.POST('/manage/payments', { params: { header: keyFor([declines.current, body]) }, body }));
    },
    onSuccess: ({ id, amount, currency, status, failureMessage }) => {
      void refresh('payment');
      if (status === 'failed') {
        declines.current += 1;
        say(failureMessage ?? t('sell.declined'));
      } else onPaid(id, t('sell.taken', { amount: money(amount, currency) }));
    },
  });
  if (clientId === undefined) return <p className="quiet">{t('sell.chooseWho')}</p>;
  const failure = fees.error ?? declined.error ?? debts.error;
  if (failure !== null) {
    const retry = (): void => void Promise.all([fees.refetch(), declined.refetch(), debts.refetch()]);
    return <LoadError error={failure} onRetry={retry} />;
  }
  const isNone = fees.data?.length === 0 && declined.data?.length === 0 && takenBack.length === 0;
  if (isNone) return <p className="quiet">{t('sell.noFees')}</p>;
  return (
    <ul className="card stack">
      {declined.data?.map((pack) => (
        <Row
          key={pack.id}
          name={t('sell.renewalOf', { name: pack.name })}
          note={t('sell.renewalNote')}
          owed={{
            clientId,
            amount: pack.price,
            currency: pack.currency,
            packageId: pack.id,
            purpose: 'membership_renewal',
          }}
          isPending={pay.isPending}
          onTake={(owed) => pay.mutate({ owed, name: pack.name })}
        />
      ))}
      {takenBack.map(({ id, what, owed }) => (
        <Row
          key={id}
          name={what}
          note={t('sell.returnedNote')}
          owed={{ clientId, ...owed }}
          isPending={pay.isPending}
          onTake={(owed) => pay.mutate({ owed, name: what })}
        />
      ))}
      {fees.data?.map(({ id, penalty, session }) => {
        if (penalty === null) return null;
        const isLate = penalty.type === 'late_cancel';
        const name = t(isLate ? 'sell.lateCancel' : 'sell.noShow');
        return (
          <Row
            key={id}
            name={name}
            note={session == null ? '' : `${session.name}, ${dayTime(session.startTime)}`}
            owed={{
              clientId,
              amount: penalty.amount,
              currency: penalty.currency,
              bookingId: id,
              purpose: isLate ? 'late_cancel_fee' : 'no_show_fee',
            }}
            isPending={pay.isPending}
            onTake={(owed) => pay.mutate({ owed, name })}
          />
        );
      })}
      {pay.isError && (
        <li className="error" role="alert">
          {textOf(pay.error)}
        </li>
      )}
    </ul>
  );
};
