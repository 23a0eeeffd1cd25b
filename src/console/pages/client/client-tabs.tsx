import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useText } from '../../base/texts.tsx';
import type { Version } from '../../parts/client/queries.ts';
import { useCan } from '../../session/session.ts';
import { ClientAside } from './client-aside.tsx';
import { DetailsTab } from './edit/details-tab.tsx';
import { ProgressTab } from './progress/progress-tab.tsx';
import { BookingsTab } from './tabs/bookings-tab.tsx';
import { CheckinsTab } from './tabs/checkins-tab.tsx';
import { PackagesTab } from './tabs/packages-tab.tsx';
import { PaymentsTab } from './tabs/payments-tab.tsx';
import { TimelineTab } from './timeline/timeline-tab.tsx';

const route = getRouteApi('/signed-in/clients/$clientId/{-$tab}');

interface ClientTabsProps {
  readonly version: Version;
  readonly canChange: boolean;
}

/** Everything about a client, by tab; the address names the tab. */
export const ClientTabs = ({ version, canChange }: ClientTabsProps) => {
  const t = useText();
  const can = useCan();
  const { tab: named } = route.useParams();
  const navigate = route.useNavigate();
  const { data: client } = version;
  const all: readonly { readonly id: string; readonly name: string; readonly show: () => ReactNode }[] = [
    { id: 'timeline', name: t('timeline.title'), show: () => <TimelineTab client={client} /> },
    {
      id: 'bookings',
      name: t('client.bookings'),
      show: () => can('bookings:read') && <BookingsTab client={client} canChange={canChange} />,
    },
    {
      id: 'packages',
      name: t('client.packages'),
      show: () => can('packages:sell') && <PackagesTab client={client} canChange={canChange} />,
    },
    { id: 'payments', name: t('client.payments'), show: () => can('packages:sell') && <PaymentsTab client={client} /> },
    {
      id: 'checkins',
      name: t('client.checkins'),
      show: () => can('bookings:read') && <CheckinsTab client={client} canChange={canChange} />,
    },
    { id: 'progress', name: t('progress.title'), show: () => <ProgressTab client={client} /> },
    { id: 'details', name: t('client.details'), show: () => canChange && <DetailsTab version={version} /> },
  ];
  const tabs = all.flatMap(({ id, name, show }) => {
    const content = show();
    return content === false ? [] : [{ id, name, content }];
  });
  const [first] = tabs;
  const selected = tabs.find(({ id }) => id === named) ?? first;
  const list = useRef<HTMLDivElement>(null);
  // Where the tabs do not all fit, the tab that is shown is in sight.
  const shown = selected?.id;
  useEffect(() => {
    const tab = shown === undefined ? undefined : list.current?.querySelector(`[data-key="${shown}"]`);
    tab?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  }, [shown]);
  if (selected === undefined) return null;
  const select = (id: string): void =>
    void navigate({ params: { clientId: client.id, tab: id === first?.id ? undefined : id }, replace: true });
  return (
    <Tabs selectedKey={selected.id} onSelectionChange={(key) => key !== selected.id && select(String(key))}>
      <TabList ref={list} className="tabs client-tabs" aria-label={t('client.profile')}>
        {tabs.map(({ id, name }) => (
          <Tab key={id} id={id}>
            {name}
          </Tab>
        ))}
      </TabList>
      <div className="split client-split">
        <TabPanel key={selected.id} id={selected.id} className="client-panel">
          {selected.content}
        </TabPanel>
        <ClientAside version={version} canChange={canChange} tab={selected.id} />
      </div>
    </Tabs>
  );
};
