import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { NotLoaded } from '../../ui/notices/page-states.tsx';

interface RecordTab {
  readonly id: string;
  readonly name: string;
  readonly show: () => ReactNode;
}

interface RecordTabsProps {
  readonly label: string;
  /** The tab that the address names. */
  readonly selected: string | undefined;
  /** @param id undefined for the first tab. */
  readonly onSelect: (id: string | undefined) => void;
  readonly tabs: readonly RecordTab[];
}

/** The parts of a page as tabs; the address names the tab. */
export const RecordTabs = ({ label, selected, onSelect, tabs }: RecordTabsProps) => {
  const [first] = tabs;
  const shown = tabs.find(({ id }) => id === selected) ?? first;
  const list = useRef<HTMLDivElement>(null);
  const key = shown?.id;
  // Where the tabs do not all fit, the tab that is shown is in sight.
  useEffect(() => {
    const tab = key === undefined ? undefined : list.current?.querySelector(`[data-key="${key}"]`);
    tab?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  }, [key]);
  if (shown === undefined) return null;
  return (
    <Tabs
      selectedKey={shown.id}
      onSelectionChange={(id) => id !== shown.id && onSelect(id === first?.id ? undefined : String(id))}
    >
      <TabList ref={list} className="tabs" aria-label={label}>
        {tabs.map(({ id, name }) => (
          <Tab key={id} id={id}>
            {name}
          </Tab>
        ))}
      </TabList>
      <TabPanel key={shown.id} id={shown.id} className="engagement-panel">
        {shown.show()}
      </TabPanel>
    </Tabs>
  );
};

interface LoadedProps<Data> {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  readonly children: (data: Data) => ReactNode;
}

/** What was read, or why there is nothing to show. */
export const Loaded = <Data,>({ query, children }: LoadedProps<Data>) => {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  return <NotLoaded error={error} onRetry={() => void refetch()} />;
};
