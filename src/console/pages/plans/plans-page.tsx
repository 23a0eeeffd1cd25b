import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Plus, TicketPercent } from 'lucide-react';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import { CsvButton } from '../../lists/files/csv-button.tsx';
import { wordOf } from '../../lists/filters/filters.ts';
import { ListPage } from '../../lists/list-page.tsx';
import { useListAddress } from '../../lists/use-list-address.ts';
import { TYPE_WORDS, TYPES } from '../../parts/plans/plan-record.ts';
import { type Plan, planListQuery } from '../../parts/plans/queries.ts';
import { useCan, useMe } from '../../session/session.ts';
import { Link } from '../../ui/button.tsx';
import { useShortcut } from '../../ui/keys/shortcuts.ts';
import type { ListColumn } from '../../ui/tables/columns.ts';
import { PlanPanel } from './plan-panel.tsx';
import { usePlanWords } from './plan-words.ts';

const route = getRouteApi('/signed-in/plans');
const ON_SALE = 'active';
const ARCHIVED = 'archived';

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

/** Plans: what the studio sells, and what it has sold before. */
export const PlansPage = () => {
  const t = useText();
  const mayAdjust = useCan()('packages:adjust');
  const { sites } = useMe();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const go = useNavigate();
  useShortcut('n', () => (mayAdjust ? go({ to: '/plans/new' }) : false));
  const isArchived = search.show === ARCHIVED;
  const type = wordOf(TYPES, search.type);
  const query = useQuery(planListQuery(isArchived, type));
  const address = useListAddress(search, (next, change) => void navigate({ search: next, ...change }));
  const columns = useColumns(sites.length > 1 && address.open === undefined);
  const emptyAll = isArchived ? 'plans.emptyArchived' : 'plans.emptyTitle';
  const emptyKey = type === undefined ? emptyAll : 'plans.emptyKind';
  return (
    <ListPage
      title={t('plans.title')}
      isHigh
      actions={
        <>
          {mayAdjust && (
            <Link to="/plans/new" className="button" variant="primary" icon={Plus}>
              {t('plans.new')}
              <kbd>N</kbd>
            </Link>
          )}
          {mayAdjust && (
            <Link to="/plans/codes" className="button" icon={TicketPercent}>
              {t('codes.title')}
            </Link>
          )}
          <CsvButton family="plans" label={t('plans.csv')} />
        </>
      }
      views={{
        label: t('plans.title'),
        choices: [
          { id: ON_SALE, name: t('plans.onSale') },
          { id: ARCHIVED, name: t('plans.archivedTab') },
        ],
        selected: isArchived ? ARCHIVED : ON_SALE,
        onSelect: (id) => address.set('show', id === ARCHIVED ? ARCHIVED : undefined),
      }}
      filters={[
        {
          id: 'type',
          label: t('plans.type'),
          choices: TYPES.map((id) => ({ id, name: t(TYPE_WORDS[id]) })),
          value: type,
        },
      ]}
      address={address}
      query={query}
      columns={columns}
      isEmptyOfFilters
      empty={
        <>
          <b className="strong">{t(emptyKey)}</b>
          {!isArchived && type === undefined && <p>{t('plans.emptyText')}</p>}
        </>
      }
      panel={(open) => <PlanPanel {...open} />}
    />
  );
};
