import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useText } from '../../texts.tsx';
import { listCountQuery, type SavedList } from './queries.ts';

const ALL = 'all';

const ListCount = ({ list }: { list: SavedList }) => {
  const t = useText();
  const { data } = useQuery(listCountQuery(list));
  if (data === undefined) return null;
  return <span className="count">{data.isCapped ? t('clients.countCapped', { count: data.count }) : data.count}</span>;
};

interface ListTabsProps {
  readonly lists: readonly SavedList[];
  /** The id of the list that is shown; undefined for all clients. */
  readonly selected: string | undefined;
  readonly onSelect: (id: string | undefined) => void;
  readonly children: ReactNode;
}

/** Saved lists as tabs, with the list that is shown below them. */
export const ListTabs = ({ lists, selected, onSelect, children }: ListTabsProps) => {
  const t = useText();
  const key = lists.find(({ id }) => id === selected)?.id ?? ALL;
  return (
    <Tabs selectedKey={key} onSelectionChange={(id) => onSelect(id === ALL ? undefined : String(id))}>
      <TabList className="tabs lists" aria-label={t('clients.lists')}>
        <Tab id={ALL}>{t('clients.all')}</Tab>
        {lists.map((list) => (
          <Tab key={list.id} id={list.id}>
            {list.name} <ListCount list={list} />
          </Tab>
        ))}
      </TabList>
      <TabPanel key={key} id={key} className="list-panel">
        {children}
      </TabPanel>
    </Tabs>
  );
};
