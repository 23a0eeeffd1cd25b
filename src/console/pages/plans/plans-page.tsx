import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Plus, TicketPercent } from 'lucide-react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useFormats } from '../../formats.ts';
import { CsvButton } from '../../list/csv-button.tsx';
import { FilterBar } from '../../list/filter-bar.tsx';
import { wordOf } from '../../list/filters.ts';
import { PanelledList } from '../../list/list-page.tsx';
import { useListAddress } from '../../list/use-list-address.ts';
import { useCan, useMe } from '../../session.ts';
import { useShortcut } from '../../shell/shortcuts.ts';
import { useText } from '../../texts.tsx';
import { Link } from '../../ui/button.tsx';
import type { ListColumn } from '../../ui/columns.ts';
import { Icon } from '../../ui/icon.tsx';
import { PlanPanel } from './plan-panel.tsx';
import { TYPE_WORDS, TYPES } from './plan-record.ts';
import { usePlanWords } from './plan-words.ts';
import { type Plan, planListQuery } from './queries.ts';

const route = getRouteApi('/signed-in/plans');
const ON_SALE = 'active';
const ARCHIVED = 'archived';

/** The columns of the list. */
const useColumns = (hasSites: boolean): readonly ListColumn<Plan>[] => {
  const t = useText();
  const { money, list } = useFormats();
  const { shortOf, siteNames } = usePlanWords();
  return [
    {
      id: 'name',
      name: t('plans.one'),
      part: 'lead',
      cell: ({ name, type }) => (
        <span className="booking-name">
          <b className="strong">{name}</b>
          <small className="quiet">{t(TYPE_WORDS[type])}</small>
        </span>
      ),
    },
    { id: 'gives', name: t('plans.gives'), cell: shortOf },
    {
      id: 'classes',
      name: t('plans.categories'),
      priority: 3,
      cell: ({ eligibleCategories: names }) => (names.length === 0 ? t('plans.allClasses') : list(names)),
    },
    {
      id: 'sites',
      name: t('plans.sites'),
      priority: 3,
      isShown: hasSites,
      cell: ({ eligibleSiteIds: ids }) => (ids.length === 0 ? t('plans.allSites') : siteNames(ids)),
    },
    {
      id: 'price',
      name: t('plans.priceWord'),
      part: 'side',
      isNumber: true,
      cell: ({ price, currency }) => money(price, currency),
    },
  ];
};

const Head = () => {
  const t = useText();
  const mayAdjust = useCan()('packages:adjust');
  return (
    <div className="page-head">
      <div className="titles">
        <h1>{t('plans.title')}</h1>
      </div>
      <div className="actions">
        {mayAdjust && (
          <Link to="/plans/new" className="button" variant="primary">
            <Icon of={Plus} />
            {t('plans.new')}
            <kbd>N</kbd>
          </Link>
        )}
        {mayAdjust && (
          <Link to="/plans/codes" className="button">
            <Icon of={TicketPercent} />
            {t('codes.title')}
          </Link>
        )}
        <CsvButton family="plans" label={t('plans.csv')} />
      </div>
    </div>
  );
};

/** Plans: what the studio sells, and what it has sold before. */
export const PlansPage = () => {
  const t = useText();
  const can = useCan();
  const { sites } = useMe();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const go = useNavigate();
  useShortcut('n', () => (can('packages:adjust') ? go({ to: '/plans/new' }) : false));
  const isArchived = search.show === ARCHIVED;
  const type = wordOf(TYPES, search.type);
  const query = useQuery(planListQuery(isArchived, type));
  const address = useListAddress(search, (next, change) => void navigate({ search: next, ...change }));
  const columns = useColumns(sites.length > 1 && address.open === undefined);
  const emptyAll = isArchived ? 'plans.emptyArchived' : 'plans.emptyTitle';
  const emptyKey = type === undefined ? emptyAll : 'plans.emptyKind';
  const tab = isArchived ? ARCHIVED : ON_SALE;
  return (
    <>
      <Head />
      <Tabs selectedKey={tab} onSelectionChange={(key) => address.set('show', key === ARCHIVED ? ARCHIVED : undefined)}>
        <TabList className="tabs lists" aria-label={t('plans.title')}>
          <Tab id={ON_SALE}>{t('plans.onSale')}</Tab>
          <Tab id={ARCHIVED}>{t('plans.archivedTab')}</Tab>
        </TabList>
        <TabPanel key={tab} id={tab} className="list-panel">
          <FilterBar
            filters={[
              {
                id: 'type',
                label: t('plans.type'),
                choices: TYPES.map((id) => ({ id, name: t(TYPE_WORDS[id]) })),
                value: type,
              },
            ]}
            onSet={address.set}
          />
          <PanelledList
            title={t('plans.title')}
            address={address}
            query={query}
            columns={columns}
            empty={
              <>
                <b className="strong">{t(emptyKey)}</b>
                {!isArchived && type === undefined && <p>{t('plans.emptyText')}</p>}
              </>
            }
            panel={(open) => <PlanPanel {...open} />}
          />
        </TabPanel>
      </Tabs>
    </>
  );
};
