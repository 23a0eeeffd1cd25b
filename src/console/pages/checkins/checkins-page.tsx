import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { capitalized } from '../../base/capitalized.ts';
import { present } from '../../base/present.ts';
import { useText } from '../../base/texts.tsx';
import { useFormatsIn } from '../../formats/use-formats.ts';
import { CsvButton } from '../../lists/files/csv-button.tsx';
import { idOf, type ListFilter, wordOf } from '../../lists/filters/filters.ts';
import { useClientFilter } from '../../lists/filters/use-client-filter.tsx';
import { useRange } from '../../lists/filters/use-range.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import { useListAddress } from '../../lists/use-list-address.ts';
import { useCheckinSource } from '../../parts/checkins/checkin-sources.ts';
import { LetIn } from '../../parts/client/use-check-in.tsx';
import { useCan, useMe, useZoneOf } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import type { ListColumn } from '../../ui/tables/columns.ts';
import { CheckinPanel } from './checkin-panel.tsx';
import { CheckinStatus, useCheckinWords } from './checkin-parts.tsx';
import { CheckinTotals } from './checkin-totals.tsx';
import { type Checkin, type CheckinFilters, checkinsQuery } from './queries.ts';

const route = getRouteApi('/signed-in/checkins');

type Search = ReturnType<typeof route.useSearch>;

const STATES = { valid: 'checkins.stateValid', refused: 'client.refused', undone: 'checkins.undone' } as const;

/** The filters of the page, as the address has them. */
const useFilters = (search: Search, onSet: (id: string, value: string | undefined) => void) => {
  const t = useText();
  const { sites, studio } = useMe();
  const site = sites.find(({ id }) => id === idOf(search.site));
  const range = useRange(search.range, site?.timezone ?? studio.timezone, (text) => onSet('range', text));
  const who = useClientFilter(search.client, (id) => onSet('client', id));
  const status = wordOf(['valid', 'refused', 'undone'], search.status);
  const filters: CheckinFilters = {
    ...range.instants,
    ...(status === undefined ? {} : { status }),
    ...(site === undefined ? {} : { location_id: site.id }),
    ...(who.id === undefined ? {} : { client_id: who.id }),
  };
  const named = present<ListFilter>([
    range.filter,
    {
      id: 'status',
      label: t('client.state'),
      choices: (['valid', 'refused', 'undone'] as const).map((id) => ({ id, name: t(STATES[id]) })),
      value: status,
    },
    sites.length > 1 && { id: 'site', label: t('lists.site'), choices: sites, value: site?.id },
    ...who.filters,
  ]);
  return { filters, named, dialogs: [range.dialog, who.dialog] };
};

const useColumns = (hasSites: boolean, onLetIn: (checkin: Checkin) => void): readonly ListColumn<Checkin>[] => {
  const t = useText();
  const can = useCan();
  const { sites } = useMe();
  const formatsIn = useFormatsIn();
  const zoneOf = useZoneOf();
  const whenOf = ({ checkedInAt, locationId }: Checkin): string => formatsIn(zoneOf(locationId)).dayTime(checkedInAt);
  const { whoOf, whatOf } = useCheckinWords();
  const sourceOf = useCheckinSource();
  const isRefused = ({ status, statusCode }: Checkin): boolean => status === 'invalid' && statusCode !== 'undone';
  return [
    {
      id: 'client',
      name: t('lists.client'),
      part: 'lead',
      cell: (checkin) => (
        <div className="person">
          <Avatar name={whoOf(checkin)} photoUrl={checkin.client?.photoUrl ?? null} />
          <div className="who">
            <b className="strong">{whoOf(checkin)}</b>
            <small>{whatOf(checkin)}</small>
          </div>
        </div>
      ),
    },
    {
      id: 'state',
      name: t('client.state'),
      cell: (checkin) => (
        <>
          <CheckinStatus checkin={checkin} />
          {isRefused(checkin) && <small className="quiet why">{t(`checkins.why_${checkin.statusCode}`)}</small>}
          <small className="quiet narrow-only">{whenOf(checkin)}</small>
        </>
      ),
    },
    {
      id: 'site',
      name: t('lists.site'),
      priority: 3,
      isShown: hasSites,
      cell: ({ locationId }) => sites.find(({ id }) => id === locationId)?.name,
    },
    { id: 'source', name: t('checkins.by'), priority: 3, cell: (each) => capitalized(sourceOf(each)) },
    {
      id: 'when',
      name: t('client.when'),
      priority: 3,
      isMoment: true,
      cell: whenOf,
    },
    {
      id: 'act',
      name: t('common.actions'),
      part: 'act',
      isUnnamed: true,
      isNumber: true,
      cell: (checkin) =>
        isRefused(checkin) &&
        can('bookings:check_in') && (
          <Button size="small" onPress={() => onLetIn(checkin)}>
            {t('client.letIn')}
            <span className="visually-hidden"> {whoOf(checkin)}</span>
          </Button>
        ),
    },
  ];
};

/** Check-ins: who came and who was refused, by filters that stand in the address. */
export const CheckinsPage = () => {
  const t = useText();
  const { sites } = useMe();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { whoOf } = useCheckinWords();
  const [refused, setRefused] = useState<Checkin>();
  const address = useListAddress(search, (next, change) => void navigate({ search: next, ...change }));
  const { filters, named, dialogs } = useFilters(search, address.set);
  const query = useQuery(checkinsQuery(filters, search));
  const hasSites = sites.length > 1 && filters.location_id === undefined && address.open === undefined;
  const columns = useColumns(hasSites, setRefused);
  return (
    <>
      <ListPage
        title={t('checkins.title')}
        actions={<CsvButton family="checkins" label={t('checkins.csv')} filters={filters} />}
        totals={<CheckinTotals total={{ data: query.data?.total, error: query.error }} filters={filters} />}
        filters={named}
        address={address}
        query={query}
        columns={columns}
        empty={
          <>
            <b className="strong">{t('checkins.emptyTitle')}</b>
            <p>{t('checkins.emptyText')}</p>
          </>
        }
        panel={(open) => <CheckinPanel {...open} onLetIn={setRefused} />}
      />
      {dialogs}
      {refused !== undefined && <LetIn checkin={refused} name={whoOf(refused)} onClose={() => setRefused(undefined)} />}
    </>
  );
};
