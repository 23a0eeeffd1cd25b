import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNow } from '../../clock.ts';
import { useFormats } from '../../formats.ts';
import { useCan } from '../../session.ts';
import { useSite } from '../../shell/site.ts';
import { useText } from '../../texts.tsx';
import { packageInUse } from '../clients/holdings.ts';
import { unpaidSince } from './packages/unpaid-since.ts';
import { type Client, deskQuery, nextBookingQuery, packagesQuery, visitsQuery } from './queries.ts';

const DAY_MS = 86_400_000;
const PERIOD_DAYS = 30;

const Figure = ({ label, value, note }: { label: string; value: ReactNode; note?: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {value}
      <small>{note ?? ' '}</small>
    </dd>
  </div>
);

/** What is left: the credits of the package in use, or that it has no limit. */
const Credits = ({ client }: { client: Client }) => {
  const t = useText();
  const { day } = useFormats();
  const now = useNow();
  const { data } = useQuery(packagesQuery(client.id));
  const held = packageInUse(data ?? []);
  const label = t('client.credits');
  if (held === undefined) return <Figure label={label} value={t('client.none')} note={t('clients.noPackage')} />;
  const { name, creditsRemaining, creditsTotal, expiresAt } = held;
  const value =
    creditsRemaining === null
      ? t('client.unlimited')
      : t('client.creditsOf', { count: creditsRemaining, total: creditsTotal ?? creditsRemaining });
  const unpaid = unpaidSince(held, now);
  const note =
    unpaid !== undefined
      ? t('client.packageUnpaid', { name, date: day(unpaid) })
      : expiresAt === null
        ? name
        : t('client.packageUntil', { name, date: day(expiresAt) });
  return <Figure label={label} value={value} note={note} />;
};

const Next = ({ client: { id, stats } }: { client: Client }) => {
  const t = useText();
  const { timezone } = useSite();
  const { weekday, time, day, localDate } = useFormats(timezone);
  const { nextBookingAt } = stats;
  const isRead = useCan()('bookings:read') && nextBookingAt !== null;
  const { data } = useQuery({ ...nextBookingQuery(id, nextBookingAt ?? ''), enabled: isRead });
  const now = useNow();
  if (nextBookingAt === null) return <Figure label={t('clients.next')} value={t('client.none')} />;
  const isSoon = Date.parse(nextBookingAt) - now < 6 * DAY_MS;
  const date = localDate(nextBookingAt) === localDate(now) ? '' : isSoon ? weekday(nextBookingAt) : day(nextBookingAt);
  return (
    <Figure label={t('clients.next')} value={`${date} ${time(nextBookingAt)}`.trim()} note={data?.session?.name} />
  );
};

const Visits = ({ client: { id, stats } }: { client: Client }) => {
  const t = useText();
  const { localDate } = useFormats();
  const now = useNow();
  const today = localDate(now);
  const from = new Date(Date.parse(today) - 2 * PERIOD_DAYS * DAY_MS).toISOString();
  const middle = new Date(Date.parse(today) - PERIOD_DAYS * DAY_MS).toISOString();
  const isRead = useCan()('bookings:read') && stats.visits > 0;
  const { data = [] } = useQuery({ ...visitsQuery(id, from), enabled: isRead });
  const count = data.filter(({ checkedInAt }) => checkedInAt >= middle).length;
  return (
    <Figure
      label={t('clients.visits')}
      value={stats.visits}
      note={
        stats.visits > 0 && !isRead
          ? undefined
          : stats.visits === 0
            ? t('client.neverVisited')
            : t('client.visitsRecent', { count, before: data.length - count })
      }
    />
  );
};

const Streak = ({ client }: { client: Client }) => {
  const t = useText();
  const { data } = useQuery(deskQuery(client, useSite().id));
  const count = data?.weeksInARow ?? 0;
  return (
    <Figure label={t('client.streak')} value={t('client.weeks', { count })} note={t('client.streakNote', { count })} />
  );
};

const Balance = ({ client: { accountBalance, defaultPaymentMethod } }: { client: Client }) => {
  const t = useText();
  const { money } = useFormats();
  const card = defaultPaymentMethod;
  const note =
    card === null
      ? t('client.noCard')
      : t('client.card', { brand: card.brand.charAt(0).toUpperCase() + card.brand.slice(1), last4: card.last4 });
  return (
    <Figure label={t('clients.balance')} value={money(accountBalance.amount, accountBalance.currency)} note={note} />
  );
};

/** Five figures: what is left, what comes next, visits, streak, balance. */
export const ClientFigures = ({ client }: { client: Client }) => (
  <dl className="figures client-figures">
    {useCan()('packages:sell') && <Credits client={client} />}
    <Next client={client} />
    <Visits client={client} />
    <Streak client={client} />
    <Balance client={client} />
  </dl>
);
