import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { nowMs } from '../../../clock.ts';
import { useFormats } from '../../../formats.ts';
import { useCan, useMe } from '../../../session.ts';
import { useText } from '../../../texts.tsx';
import { Button, Link } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PagedTable } from '../../../ui/paged-table.tsx';
import { Pill } from '../../../ui/status.tsx';
import { SwitchField } from '../../../ui/switch-field.tsx';
import { SettingsFrame } from '../settings-frame.tsx';
import { NewSite } from './new-site.tsx';
import { type Site, sitesQuery } from './queries.ts';
import { useDatesOf } from './site-words.ts';

const route = getRouteApi('/signed-in/settings/sites');

/** The cells of a site in the list. */
const SiteCells = ({ site }: { site: Site }) => {
  const t = useText();
  const { studio } = useMe();
  const { number, localDate } = useFormats(site.timezone);
  const datesOf = useDatesOf();
  const today = localDate(nowMs());
  const next = site.closures
    .filter(({ endDate }) => endDate >= today)
    .toSorted((left, right) => left.startDate.localeCompare(right.startDate))[0];
  const { line1 = null, city = null } = site.address ?? {};
  const place = site.isDigital ? t('sites.isOnline') : [line1, city].filter((each) => each !== null).join(', ');
  const state = site.archivedAt !== null ? 'sites.archived' : site.status === 'inactive' ? 'sites.inactive' : undefined;
  return (
    <>
      <td data-cell="lead">
        <span className="booking-name">
          <Link to="/settings/sites/$siteId" params={{ siteId: site.id }} className="strong">
            {site.name}
          </Link>
          <small className="quiet">{place || t('sites.noAddress')}</small>
        </span>
      </td>
      <td data-priority="3">{site.timezone.replaceAll('_', ' ')}</td>
      <td className="num" data-priority="3">
        {number(site.rooms.length)}
      </td>
      <td>
        {next === undefined ? (
          <span className="faint">{t('sites.noClosure')}</span>
        ) : (
          datesOf(next.startDate, next.endDate)
        )}
      </td>
      <td data-cell="side">
        {state !== undefined && <Pill>{t(state)}</Pill>}
        {site.id === studio.defaultSiteId && <Pill tone="brand">{t('sites.isDefault')}</Pill>}
      </td>
    </>
  );
};

/** The sites of the studio, each with its page. */
export const SitesPage = () => {
  const t = useText();
  const can = useCan();
  const { archived } = route.useSearch();
  const navigate = route.useNavigate();
  const [isAdding, setAdding] = useState(false);
  const query = useInfiniteQuery(sitesQuery(archived === 'yes'));
  return (
    <SettingsFrame page="/settings/sites">
      <div className="stack" data-gap="wide">
        <div className="row" data-wrap="">
          {can('sites:write') && (
            <Button variant="primary" onPress={() => setAdding(true)}>
              <Icon of={Plus} />
              {t('sites.add')}
            </Button>
          )}
          <span className="push" />
          <SwitchField
            label={t('sites.withArchived')}
            isSelected={archived === 'yes'}
            onChange={(isOn) => void navigate({ search: isOn ? { archived: 'yes' } : {}, replace: true })}
          />
        </div>
        <PagedTable
          query={query}
          caption={t('sites.title')}
          empty={t('sites.none')}
          columns={[
            { name: t('sites.name') },
            { name: t('sites.zone'), priority: 3 },
            { name: t('sites.rooms'), priority: 3, isNumber: true },
            { name: t('sites.nextClosure') },
          ]}
        >
          {(site) => <SiteCells site={site} />}
        </PagedTable>
        {isAdding && <NewSite onClose={() => setAdding(false)} />}
      </div>
    </SettingsFrame>
  );
};
