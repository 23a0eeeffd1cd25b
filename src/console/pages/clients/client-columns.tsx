import { CircleAlert } from 'lucide-react';
import { DAY_MS } from '../../../kernel/durations.ts';
import { capitalized } from '../../base/capitalized.ts';
import { useText } from '../../base/texts.tsx';
import { useNow } from '../../base/time/now.ts';
import { useFormats, useFormatsIn } from '../../formats/use-formats.ts';
import { type Shown, type Sort, STATUS_WORDS } from '../../parts/client/filters.ts';
import { holdingText } from '../../parts/client/holdings.ts';
import { useCan, useSite, useZoneOf } from '../../session/session.ts';
import { Link } from '../../ui/button.tsx';
import { Pill, Status } from '../../ui/notices/status.tsx';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import type { ListColumn } from '../../ui/tables/columns.ts';
import type { Client } from './queries.ts';

/** Who has been away this many days stands out. */
const LATE_DAYS = 42;

const BY_VISIT: Partial<Record<Sort, 'ascending' | 'descending'>> = {
  last_visit: 'descending',
  longest_away: 'ascending',
};

const Person = ({ client, hasStatus }: { client: Client; hasStatus: boolean }) => {
  const t = useText();
  const { id, fullName, photoUrl, email, phone, status } = client;
  return (
    <div className="person">
      <Avatar name={fullName} photoUrl={photoUrl} />
      <div className="who">
        <Link className="" to="/clients/$clientId/{-$tab}" params={{ clientId: id }}>
          {fullName}
        </Link>
        <small>{email ?? phone ?? t('clients.walkIn')}</small>
      </div>
      {hasStatus && status !== 'active' && (
        <Pill tone={status === 'suspended' ? 'caution' : undefined}>{t(STATUS_WORDS[status])}</Pill>
      )}
    </div>
  );
};

/** The columns of the list. What a filter makes constant is left out. */
export const useColumns = ({ filters, sort }: Shown, onSort: (sort: Sort) => void): readonly ListColumn<Client>[] => {
  const t = useText();
  const can = useCan();
  const formatsIn = useFormatsIn();
  const zoneOf = useZoneOf();
  const { localDate, time, dayTime, relativeDays, money } = useFormats(useSite().timezone);
  const today = localDate(useNow());
  const hasVisits = filters.neverVisited !== true;
  /** How many days ago the client came; undefined for never. */
  const awayDays = ({ stats: { lastVisitAt } }: Client): number | undefined =>
    lastVisitAt === null ? undefined : Math.round((Date.parse(today) - Date.parse(localDate(lastVisitAt))) / DAY_MS);
  return [
    {
      id: 'name',
      name: t('clients.name'),
      part: 'lead',
      sort: {
        direction: sort === 'name' ? 'ascending' : undefined,
        onPress: () => onSort(sort === 'name' ? 'newest' : 'name'),
      },
      cell: (client) => <Person client={client} hasStatus={filters.status === undefined} />,
    },
    {
      id: 'tags',
      name: t('clients.tags'),
      priority: 3,
      isQuiet: false,
      cell: ({ tags }) => (
        <span className="row" data-wrap="">
          {tags.map((tag) => (
            <span key={tag} className="tag">
              {tag}
            </span>
          ))}
        </span>
      ),
    },
    {
      id: 'package',
      name: t('clients.package'),
      isShown: can('packages:sell'),
      cell: ({ packages = [] }) => holdingText(packages, t, (siteId) => formatsIn(zoneOf(siteId))),
    },
    {
      id: 'visit',
      name: t('clients.lastVisit'),
      part: 'side',
      className: 'away',
      classFor: (client) => (awayDays(client) ?? 0) >= LATE_DAYS && 'late',
      isShown: hasVisits,
      sort: {
        direction: BY_VISIT[sort],
        onPress: () => onSort(sort === 'longest_away' ? 'last_visit' : 'longest_away'),
      },
      cell: (client) => {
        const days = awayDays(client);
        if (days !== undefined) return capitalized(relativeDays(-days));
        return (
          <>
            <span className="wide-only">{t('clients.never')}</span>
            <span className="narrow-only">{t('clients.neverCame')}</span>
          </>
        );
      },
    },
    {
      id: 'next',
      name: t('clients.next'),
      priority: 3,
      cell: ({ stats: { nextBookingAt: next } }) => {
        if (next === null) return '';
        return localDate(next) === today ? t('clients.todayAt', { time: time(next) }) : dayTime(next);
      },
    },
    {
      id: 'visits',
      name: t('clients.visits'),
      priority: 3,
      isNumber: true,
      isQuiet: false,
      isShown: hasVisits,
      cell: ({ stats }) => stats.visits,
    },
    {
      id: 'balance',
      name: t('clients.balance'),
      priority: 3,
      isNumber: true,
      isQuiet: false,
      isShown: filters.owes !== false,
      cell: ({ accountBalance: { amount, currency } }) =>
        amount < 0 ? (
          <Status icon={CircleAlert} tone="critical">
            {money(amount, currency)}
          </Status>
        ) : (
          money(amount, currency)
        ),
    },
  ];
};
