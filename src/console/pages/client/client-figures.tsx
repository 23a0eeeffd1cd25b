import { useQuery } from '@tanstack/react-query';
import { DAY_MS } from '../../../kernel/durations.ts';
import { brandName } from '../../../kernel/way-names.ts';
import { useText } from '../../base/texts.tsx';
import { useNow } from '../../base/time/now.ts';
import { useFormats, useFormatsIn } from '../../formats/use-formats.ts';
import { packageInUse } from '../../parts/client/holdings.ts';
import { type Client, deskQuery, nextBookingQuery, packagesQuery, visitsQuery } from '../../parts/client/queries.ts';
import { useCan, useSite, useZoneOf } from '../../session/session.ts';
import { Figure, Figures, there } from '../../ui/tables/figure.tsx';
import { unpaidSince } from './packages/unpaid-since.ts';

const PERIOD_DAYS = 30;

/** Figures of a client are of one height, whether or not they have a note. */
const NO_NOTE = '\u00a0';

/** What is left: the credits of the package in use, or that it has no limit. */
const Credits = ({ client }: { client: Client }) => {
  const t = useText();
  const formatsIn = useFormatsIn();
  const zoneOf = useZoneOf();
  const now = useNow();
  return (
    <Figure label={t('client.credits')} of={useQuery(packagesQuery(client.id))}>
      {(packages) => {
        const held = packageInUse(packages);
        if (held === undefined) return { value: t('client.none'), note: t('clients.noPackage') };
        const { name, creditsRemaining, creditsTotal, creditsHeld, expiresAt, siteId } = held;
        const { day } = formatsIn(zoneOf(siteId));
        const unpaid = unpaidSince(held, now);
        const note =
          unpaid !== undefined
            ? t('client.packageUnpaid', { name, date: day(unpaid) })
            : expiresAt === null
              ? name
              : t('client.packageUntil', { name, date: day(expiresAt) });
        return {
          value:
            creditsRemaining === null
              ? t('client.unlimited')
              : t('client.creditsOf', { count: creditsRemaining, total: creditsTotal ?? creditsRemaining }),
          note: creditsHeld === 0 ? note : t('client.creditsHeldNote', { held: creditsHeld, note }),
        };
      }}
    </Figure>
  );
};

const Next = ({ client: { id, stats } }: { client: Client }) => {
  const t = useText();
  const { timezone } = useSite();
  const { weekday, time, day, localDate } = useFormats(timezone);
  const { nextBookingAt } = stats;
  const isRead = useCan()('bookings:read') && nextBookingAt !== null;
  const { data } = useQuery({ ...nextBookingQuery(id, nextBookingAt ?? ''), enabled: isRead });
  const now = useNow();
  return (
    <Figure label={t('clients.next')} of={there(stats)}>
      {() => {
        if (nextBookingAt === null) return { value: t('client.none'), note: NO_NOTE };
        const isSoon = Date.parse(nextBookingAt) - now < 6 * DAY_MS;
        const isToday = localDate(nextBookingAt) === localDate(now);
        const date = isToday ? '' : isSoon ? weekday(nextBookingAt) : day(nextBookingAt);
        return { value: `${date} ${time(nextBookingAt)}`.trim(), note: data?.session?.name ?? NO_NOTE };
      }}
    </Figure>
  );
};

const Visits = ({ client: { id, stats } }: { client: Client }) => {
  const t = useText();
  const { localDate } = useFormats(useSite().timezone);
  const now = useNow();
  const today = localDate(now);
  const from = new Date(Date.parse(today) - 2 * PERIOD_DAYS * DAY_MS).toISOString();
  const middle = new Date(Date.parse(today) - PERIOD_DAYS * DAY_MS).toISOString();
  const isRead = useCan()('bookings:read') && stats.visits > 0;
  const { data, isError } = useQuery({ ...visitsQuery(id, from), enabled: isRead });
  const note = (): string => {
    if (stats.visits === 0) return t('client.neverVisited');
    if (data === undefined) return isError ? t('client.visitsNotLoaded') : NO_NOTE;
    const count = data.filter(({ checkedInAt }) => checkedInAt >= middle).length;
    return t('client.visitsRecent', { count, before: data.length - count });
  };
  return (
    <Figure label={t('clients.visits')} of={there(stats)}>
      {({ visits }) => ({ value: visits, note: note() })}
    </Figure>
  );
};

const Streak = ({ client }: { client: Client }) => {
  const t = useText();
  return (
    <Figure label={t('client.streak')} of={useQuery(deskQuery(client, useSite().id))}>
      {(found) => {
        const weeks = found?.weeksInARow ?? null;
        // The search did not find the client at this site, or does not tell: that is not a streak of none.
        if (weeks === null) return { value: '–', note: NO_NOTE };
        return { value: t('client.weeks', { count: weeks }), note: t('client.streakNote', { count: weeks }) };
      }}
    </Figure>
  );
};

const Balance = ({ client: { accountBalance, defaultPaymentMethod } }: { client: Client }) => {
  const t = useText();
  const { money } = useFormats();
  const card = defaultPaymentMethod;
  const note = card === null ? t('client.noCard') : t('client.card', { brand: brandName(card), last4: card.last4 });
  return (
    <Figure label={t('clients.balance')} of={there(accountBalance)}>
      {({ amount, currency }) => ({ value: money(amount, currency), note })}
    </Figure>
  );
};

/** Five figures: what is left, what comes next, visits, streak, balance. */
export const ClientFigures = ({ client }: { client: Client }) => (
  <Figures className="client-figures">
    {useCan()('packages:sell') && <Credits client={client} />}
    <Next client={client} />
    <Visits client={client} />
    <Streak client={client} />
    <Balance client={client} />
  </Figures>
);
