import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { ChevronRight, Plus } from 'lucide-react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { PanelledList } from '../../list/list-page.tsx';
import { useListAddress } from '../../list/use-list-address.ts';
import { useShortcut } from '../../shell/shortcuts.ts';
import { useText } from '../../texts.tsx';
import { Link } from '../../ui/button.tsx';
import type { ListColumn } from '../../ui/columns.ts';
import { Icon } from '../../ui/icon.tsx';
import { Status } from '../../ui/status.tsx';
import { CodePanel } from './code-panel.tsx';
import { STATUS_ICONS, STATUS_TONES, STATUS_WORDS, useCodeWords } from './code-words.ts';
import { codeListQuery, type DiscountCode } from './queries.ts';

const route = getRouteApi('/signed-in/plans/codes');
const NOW = 'now';
const ARCHIVED = 'archived';

/** The columns of the list. */
const useColumns = (): readonly ListColumn<DiscountCode>[] => {
  const t = useText();
  const { offOf, untilOf, usedOf } = useCodeWords();
  return [
    {
      id: 'code',
      name: t('codes.code'),
      part: 'lead',
      cell: ({ code, name }) => (
        <span className="booking-name">
          <b className="strong">{code}</b>
          <small className="quiet">{name}</small>
        </span>
      ),
    },
    { id: 'used', name: t('codes.usedWord'), cell: usedOf },
    { id: 'until', name: t('codes.endsAt'), priority: 3, cell: untilOf },
    {
      id: 'status',
      name: t('codes.state'),
      cell: ({ status }) => (
        <Status icon={STATUS_ICONS[status]} tone={STATUS_TONES[status]}>
          {t(STATUS_WORDS[status])}
        </Status>
      ),
    },
    { id: 'off', name: t('codes.off'), part: 'side', isNumber: true, cell: offOf },
  ];
};

const Head = () => {
  const t = useText();
  return (
    <div className="page-head" data-inline="">
      <div className="titles">
        <span className="crumb">
          <Link to="/plans" className="">
            {t('plans.title')}
          </Link>
          <Icon of={ChevronRight} />
          <span>{t('codes.title')}</span>
        </span>
        <h1>{t('codes.title')}</h1>
      </div>
      <div className="actions">
        <Link to="/plans/codes/new" className="button" variant="primary">
          <Icon of={Plus} />
          {t('codes.new')}
          <kbd>N</kbd>
        </Link>
      </div>
    </div>
  );
};

/** The discount codes of the studio. */
export const CodesPage = () => {
  const t = useText();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const go = useNavigate();
  useShortcut('n', () => go({ to: '/plans/codes/new' }));
  const isArchived = search.show === ARCHIVED;
  const query = useQuery(codeListQuery(isArchived));
  const columns = useColumns();
  const address = useListAddress(search, (next, change) => void navigate({ search: next, ...change }));
  const tab = isArchived ? ARCHIVED : NOW;
  return (
    <>
      <Head />
      <Tabs selectedKey={tab} onSelectionChange={(key) => address.set('show', key === ARCHIVED ? ARCHIVED : undefined)}>
        <TabList className="tabs lists" aria-label={t('codes.title')}>
          <Tab id={NOW}>{t('codes.current')}</Tab>
          <Tab id={ARCHIVED}>{t('codes.archivedTab')}</Tab>
        </TabList>
        <TabPanel key={tab} id={tab} className="list-panel">
          <PanelledList
            title={t('codes.title')}
            address={address}
            query={query}
            columns={columns}
            empty={
              <>
                <b className="strong">{t(isArchived ? 'codes.emptyArchived' : 'codes.emptyTitle')}</b>
                {!isArchived && <p>{t('codes.emptyText')}</p>}
              </>
            }
            panel={(open) => <CodePanel {...open} />}
          />
        </TabPanel>
      </Tabs>
    </>
  );
};
